/// The groups that a transaction changed something of, by the numbers of their rows; `nil` among them is Other.
public struct TouchedGroups: Sendable, Equatable {
    /// An asset came, went or changed: the counts and the cover may be others.
    public internal(set) var touched: Set<Int64?> = []
    /// Of these, groups whose counts may be others.
    public internal(set) var counted: Set<Int64?> = []
    /// Nothing that was known of any group need hold any more.
    public internal(set) var isEveryGroup = false

    public init() {}

    public var isEmpty: Bool { touched.isEmpty && !isEveryGroup }

    /// Notes that an asset is in `after` that was in `before`, its type another where `isRetyped`.
    mutating func noteMove(from before: Int64?, to after: Int64?, isRetyped: Bool) {
        touched.insert(before)
        touched.insert(after)
        if before != after || isRetyped { noteCounted(before, after) }
    }

    mutating func noteCounted(_ groups: Int64?...) {
        touched.formUnion(groups)
        counted.formUnion(groups)
    }
}
