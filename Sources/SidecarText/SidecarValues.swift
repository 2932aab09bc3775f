/// What a sidecar shall say of its photo, or says; `nil` of a property that is not spoken of.
public struct SidecarValues: Hashable, Sendable {
    /// When it was taken, in ISO 8601 as XMP has it and as far as it is known: `2004`, `2004-12`, `2004-12-24T18:00`,
    /// `2004-12-24T18:00:30.25-03:00`. It is not checked: what a sidecar said before can be said again.
    public var date: Setting<String>?
    public var place: Setting<Place>?
    /// In the default language.
    public var description: Setting<String>?
    /// In the default language.
    public var title: Setting<String>?
    /// 0 to 5 stars; -1 for a photo that is rejected.
    public var rating: Setting<Int>?
    /// All of them, in their order.
    public var keywords: Setting<[String]>?

    public init(
        date: Setting<String>? = nil,
        place: Setting<Place>? = nil,
        description: Setting<String>? = nil,
        title: Setting<String>? = nil,
        rating: Setting<Int>? = nil,
        keywords: Setting<[String]>? = nil
    ) {
        self.date = date
        self.place = place
        self.description = description
        self.title = title
        self.rating = rating
        self.keywords = keywords
    }

    /// Where a photo was taken.
    public struct Place: Hashable, Sendable {
        /// Degrees, positive to the north.
        public var latitude: Double
        /// Degrees, positive to the east.
        public var longitude: Double
        /// Metres above the sea.
        public var altitude: Double?

        public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
            self.latitude = latitude
            self.longitude = longitude
            self.altitude = altitude
        }
    }
}

/// What is said of a property: a value, or that it has none.
public enum Setting<Value> {
    case set(Value)
    case removed
}

extension Setting: Equatable where Value: Equatable {}
extension Setting: Hashable where Value: Hashable {}
extension Setting: Sendable where Value: Sendable {}
