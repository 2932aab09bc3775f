import LineProtocol

/// Brings a screen back to what it had open, as `ui tree` told it.
struct ScreenRestoration {
    let screen: String
    private let tree: JSONValue

    /// `nil` where the line is of no screen.
    init?(_ tree: JSONValue) {
        guard let screen = tree["screen"]?.string else { return nil }
        self.screen = screen
        self.tree = tree
    }

    /// Whether all that the screen has is forgotten first: no command takes a root away.
    var forgets: Bool { root == nil }

    /// What it is told then.
    var commands: [ScreenCommand] {
        var commands: [ScreenCommand] = []
        if let root {
            commands.append(ScreenCommand("dismissAllOverlays"))
            // Before the root: what is made then has them already.
            commands.append(ScreenCommand("setDefaultOptions", ["options": tree["defaultOptions"] ?? [:]]))
            commands.append(
                ScreenCommand(
                    "setRoot",
                    [
                        "root": root, "modals": .array(layers("modals")),
                        "overlays": .array(layers("overlays")),
                    ]
                )
            )
            return commands
        }
        if let options = tree["defaultOptions"], options != [:] {
            commands.append(ScreenCommand("setDefaultOptions", ["options": options]))
        }
        commands += layers("modals").map { ScreenCommand("showModal", ["layout": $0]) }
        commands += layers("overlays").map { ScreenCommand("showOverlay", ["layout": $0]) }
        return commands
    }

    private var root: JSONValue? {
        guard let root = tree["root"], root != .null else { return nil }
        return root
    }

    private func layers(_ name: String) -> [JSONValue] { tree[name]?.array ?? [] }
}
