/// Values of some of a photo's properties; `nil` of a property that is not spoken of. So it says what an edit asks for, what
/// was there before and what is there afterwards.
public struct EditedValues: Hashable, Sendable {
    public var favorite: FavoriteMark?
    public var group: GroupMark?

    public init(favorite: FavoriteMark? = nil, group: GroupMark? = nil) {
        self.favorite = favorite
        self.group = group
    }

    public var isEmpty: Bool { self == EditedValues() }

    /// The same of the properties that `other` speaks of.
    public func spoken(ofIn other: EditedValues) -> EditedValues {
        EditedValues(
            favorite: other.favorite == nil ? nil : favorite,
            group: other.group == nil ? nil : group
        )
    }
}
