import PhotoModel

/// A date as people write it, and as documents and journals keep it: any beginning of `2004-12-24T18:00:30.25` that ends at
/// a whole part, then a blank in place of the `T`, and an offset behind an hour, as ISO 8601 has them.
public enum SaidDate {
    /// `nil` where a text is no such date, or names none that there is.
    public static func date(_ text: String) -> CaptureDate? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4) else { return nil }
        var parts = [1, 1, 0, 0, 0]
        var precision = DatePrecision.year
        for (index, step) in Self.steps.enumerated() {
            guard reader.skip(step.separators) else { break }
            guard let value = reader.number(digits: 2) else { return nil }
            parts[index] = value
            precision = step.precision
        }
        var (microsecond, digits) = (0, 0)
        if precision == .second, reader.skip([UInt8(ascii: "."), UInt8(ascii: ",")]) {
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
        var reader = Reader(bytes: Array(text.utf8))
        let minutes = reader.offset()
        return reader.isAtEnd ? minutes : nil
    }

    /// As much of a date as is known, and its offset.
    public static func text(_ date: CaptureDate) -> String {
        timeText(date) + (date.offsetMinutes.map(offsetText) ?? "")
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

    /// `+02:00`
    public static func offsetText(_ minutes: Int) -> String {
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        return "\(minutes < 0 ? "-" : "+")\(hours < 10 ? "0" : "")\(hours):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static let steps: [(separators: [UInt8], precision: DatePrecision)] = [
        ([UInt8(ascii: "-")], .month), ([UInt8(ascii: "-")], .day),
        ([UInt8(ascii: "T"), UInt8(ascii: " ")], .hour), ([UInt8(ascii: ":")], .minute),
        ([UInt8(ascii: ":")], .second),
    ]

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ separators: [UInt8]) -> Bool {
            guard position < bytes.count, separators.contains(bytes[position]) else { return false }
            position += 1
            return true
        }

        mutating func number(digits: Int) -> Int? {
            guard position + digits <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[position..<position + digits] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            position += digits
            return value
        }

        /// One to six digits, as microseconds.
        mutating func fraction() -> (microseconds: Int, digits: Int)? {
            let count = bytes[position...].prefix(7).prefix { (0x30...0x39).contains($0) }.count
            guard (1...6).contains(count), let value = number(digits: count) else { return nil }
            return ((count..<6).reduce(value) { value, _ in value * 10 }, count)
        }

        mutating func offset() -> Int? {
            if skip([UInt8(ascii: "Z"), UInt8(ascii: "z")]) { return 0 }
            guard position < bytes.count else { return nil }
            let isWest = bytes[position] == UInt8(ascii: "-")
            guard skip([UInt8(ascii: "+"), UInt8(ascii: "-")]) else { return nil }
            guard let hours = number(digits: 2) ?? number(digits: 1) else { return nil }
            let isSeparated = skip([UInt8(ascii: ":")])
            guard let minutes = number(digits: 2) ?? (isSeparated ? nil : 0), hours <= 15, minutes <= 59
            else {
                return nil
            }
            return (isWest ? -1 : 1) * (hours * 60 + minutes)
        }
    }
}
