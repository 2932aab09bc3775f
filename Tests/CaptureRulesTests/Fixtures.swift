import PhotoModel
import Testing

@testable import CaptureRules

/// 2024-06-15T12:00:00Z, in nanoseconds.
let noon2024: Int64 = 1_718_452_800_000_000_000

/// The end of 2024-06-16 or so: dates up to here are not in the future.
let latest2024 = LocalTime(microseconds: noon2024 / 1000 + 38 * 3_600_000_000)

/// `2016-09-12T12:34:56.78+02:00`, with the precision where it is less than a second.
func summary(_ date: DateText) -> String {
    summary(date.localTime, date.fractionDigits, date.offsetMinutes, date.precision)
}

func summary(_ date: CaptureDate) -> String {
    summary(date.localTime, date.fractionDigits, date.offsetMinutes, date.precision)
}

private func summary(_ time: LocalTime, _ digits: Int, _ offset: Int?, _ precision: DatePrecision) -> String {
    var text = time.text(fractionDigits: digits)
    if let offset { text += " \(offset)" }
    if precision != .second { text += " \(precision.name)" }
    return text
}
