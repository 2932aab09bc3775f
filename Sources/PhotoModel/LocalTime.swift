/// A wall-clock time where the shutter opened, in microseconds since 1970-01-01T00:00:00 *of that wall clock*.
///
/// It has no zone. Two photos taken at once in Tokyo and Paris have different local times, and each belongs to the
/// month its photographer would name. The calendar is the proleptic Gregorian one.
public struct LocalTime: Hashable, Comparable, Sendable {
    public let microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// `nil` where a part is out of its range, 29 February of a common year included. A leap second (60) counts as
    /// the second before it.
    public init?(
        year: Int,
        month: Int,
        day: Int,
        hour: Int = 0,
        minute: Int = 0,
        second: Int = 0,
        microsecond: Int = 0
    ) {
        guard
            (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(year: year, month: month), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second), (0...999_999).contains(microsecond)
        else { return nil }
        let days = Self.daysFromEpoch(year: year, month: month, day: day)
        let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
        microseconds = seconds * 1_000_000 + Int64(microsecond)
    }

    /// The first moment that has a text, 0001-01-01T00:00:00.
    public static let first = LocalTime(microseconds: -62_135_596_800_000_000)
    /// The last, 9999-12-31T23:59:59.999999.
    public static let last = LocalTime(microseconds: 253_402_300_799_999_999)

    public static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.microseconds < right.microseconds
    }

    public struct CivilDate: Hashable, Sendable {
        public let year: Int
        public let month: Int
        public let day: Int
    }

    public struct ClockTime: Hashable, Sendable {
        public let hour: Int
        public let minute: Int
        public let second: Int
        public let microsecond: Int
    }

    public var civilDate: CivilDate {
        let days = Self.floorDivide(microseconds, 86_400_000_000)
        return Self.civilDate(daysFromEpoch: days)
    }

    public var clockTime: ClockTime {
        let rest = microseconds % 86_400_000_000
        let inDay = rest < 0 ? rest + 86_400_000_000 : rest
        let seconds = Int(inDay / 1_000_000)
        return ClockTime(
            hour: seconds / 3600,
            minute: seconds / 60 % 60,
            second: seconds % 60,
            microsecond: Int(inDay % 1_000_000)
        )
    }

    public static func daysInMonth(year: Int, month: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

// MARK: - Calendar

// Days from a civil date and back, after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms":
// years are counted from 1 March, so that the leap day is a year's last.
extension LocalTime {
    static func daysFromEpoch(year: Int, month: Int, day: Int) -> Int64 {
        let marchYear = Int64(month <= 2 ? year - 1 : year)
        let era = floorDivide(marchYear, 400)
        let yearOfEra = marchYear - era * 400
        let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    static func civilDate(daysFromEpoch days: Int64) -> CivilDate {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
        return CivilDate(
            year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0),
            month: month,
            day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
        )
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value / divisor - (value % divisor < 0 ? 1 : 0)
    }
}

// MARK: - Text

extension LocalTime {
    /// The longest text: a date, a time and six digits of a fraction.
    public static let maximumTextLength = 26

    /// Stores `2016-09-12T12:34:56`, and `.78` where `fractionDigits` is 2, and returns how many bytes that is. Digits
    /// beyond the sixth are not kept.
    public func store(at target: UnsafeMutablePointer<UInt8>, fractionDigits: Int = 0) -> Int {
        let date = civilDate
        let clock = clockTime
        Self.store(date.year, digits: 4, at: target)
        target[4] = UInt8(ascii: "-")
        Self.store(date.month, digits: 2, at: target + 5)
        target[7] = UInt8(ascii: "-")
        Self.store(date.day, digits: 2, at: target + 8)
        target[10] = UInt8(ascii: "T")
        Self.store(clock.hour, digits: 2, at: target + 11)
        target[13] = UInt8(ascii: ":")
        Self.store(clock.minute, digits: 2, at: target + 14)
        target[16] = UInt8(ascii: ":")
        Self.store(clock.second, digits: 2, at: target + 17)
        let digits = min(max(fractionDigits, 0), 6)
        guard digits > 0 else { return 19 }
        target[19] = UInt8(ascii: ".")
        var value = clock.microsecond
        for _ in digits..<6 { value /= 10 }
        Self.store(value, digits: digits, at: target + 20)
        return 20 + digits
    }

    /// Appends what `store` stores.
    public func appendText(to bytes: inout [UInt8], fractionDigits: Int = 0) {
        bytes.append(
            contentsOf: [UInt8](unsafeUninitializedCapacity: Self.maximumTextLength) { buffer, count in
                count = buffer.baseAddress.map { store(at: $0, fractionDigits: fractionDigits) } ?? 0
            }
        )
    }

    private static func store(_ value: Int, digits: Int, at target: UnsafeMutablePointer<UInt8>) {
        // No text has more digits, nor a sign: of a year that no calendar has the last ones are stored.
        var rest = value.magnitude
        for position in stride(from: digits - 1, through: 0, by: -1) {
            target[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    public func text(fractionDigits: Int = 0) -> String {
        String(unsafeUninitializedCapacity: Self.maximumTextLength) { buffer in
            buffer.baseAddress.map { store(at: $0, fractionDigits: fractionDigits) } ?? 0
        }
    }
}
