import PhotoModel

/// A capture date's precision and digits in one column.
struct DateDetail {
    let rawValue: Int64

    init(_ date: CaptureDate) {
        rawValue = Int64(date.fractionDigits) | Int64(date.precision.rawValue) << 4
    }

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    var fractionDigits: Int { Int(rawValue & 0xF) }
    var precision: DatePrecision {
        DatePrecision(rawValue: UInt8(truncatingIfNeeded: rawValue >> 4)) ?? .second
    }
}
