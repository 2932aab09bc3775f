import PhotoModel

/// Values of some of a photo's properties; `nil` of a property that is not spoken of. So it says what an edit asks for, what
/// was there before and what is there afterwards.
public struct EditedValues: Hashable, Sendable {
    public var favorite: FavoriteMark?
    public var group: GroupMark?
    public var date: Said<CaptureDate>?
    public var place: Said<PlaceMark>?
    /// Empty: none.
    public var description: Said<String>?
    /// Empty: none.
    public var title: Said<String>?
    /// 0 to 5 stars; -1 of what other programs have rejected.
    public var rating: Said<Int>?
    /// All of them; empty: none.
    public var keywords: Said<[String]>?

    public init(
        favorite: FavoriteMark? = nil,
        group: GroupMark? = nil,
        date: Said<CaptureDate>? = nil,
        place: Said<PlaceMark>? = nil,
        description: Said<String>? = nil,
        title: Said<String>? = nil,
        rating: Said<Int>? = nil,
        keywords: Said<[String]>? = nil
    ) {
        self.favorite = favorite
        self.group = group
        self.date = date
        self.place = place
        self.description = description
        self.title = title
        self.rating = rating
        self.keywords = keywords
    }

    public var isEmpty: Bool { self == EditedValues() }

    /// The same of the properties that `other` speaks of.
    public func spoken(ofIn other: EditedValues) -> EditedValues {
        var values = EditedValues()
        for property in other.properties { values.take(property, from: self) }
        return values
    }

    /// Without what another says as well.
    func leavingOut(_ other: EditedValues) -> EditedValues {
        var values = self
        for property in properties where spoken(of: property) == other.spoken(of: property) {
            values.forget(property)
        }
        return values
    }

    private func spoken(of property: EditedProperty) -> EditedValues {
        var values = EditedValues()
        values.take(property, from: self)
        return values
    }
}

// MARK: - Property by property

extension EditedValues {
    /// What is said of a property.
    public enum Speech: Hashable, Sendable {
        /// Nothing.
        case silent
        /// That nobody says anything, and that what its file says counts.
        case unset
        case value
    }

    public func speech(of property: EditedProperty) -> Speech {
        switch property {
        case .favorite: favorite.map { $0 == .unset ? .unset : .value } ?? .silent
        case .group: group.map { $0 == .unset ? .unset : .value } ?? .silent
        case .date: Self.speech(date)
        case .place: Self.speech(place)
        case .description: Self.speech(description)
        case .title: Self.speech(title)
        case .rating: Self.speech(rating)
        case .keywords: Self.speech(keywords)
        }
    }

    private static func speech(_ said: Said<some Hashable & Sendable>?) -> Speech {
        switch said {
        case nil: .silent
        case .unset?: .unset
        case .value?: .value
        }
    }

    /// Properties that are spoken of.
    public var properties: [EditedProperty] { EditedProperty.allCases.filter { speech(of: $0) != .silent } }

    /// Whether both have the same value of a property, as exactly as files can say it.
    public func agrees(with other: EditedValues, on property: EditedProperty) -> Bool {
        guard speech(of: property) == .value, other.speech(of: property) == .value else { return false }
        return switch property {
        case .favorite: favorite == other.favorite
        case .group: group == other.group
        case .date: date?.value.flatMap { one in other.date?.value?.says(one) } ?? false
        case .place: place?.value.flatMap { one in other.place?.value?.isSame(as: one) } ?? false
        case .description: description == other.description
        case .title: title == other.title
        case .rating: rating == other.rating
        case .keywords: keywords == other.keywords
        }
    }

    /// Whether files that say `other` say the same of a property: that there is none where they say nothing of it.
    public func isSaid(by other: EditedValues, on property: EditedProperty) -> Bool {
        agrees(with: other, on: property) || saysNone(of: property) && other.speech(of: property) == .unset
    }

    /// Whether it says that there is none of a property, which no file can.
    func saysNone(of property: EditedProperty) -> Bool {
        switch property {
        case .favorite, .group, .date, .rating: false
        case .place: place == .value(.none)
        case .description: description == .value("")
        case .title: title == .value("")
        case .keywords: keywords == .value([])
        }
    }

    /// Says of a property what another says of it.
    public mutating func take(_ property: EditedProperty, from other: EditedValues) {
        switch property {
        case .favorite: favorite = other.favorite
        case .group: group = other.group
        case .date: date = other.date
        case .place: place = other.place
        case .description: description = other.description
        case .title: title = other.title
        case .rating: rating = other.rating
        case .keywords: keywords = other.keywords
        }
    }

    /// Says nothing of a property.
    public mutating func forget(_ property: EditedProperty) { take(property, from: EditedValues()) }

    /// With what another says of the properties that are unset here, if anything.
    public func filled(from other: EditedValues) -> EditedValues {
        var values = self
        for property in other.properties where speech(of: property) == .unset {
            values.take(property, from: other)
        }
        return values
    }
}
