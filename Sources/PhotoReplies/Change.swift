import LineProtocol

/// What became of one photo: a line of `changes`, and of an event of `photos`.
public struct Change: ReplyValue {
    public enum Kind: String, Sendable {
        case inserted
        case updated
        case deleted
    }

    public let object: ReplyObject
    public let kind: Kind?
    public let id: String?
    /// The month it is in now.
    public let monthKey: String?
    /// The month it was in before, which of an update is often the same; `nil` where it was inserted.
    public let oldMonthKey: String?

    public init(_ object: ReplyObject) {
        self.object = object
        kind = object.text("change").flatMap(Kind.init(rawValue:))
        id = object.text("id")
        monthKey = object.text("monthKey")
        oldMonthKey = object.text("oldMonthKey")
    }
}

/// The reply to `changes`.
public struct ChangeList: Sendable {
    public let changes: [Change]
    /// Where to go on from. `nil`: the reply is not whole; drop the changes and ask with the old clock again.
    public let clock: String?
    /// Whether there are more after that clock.
    public let hasMore: Bool
    /// Whether everything is listed as inserted: forget what was known.
    public let isFreshInstance: Bool

    /// - Throws: where a line is no JSON.
    public init(lines: some Sequence<some Collection<UInt8>>) throws(JSONError) {
        var changes: [Change] = []
        var end: ReplyObject?
        for line in lines {
            let object = try ReplyObject(line)
            if object.json["change"] == nil { end = object } else { changes.append(Change(object)) }
        }
        self.changes = changes
        clock = end?.text("clock")
        hasMore = end?.flag("more") ?? false
        isFreshInstance = end?.flag("isFreshInstance") ?? false
    }
}
