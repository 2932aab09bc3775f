import JSON

/// What happened on a display, for those who drive it.
public enum NavigationEvent: Hashable, Sendable {
    public struct Component: Hashable, Sendable {
        public let id: String
        /// What it shows.
        public let name: String
        public let type: NodeType
    }

    case appLaunched
    case componentWillAppear(Component)
    case componentDidAppear(Component)
    case componentDidDisappear(Component)
    case navigationButtonPressed(component: String, button: String)
    /// `time` is how long the page took, in milliseconds.
    case commandCompleted(command: String, name: String, component: String?, time: Double)
    case bottomTabPressed(component: String, index: Int)
    case bottomTabSelected(component: String, selected: Int, unselected: Int)
    case bottomTabLongPressed(component: String, index: Int)
    case modalsDismissed(component: String, count: Int)
    case modalAttemptedToDismiss(component: String)
    case screenPopped(component: String)
    case searchBarUpdated(component: String, text: String, isFocused: Bool)
    case searchBarCancelPressed(component: String)
    case previewCompleted(component: String, preview: String)
    /// An option that says nothing to a browser, or nothing where it was said.
    case warning(command: String, component: String?, option: String)
}

extension NavigationEvent {
    /// The name on the wire.
    public var name: String {
        switch self {
        case .appLaunched: "appLaunched"
        case .componentWillAppear: "componentWillAppear"
        case .componentDidAppear: "componentDidAppear"
        case .componentDidDisappear: "componentDidDisappear"
        case .navigationButtonPressed: "navigationButtonPressed"
        case .commandCompleted: "commandCompleted"
        case .bottomTabPressed: "bottomTabPressed"
        case .bottomTabSelected: "bottomTabSelected"
        case .bottomTabLongPressed: "bottomTabLongPressed"
        case .modalsDismissed: "modalsDismissed"
        case .modalAttemptedToDismiss: "modalAttemptedToDismiss"
        case .screenPopped: "screenPopped"
        case .searchBarUpdated: "searchBarUpdated"
        case .searchBarCancelPressed: "searchBarCancelPressed"
        case .previewCompleted: "previewCompleted"
        case .warning: "warning"
        }
    }

    /// What it says beside its name, in the order it is sent.
    public var members: [JSONValue.Member] {
        switch self {
        case .appLaunched: []
        case .componentWillAppear(let one), .componentDidAppear(let one), .componentDidDisappear(let one):
            [
                .init("componentId", one.id), .init("componentName", one.name),
                .init("componentType", one.type.rawValue),
            ]
        case .navigationButtonPressed(let component, let button):
            [.init("componentId", component), .init("buttonId", button)]
        case .commandCompleted(let command, let name, let component, let time):
            Self.known([
                .init("commandId", command), .init("commandName", name),
                component.map { .init("componentId", $0) }, .init(name: "time", value: .number(time)),
            ])
        case .bottomTabPressed(let component, let index), .bottomTabLongPressed(let component, let index):
            [.init("componentId", component), .init("tabIndex", index)]
        case .bottomTabSelected(let component, let selected, let unselected):
            [
                .init("componentId", component), .init("selected", selected),
                .init("unselected", unselected),
            ]
        case .modalsDismissed(let component, let count):
            [.init("componentId", component), .init("numberOfModalsDismissed", count)]
        case .modalAttemptedToDismiss(let component), .screenPopped(let component),
            .searchBarCancelPressed(let component):
            [.init("componentId", component)]
        case .searchBarUpdated(let component, let text, let isFocused):
            [
                .init("componentId", component), .init("text", text),
                .init(name: "isFocused", value: .bool(isFocused)),
            ]
        case .previewCompleted(let component, let preview):
            [.init("componentId", component), .init("previewComponentId", preview)]
        case .warning(let command, let component, let option):
            Self.known([
                .init("commandId", command), component.map { .init("componentId", $0) }, .init("key", option),
            ])
        }
    }

    private static func known(_ members: [JSONValue.Member?]) -> [JSONValue.Member] {
        members.compactMap(\.self)
    }
}

extension NavigationEvent.Component {
    init(_ node: Node) {
        self.init(id: node.id, name: node.name ?? "", type: node.type)
    }
}

extension JSONValue.Member {
    fileprivate init(_ name: String, _ text: String) { self.init(name: name, value: .string(text)) }
    fileprivate init(_ name: String, _ number: Int) { self.init(name: name, value: .integer(Int64(number))) }
}
