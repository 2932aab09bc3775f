import JSON
import PhotoModel

/// A command as docs/navigation.md has it, its members checked. Layouts and options are read when it is its turn.
public enum NavigationCommand: Sendable {
    case setRoot(root: JSONValue, modals: [JSONValue], overlays: [JSONValue])
    case push(onto: String, layout: JSONValue)
    case pop(String, options: JSONValue?)
    case popTo(String, options: JSONValue?)
    case popToRoot(String, options: JSONValue?)
    case setStackRoot(of: String, children: [JSONValue])
    case showModal(JSONValue)
    case dismissModal(String, options: JSONValue?)
    case dismissAllModals(options: JSONValue?)
    case showOverlay(JSONValue)
    case dismissOverlay(String)
    case dismissAllOverlays
    case mergeOptions(of: String, JSONValue)
    case setDefaultOptions(JSONValue)

    public enum Name: String, CaseIterable, Sendable {
        case setRoot
        case push
        case pop
        case popTo
        case popToRoot
        case setStackRoot
        case showModal
        case dismissModal
        case dismissAllModals
        case showOverlay
        case dismissOverlay
        case dismissAllOverlays
        case mergeOptions
        case setDefaultOptions

        /// The command's members, by their names.
        package var members: [CommandMember] {
            switch self {
            case .setRoot: [.modals, .overlays, .root]
            case .push: [.componentID, .layout]
            case .pop, .popTo, .popToRoot, .dismissModal: [.componentID, .animationOptions]
            case .setStackRoot: [.children, .componentID]
            case .showModal, .showOverlay: [.layout]
            case .dismissAllModals: [.animationOptions]
            case .dismissOverlay: [.componentID]
            case .dismissAllOverlays: []
            case .mergeOptions: [.componentID, .options]
            case .setDefaultOptions: [.options]
            }
        }
    }

    static func named(_ name: String) throws(NavigationError) -> Name {
        if let command = Name(rawValue: name) { return command }
        let near = NearestName.near(name, among: Name.allCases.map(\.rawValue))
        throw NavigationError(
            .unknownCommand,
            key: name,
            near.map { "did you mean \($0)?" } ?? "docs/navigation.md lists the commands"
        )
    }

    /// - Throws: `unknown-command`, or `malformed` with the member.
    public init(name: String, _ said: JSONValue) throws(NavigationError) {
        let command = try Self.named(name)
        try said.checkMembers(command.members.map(\.name), node: nil)
        for member in command.members { try member.check(said.said(member.name)) }
        let id = said["componentId"]?.string ?? ""
        let layout = said["layout"] ?? .null
        let options = said.said("options")
        self =
            switch command {
            case .setRoot:
                .setRoot(
                    root: said["root"] ?? .null,
                    modals: said["modals"]?.array ?? [],
                    overlays: said["overlays"]?.array ?? []
                )
            case .push: .push(onto: id, layout: layout)
            case .pop: .pop(id, options: options)
            case .popTo: .popTo(id, options: options)
            case .popToRoot: .popToRoot(id, options: options)
            case .setStackRoot: .setStackRoot(of: id, children: said["children"]?.array ?? [])
            case .showModal: .showModal(layout)
            case .dismissModal: .dismissModal(id, options: options)
            case .dismissAllModals: .dismissAllModals(options: options)
            case .showOverlay: .showOverlay(layout)
            case .dismissOverlay: .dismissOverlay(id)
            case .dismissAllOverlays: .dismissAllOverlays
            case .mergeOptions: .mergeOptions(of: id, options ?? .null)
            case .setDefaultOptions: .setDefaultOptions(options ?? .null)
            }
    }
}
