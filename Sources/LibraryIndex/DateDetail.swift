import PhotoModel

/// A capture date's precision and digits in one column, with the hour since 1970 from which on the date has to
/// be decided anew (0: never).
struct DateDetail {
    let rawValue: Int64

    static let expiryShift: Int64 = 16

    init(_ date: CaptureDate?, expiry: Int64?) {
        let date = date.map { Int64($0.fractionDigits) | Int64($0.precision.rawValue) << 4 } ?? 0
        // Far more bits than the year 9999 needs.
        let hour = expiry.map { min(max($0 / 3600, 1), 1 << 40) } ?? 0
        rawValue = date | hour << Self.expiryShift
    }

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    var fractionDigits: Int { Int(rawValue & 0xF) }
    var precision: DatePrecision {
        DatePrecision(rawValue: UInt8(truncatingIfNeeded: rawValue >> 4)) ?? .second
    }
    /// Seconds since 1970.
    var expiry: Int64? {
        let hour = rawValue >> Self.expiryShift
        return hour > 0 ? hour * 3600 : nil
    }
}
