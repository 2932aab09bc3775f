import LineProtocol

/// Layouts of photod-navigation(7).
enum LayoutNode {
    /// - Parameter id: `nil`: the gallery makes one.
    static func component(
        _ name: String,
        id: String? = nil,
        _ properties: JSONValue = [:],
        options: JSONValue = [:]
    ) -> JSONValue {
        node(
            "component",
            id,
            data: [("name", .string(name)), ("passProps", properties), ("options", options)]
        )
    }

    static func container(
        _ type: String,
        id: String? = nil,
        options: JSONValue = [:],
        _ children: [JSONValue]
    ) -> JSONValue {
        node(type, id, data: [("options", options)], children)
    }

    /// Where nothing is said a member is left out.
    private static func node(
        _ type: String,
        _ id: String?,
        data: [(String, JSONValue)],
        _ children: [JSONValue] = []
    ) -> JSONValue {
        let said = data.filter { $0.1 != [:] }.map { JSONValue.Member(name: $0.0, value: $0.1) }
        var members: [JSONValue.Member] = []
        if let id { members.append(.init(name: "id", value: .string(id))) }
        members.append(.init(name: "type", value: .string(type)))
        if !said.isEmpty { members.append(.init(name: "data", value: .object(said))) }
        if !children.isEmpty { members.append(.init(name: "children", value: .array(children))) }
        return .object(members)
    }
}
