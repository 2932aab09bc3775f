/// A line of `groups`, and what an event says of a group.
public struct Group: ReplyValue {
    /// What photos are filed under.
    public enum Name: Hashable, Sendable {
        case named(String)
        /// No description at all. A group that is called “Other” is another thing.
        case other

        /// `nil` where nothing is said.
        init?(_ object: ReplyObject) {
            switch object.json["group"] {
            case .string(let text): self = .named(text)
            case .null: self = .other
            case nil, .bool, .integer, .number, .array, .object: return nil
            }
        }
    }

    public let object: ReplyObject
    public let name: Name?
    /// What imports call its folder.
    public let folder: String?
    /// Zeroes only in events: such a group is gone.
    public let counts: Counts
    /// The id of the newest photo that can be read, else of the newest such video. Events have none.
    public let cover: String?

    public init(_ object: ReplyObject) {
        self.object = object
        name = Name(object)
        folder = object.text("folder")
        counts = Counts(object)
        cover = object.text("cover")
    }
}
