import PhotoModel

extension CaptureDate {
    /// Whether it is the same, whoever says it. XMP has no hour without minutes, and EXIF no minute without seconds: who means
    /// one has a zero there.
    public func says(_ other: CaptureDate) -> Bool {
        localTime == other.localTime && fractionDigits == other.fractionDigits
            && offsetMinutes == other.offsetMinutes
            && (precision == other.precision || precision.canSay(other.precision))
    }
}

extension DatePrecision {
    /// Whether zeros say a time that is known less exactly.
    fileprivate func canSay(_ other: DatePrecision) -> Bool {
        switch other {
        case .hour, .minute: rawValue < other.rawValue
        case .second, .day, .month, .year: false
        }
    }
}

extension PlaceMark {
    /// Degrees, and metres: a sidecar has minutes with seven decimals, and fractions of ten thousand.
    private static let (nearby, level) = (0.000_000_1, 0.001)

    /// Whether it is the same as a file can say it.
    public func isSame(as other: PlaceMark) -> Bool {
        switch (self, other) {
        case (.none, .none): true
        case (
            .at(let latitude, let longitude, let altitude),
            .at(let otherLatitude, let otherLongitude, let otherAltitude)
        ):
            abs(latitude - otherLatitude) <= Self.nearby && abs(longitude - otherLongitude) <= Self.nearby
                && (altitude == nil) == (otherAltitude == nil)
                && abs((altitude ?? 0) - (otherAltitude ?? 0)) <= Self.level
        default: false
        }
    }
}
