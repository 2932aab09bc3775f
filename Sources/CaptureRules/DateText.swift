import PhotoModel

/// A date as text fields carry it: EXIF's `2016:09:12 12:34:56` and what cameras and programs make of it.
///
/// Taken: `:`, `-`, `/` and `.` between the parts of a date, `:` and `.` within a time; a space, `T` or `:`
/// between the two; missing seconds, time, day or month (then `precision` says so), also as blanks or `00`; a
/// fraction; an offset or `Z` behind the time; trailing blanks, NULs and other text behind the seconds. Behind a
/// whole day a time that cannot be read, or that no clock shows, counts as missing.
public struct DateText: Hashable, Sendable {
    public var localTime: LocalTime
    /// Digits of the second's fraction, 0–6.
    public var fractionDigits: Int
    /// Minutes east of UTC.
    public var offsetMinutes: Int?
    public var precision: DatePrecision

    init(localTime: LocalTime, fractionDigits: Int, offsetMinutes: Int?, precision: DatePrecision) {
        self.localTime = localTime
        self.fractionDigits = fractionDigits
        self.offsetMinutes = offsetMinutes
        self.precision = precision
    }

    /// Reads a date field with the sub-seconds and the offset that belong to it.
    ///
    /// The fields of their own win over what stands in the text; where one holds no number it counts as
    /// absent.
    /// - Parameter latest: dates after it are rejected as lying in the future.
    public init(_ field: EmbeddedFacts.DateField, latest: LocalTime) throws(DateRejection) {
        try self.init(field.text, latest: latest)
        if precision == .second, let subseconds = field.subseconds {
            let fraction = ByteScanner.scan(subseconds) { scanner in
                scanner.skipSpaces()
                return scanner.fraction()
            }
            if fraction.digits > 0 {
                let whole = localTime.microseconds - Int64(localTime.clockTime.microsecond)
                localTime = LocalTime(microseconds: whole + Int64(fraction.microseconds))
                fractionDigits = fraction.digits
            }
        }
        if let offset = field.offset.flatMap(Self.offsetMinutes) { offsetMinutes = offset }
    }

    /// Reads a date that is one text.
    ///
    /// - Parameter mayPrecedePhotography: whether somebody may have dated a painting so.
    public init(
        _ text: String,
        latest: LocalTime,
        mayPrecedePhotography: Bool = false
    ) throws(DateRejection) {
        let parts = try ByteScanner.scan(text) { scanner in
            Result { () throws(DateRejection) in try Parts(&scanner) }
        }.get()
        guard let time = parts.localTime else { throw .outsideCalendar }
        try DateRejection.check(
            time,
            precision: parts.precision,
            latest: latest,
            mayPrecedePhotography: mayPrecedePhotography
        )
        localTime = time
        fractionDigits = parts.precision == .second ? parts.fractionDigits : 0
        offsetMinutes = parts.offsetMinutes
        precision = parts.precision
    }

    /// Reads `+02:00`, `-0730`, `+2` or `Z` as minutes east of UTC; `nil` for anything else, and beyond
    /// ±15:59.
    public static func offsetMinutes(_ text: String) -> Int? {
        ByteScanner.scan(text) { scanner in
            scanner.skipSpaces()
            let minutes = Parts.offset(&scanner)
            scanner.skipSpaces()
            return scanner.isAtEnd ? minutes : nil
        }
    }
}

// MARK: - Parsing

/// The parts of a date text, before they are held against the calendar.
private struct Parts {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var microsecond = 0
    var fractionDigits = 0
    var offsetMinutes: Int?
    var precision = DatePrecision.year

