import LineProtocol

/// One step of a tour: a command, and what is said about it, in the terminal and on the screen.
struct DemoStep {
    let command: ScreenCommand
    let text: String

    init(_ name: String, _ members: JSONValue? = nil, _ text: String) {
        command = ScreenCommand(name, members)
        self.text = text
    }

    /// All that is sent for it: first comes what explains it, in the place of what explained the one before.
    ///
    /// - Parameter number: of the step, from 0.
    func commands(number: Int, after previous: DemoStep?) -> [ScreenCommand] {
        let words = LayoutNode.component(
            "text",
            id: Self.wordsID(number),
            ["title": .string(command.name), "text": .string(text)],
            options: ["overlay": ["interceptTouchOutside": false, "takeFocus": false]]
        )
        var commands = [ScreenCommand("showOverlay", ["layout": words])]
        // `dismissAllOverlays` has taken its own words away.
        if let previous, previous.command.name != "dismissAllOverlays" {
            commands.append(
                ScreenCommand("dismissOverlay", ["componentId": .string(Self.wordsID(number - 1))])
            )
        }
        return commands + [command]
    }

    private static func wordsID(_ number: Int) -> String { "demo-words-\(number)" }
}
