import PhotoModel

/// What `groups` is asked for, read and checked.
public struct GroupsQuery: Hashable, Sendable {
    /// Only what is of this type is counted.
    public var type: AssetType?
    /// How many groups to list, from the beginning; `nil`: all.
    public var limit: Int?

    /// - Throws: `argument` where a value is wrong.
    public init(_ arguments: Arguments) throws(ProtocolError) {
        type = try arguments.assetType()
        limit = try arguments.integer("limit", in: 1...Int(Int32.max))
    }
}
