import PhotoModel

extension Overlay {
    /// Without what is said beneath as well: what two say is said by the one who will be asked by other programs too.
    ///
    /// - Parameters:
    ///   - place: `nil`: none.
    ///   - description: `nil`: none.
    public func without(date: CaptureDate?, place: PlaceMark?, description: String?) -> Overlay {
        Overlay(
            date: self.date.flatMap { said in date?.says(said) == true ? nil : said },
            place: self.place.flatMap { said in place?.isSame(as: said) == true ? nil : said },
            description: self.description == description ? nil : self.description
        )
    }
}

extension CaptureDate {
    /// Whether it is the same, whoever says it.
    public func says(_ other: CaptureDate) -> Bool {
        localTime == other.localTime && fractionDigits == other.fractionDigits
            && offsetMinutes == other.offsetMinutes && precision == other.precision
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
