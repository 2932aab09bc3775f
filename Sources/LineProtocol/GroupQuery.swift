import PhotoModel

/// What `group` is asked for, read and checked.
public struct GroupQuery: Hashable, Sendable {
    /// The group's name as it was written; `nil` is Other.
    public var name: String?
    /// `nil`: always, undated items included.
    public var dates: DateSpan?
    public var page: PageOptions

    /// - Throws: `argument` where a value is wrong, or where it is not said which group.
    public init(_ arguments: Arguments) throws(ProtocolError) {
        name = arguments.request.positionals.first
        dates = try DateSpan(arguments)
        page = try PageOptions(arguments)
        switch (name, page.group) {
        case (nil, .other): break
        case (nil, _):
            throw arguments.failure(
                "the group is missing; write its name, or other=1 for what has no group: "
                    + arguments.definition.usage
            )
        case (_?, .other):
            throw arguments.failure("a name and other=1 exclude each other; give one of them")
        case (let name?, _): self.name = try arguments.groupName(name)
        }
    }
}
