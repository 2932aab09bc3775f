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

    public init(
        favorite: FavoriteMark? = nil,
        group: GroupMark? = nil,
        date: Said<CaptureDate>? = nil,
        place: Said<PlaceMark>? = nil,
        description: Said<String>? = nil
    ) {
        self.favorite = favorite
        self.group = group
        self.date = date
        self.place = place
        self.description = description
    }

    public var isEmpty: Bool { self == EditedValues() }

    /// The same of the properties that `other` speaks of.
    public func spoken(ofIn other: EditedValues) -> EditedValues {
        EditedValues(
            favorite: other.favorite == nil ? nil : favorite,
            group: other.group == nil ? nil : group,
            date: other.date == nil ? nil : date,
            place: other.place == nil ? nil : place,
            description: other.description == nil ? nil : description
        )
    }

    /// Without what another says as well.
    func leavingOut(_ other: EditedValues) -> EditedValues {
        EditedValues(
            favorite: favorite == other.favorite ? nil : favorite,
            group: group == other.group ? nil : group,
            date: date == other.date ? nil : date,
            place: place == other.place ? nil : place,
            description: description == other.description ? nil : description
        )
    }
}
