import PhotoModel

/// A date as people write it, and as documents and journals keep it: any beginning of `2004-12-24T18:00:30.25` that ends at
/// a whole part, then a blank in place of the `T`, and an offset behind an hour, as ISO 8601 has them.
public enum SaidDate {
    /// `nil` where a text is no such date, or names none that there is.
    public static func date(_ text: String) -> CaptureDate? {
        var reader = DateDigits(text)
        guard let year = reader.number(digits: 4) else { return nil }
        var parts = [1, 1, 0, 0, 0]
        var precision = DatePrecision.year
        for (index, step) in Self.steps.enumerated() {
            guard reader.skip(step.separator) || step.precision == .hour && reader.skip(" ") else { break }
            guard let value = reader.number(digits: 2) else { return nil }
            parts[index] = value
            precision = step.precision
        }
        var (microsecond, digits) = (0, 0)
        if precision == .second, reader.skip(".", ",") {
            guard let fraction = reader.fraction() else { return nil }
            (microsecond, digits) = fraction
        }
        var offset: Int?
        if !reader.isAtEnd {
            guard precision.rawValue <= DatePrecision.hour.rawValue, let minutes = reader.offset() else {
                return nil
            }
            offset = minutes
        }
        let time = LocalTime(
            year: year,
            month: parts[0],
            day: parts[1],
            hour: parts[2],
            minute: parts[3],
            second: parts[4],
            microsecond: microsecond
        )
        guard reader.isAtEnd, let time else { return nil }
        return CaptureDate(
            localTime: time,
            fractionDigits: digits,
            offsetMinutes: offset,
            source: .overlay,
            precision: precision
        )
    }

    /// Minutes east of UTC of `+02:00`, `-0730`, `+2` or `Z`.
    public static func offset(_ text: String) -> Int? {
        var reader = DateDigits(text)
        let minutes = reader.offset()
        return reader.isAtEnd ? minutes : nil
    }

    /// As much of a date as is known, and its offset.
    public static func text(_ date: CaptureDate) -> String {
        timeText(date) + (date.offsetMinutes.map { OffsetText.text(minutes: $0) } ?? "")
    }

    /// As much of a date as is known, without its offset.
    public static func timeText(_ date: CaptureDate) -> String {
        let whole = date.localTime.text(fractionDigits: date.fractionDigits)
        return switch date.precision {
        case .second: whole
        case .minute: String(whole.prefix(16))
        case .hour: String(whole.prefix(13))
        case .day: String(whole.prefix(10))
        case .month: String(whole.prefix(7))
        case .year: String(whole.prefix(4))
        }
    }

    private static let steps: [(separator: Unicode.Scalar, precision: DatePrecision)] = [
        ("-", .month), ("-", .day), ("T", .hour), (":", .minute), (":", .second),
    ]
}

extension DateDigits {
    /// Minutes east of UTC of `+02:00`, `-0730`, `+2` or `Z`.
    fileprivate mutating func offset() -> Int? {
        if skip("Z", "z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+") else { return nil }
        guard let hours = number(digits: 2) ?? number(digits: 1) else { return nil }
        let isSeparated = skip(":")
        guard let minutes = number(digits: 2) ?? (isSeparated ? nil : 0), hours <= 15, minutes <= 59
        else {
            return nil
        }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
}
