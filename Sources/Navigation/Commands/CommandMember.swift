import JSON

/// A member of a command.
package struct CommandMember: Sendable {
    enum Kind: Sendable {
        case id
        /// A layout, or options.
        case object
        case layouts
    }

    package let name: String
    let kind: Kind
    let isNeeded: Bool

    static let root = CommandMember(name: "root", kind: .object, isNeeded: true)
    static let modals = CommandMember(name: "modals", kind: .layouts, isNeeded: false)
    static let overlays = CommandMember(name: "overlays", kind: .layouts, isNeeded: false)
    static let componentID = CommandMember(name: "componentId", kind: .id, isNeeded: true)
    static let layout = CommandMember(name: "layout", kind: .object, isNeeded: true)
    static let children = CommandMember(name: "children", kind: .layouts, isNeeded: true)
    static let options = CommandMember(name: "options", kind: .object, isNeeded: true)
    /// How what goes is to go.
    static let animationOptions = CommandMember(name: "options", kind: .object, isNeeded: false)

    func check(_ value: JSONValue?) throws(NavigationError) {
        guard let value else {
            if isNeeded { throw NavigationError(.malformed, key: name, "it is needed") }
            return
        }
        let fits =
            switch kind {
            case .id: value.string != nil
            case .object: value.members != nil
            case .layouts: value.array != nil
            }
        if !fits { throw NavigationError(.malformed, key: name, "it is another kind of value") }
    }
}
