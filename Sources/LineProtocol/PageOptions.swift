import PhotoModel

/// Which of the items a command lists, from where, and what of each: the options that all of them share.
public struct PageOptions: Hashable, Sendable {
    public enum Start: Hashable, Sendable {
        case offset(Int)
        /// A cursor as it was sent. Only the index knows what it means.
        case after(String)
    }

    public enum Group: Hashable, Sendable {
        case any
        case named(String)
        /// The assets without a group.
        case other
    }

    public enum Order: String, Hashable, Sendable, CaseIterable {
        case newest
        /// The same list from its other end, the undated first.
        case oldest
    }

    public var start: Start
    public var limit: Int
    public var type: AssetType?
    public var group: Group
    public var unviewedOnly: Bool
    public var order: Order
    public var fields: ItemFields

    public static let limits = 1...1000
    public static let defaultLimit = 20

    /// - Throws: `argument` where a value is wrong or two words contradict each other.
    public init(_ arguments: Arguments) throws(ProtocolError) {
        start = try Self.start(arguments)
        limit = try arguments.integer("limit", in: Self.limits) ?? Self.defaultLimit
        type = try arguments.assetType()
        group = try Self.group(arguments)
        unviewedOnly = try arguments.flag("unviewed")
        order = try Self.order(arguments)
        fields = try arguments.fields()
    }

    private static func start(_ arguments: Arguments) throws(ProtocolError) -> Start {
        let offset = try arguments.integer("offset", in: 0...Int.max)
        guard let cursor = arguments.request[option: "after"] else { return .offset(offset ?? 0) }
        guard offset == nil else {
            throw arguments.failure("offset= and after= exclude each other; give one of them")
        }
        guard !cursor.isEmpty else {
            throw arguments.failure("after= is empty; give a nextCursor that photod sent, or leave it out")
        }
        return .after(cursor)
    }

    private static func order(_ arguments: Arguments) throws(ProtocolError) -> Order {
        guard let text = arguments.request[option: "order"] else { return .newest }
        guard let order = Order(rawValue: text) else {
            throw arguments.failure(
                "not an order: \(ProtocolError.excerpt(text)); write order=newest or order=oldest"
            )
        }
        return order
    }

    private static func group(_ arguments: Arguments) throws(ProtocolError) -> Group {
        let other = try arguments.flag("other")
        guard let name = arguments.request[option: "group"] else { return other ? .other : .any }
        guard !other else {
            throw arguments.failure("group= and other=1 exclude each other; give one of them")
        }
        return .named(try arguments.groupName(name))
    }
}

extension Arguments {
    /// - Throws: where no group can be called so: Other has no name.
    func groupName(_ text: String) throws(ProtocolError) -> String {
        guard !text.allSatisfy(\.isWhitespace) else {
            throw failure("a group's name is not blank; other=1 lists what has no group")
        }
        return text
    }
}
