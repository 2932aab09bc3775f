import PhotoModel

/// Why a candidate is no capture date. `why` prints the text.
public enum DateRejection: Error, Hashable, Sendable, CaseIterable {
    case blank
    case unset
    case macintoshEpoch
    case unixEpoch
    case windowsEpoch
    case future
    case unreadable
    case outsideCalendar
    case beforePhotography
    case noPattern
    case noModificationTime

    /// Half a sentence for people, without a full stop.
    public var text: StaticString {
        switch self {
        case .blank: "the field is blank"
        case .unset: "the clock was never set (year 0000 or 0001)"
        case .macintoshEpoch: "1904-01-01 is where an unset Macintosh or QuickTime clock begins"
        case .unixEpoch: "1970-01-01 00:00:00 is where an unset Unix clock begins"
        case .windowsEpoch: "1601-01-01 00:00:00 and 1899-12-30 00:00:00 are where unset Windows clocks begin"
        case .future: "more than a day in the future"
        case .unreadable: "not a date"
        case .outsideCalendar: "no such day or time in the calendar"
        case .beforePhotography: "older than the first photograph (1826)"
        case .noPattern: "the name holds no date in a known form"
        case .noModificationTime: "the file has no modification time"
        }
    }
}

extension DateRejection {
    /// Throws where a well-formed date is one that unset or wrong clocks write.
    ///
    /// - Parameters:
    ///   - latest: the last wall-clock time that is not in the future anywhere, and a day.
    ///   - mayPrecedePhotography: whether somebody may have dated a painting so.
    static func check(
        _ time: LocalTime,
        precision: DatePrecision,
        latest: LocalTime,
        mayPrecedePhotography: Bool = false
    ) throws(DateRejection) {
        if time > latest { throw .future }
        // Whoever dates a scan may know no more than the day.
        if precision == .second, windowsEpochs.contains(where: { $0.contains(time.microseconds) }) {
            throw .windowsEpoch
        }
        if time < firstPhotograph, !mayPrecedePhotography { throw .beforePhotography }
        // "1904" alone is a scan's honest date; the day and the second are an unset clock's.
        guard precision.rawValue <= DatePrecision.day.rawValue else { return }
        if macintoshEpochDay.contains(time.microseconds) { throw .macintoshEpoch }
        if (0..<1_000_000).contains(time.microseconds) { throw .unixEpoch }
    }

    /// The microseconds of two seconds: of a FILETIME and of an OLE Automation date.
    private static let windowsEpochs: [Range<Int64>] = [
        -11_644_473_600_000_000 ..< -11_644_473_599_000_000,
        -2_209_161_600_000_000 ..< -2_209_161_599_000_000,
    ]
    /// 1826-01-01.
    private static let firstPhotograph = LocalTime(microseconds: -4_544_208_000_000_000)
    /// The microseconds of 1904-01-01.
    private static let macintoshEpochDay: Range<Int64> = -2_082_844_800_000_000 ..< -2_082_758_400_000_000
}