    var localTime: LocalTime? {
        LocalTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second,
            microsecond: microsecond
        )
    }

    init(_ scanner: inout ByteScanner) throws(DateRejection) {
        scanner.skipSpaces()
        if Self.isBlank(scanner) { throw .blank }
        guard let year = scanner.number(least: 4, most: 4) else { throw .unreadable }
        self.year = year
        if year <= 1 { throw .unset }
        if Self.isBlank(scanner) { return }

        guard let month = try Self.part(&scanner, after: Self.isDateSeparator) else { return }
        self.month = month
        precision = .month
        if Self.isBlank(scanner) { return }

        guard let day = try Self.part(&scanner, after: Self.isDateSeparator) else { return }
        guard ByteScanner.digit(scanner.current) == nil else { throw .unreadable }
        self.day = day
        precision = .day
        let withoutTime = self
        do throws(DateRejection) {
            try readTime(&scanner)
            if localTime == nil { self = withoutTime }
        } catch {
            // A time that is none takes nothing away from the day.
            self = withoutTime
        }
    }

    private mutating func readTime(_ scanner: inout ByteScanner) throws(DateRejection) {
        if Self.isBlank(scanner) { return }
        guard Self.isTimeLead(scanner.current) else { throw .unreadable }
        scanner.advance()
        scanner.skipSpaces()
        guard let hour = scanner.number(least: 1, most: 2) else { throw .unreadable }
        self.hour = hour
        precision = .hour
        if Self.isBlank(scanner) { return }

        guard Self.isTimeSeparator(scanner.current) else { return try readTail(&scanner) }
        scanner.advance()
        scanner.skipSpaces()
        guard let minute = scanner.number(least: 1, most: 2) else { throw .unreadable }
        self.minute = minute
        precision = .minute
        if Self.isBlank(scanner) { return }

        if Self.isTimeSeparator(scanner.current) {
            scanner.advance()
            scanner.skipSpaces()
            guard let second = scanner.number(least: 1, most: 2) else { throw .unreadable }
            guard ByteScanner.digit(scanner.current) == nil else { throw .unreadable }
            self.second = second
            precision = .second
            readFraction(&scanner)
        }
        try readTail(&scanner)
    }

    private mutating func readFraction(_ scanner: inout ByteScanner) {
        guard scanner.current == UInt8(ascii: ".") || scanner.current == UInt8(ascii: ","),
            ByteScanner.digit(scanner[scanner.position + 1]) != nil
        else { return }
        scanner.advance()
        (microsecond, fractionDigits) = scanner.fraction()
    }

    /// Half of the day and offset. Other text behind whole seconds says nothing about the date and is let be.
    private mutating func readTail(_ scanner: inout ByteScanner) throws(DateRejection) {
        scanner.skipSpaces()
        if let half = Self.halfOfDay(scanner) {
            guard (1...12).contains(hour) else { throw .outsideCalendar }
            hour = hour % 12 + half
            return
        }
        offsetMinutes = Self.offset(&scanner)
        if precision != .second, offsetMinutes == nil, !scanner.isAtEnd { throw .unreadable }
    }

    /// 0 for `AM`, 12 for `PM`. What only begins so is another word, as `America/Manaus` is.
    private static func halfOfDay(_ scanner: ByteScanner) -> Int? {
        guard scanner[scanner.position + 1] | 0x20 == UInt8(ascii: "m"),
            !isOfWord(scanner[scanner.position + 2])
        else { return nil }
        switch scanner.current | 0x20 {
        case UInt8(ascii: "a"): return 0
        case UInt8(ascii: "p"): return 12
        default: return nil
        }
    }

    /// Whether a byte is of a letter or a digit; beyond ASCII any may be.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || ByteScanner.digit(byte) != nil
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    static func offset(_ scanner: inout ByteScanner) -> Int? {
        if scanner.skip(UInt8(ascii: "Z")) || scanner.skip(UInt8(ascii: "z")) { return 0 }
        let sign: Int
        switch scanner.current {
        case UInt8(ascii: "+"): sign = 1
        case UInt8(ascii: "-"): sign = -1
        default: return nil
        }
        scanner.advance()
        guard let hours = scanner.number(least: 1, most: 2) else { return nil }
        let separated = scanner.skip(UInt8(ascii: ":"))
        guard let minutes = scanner.number(least: 2, most: 2) ?? (separated ? nil : 0),
            hours <= 15, minutes <= 59
        else { return nil }
        return sign * (hours * 60 + minutes)
    }

    /// The number behind a separator. `nil` where it is left open: blanks, or `00` (EXIF: unknown parts are
    /// blank).
    private static func part(
        _ scanner: inout ByteScanner,
        after isSeparator: (UInt8) -> Bool
    ) throws(DateRejection) -> Int? {
        guard isSeparator(scanner.current) else { throw .unreadable }
        scanner.advance()
        if isBlank(scanner) { return nil }
        scanner.skipSpaces()
        guard let value = scanner.number(least: 1, most: 2) else { throw .unreadable }
        if value > 0 { return value }
        // What follows an open part must be open too.
        guard isZeroOrBlank(scanner) else { throw .unreadable }
        return nil
    }

    private static func isZeroOrBlank(_ scanner: ByteScanner) -> Bool {
        var rest = scanner
        while rest.current == UInt8(ascii: "0") || isTimeLead(rest.current) || isDateSeparator(rest.current) {
            rest.advance()
        }
        return rest.isAtEnd
    }

    /// Whether only blanks and separators follow.
    private static func isBlank(_ scanner: ByteScanner) -> Bool {
        var position = scanner.position
        while true {
            switch scanner[position] {
            case 0: return true
            case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"),
                UInt8(ascii: "."):
                position += 1
            default: return false
            }
        }
    }

    private static func isDateSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: ".")
    }

    private static func isTimeSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isTimeLead(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte | 0x20 == UInt8(ascii: "t") || byte == UInt8(ascii: ":")
    }
}
