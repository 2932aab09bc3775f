import LineProtocol

/// The screen that a page is to be, as the address of its stream says it.
struct ShownScreen: Sendable {
    let screens: Screens
    /// `nil`: one that the gallery makes up.
    let name: ScreenName?
    let constants: ScreenConstants

    init(_ screens: Screens, _ target: RequestTarget) throws(Refusal) {
        self.screens = screens
        let text = target["screen"] ?? ""
        name = ScreenName(text)
        guard name != nil || text.isEmpty else {
            throw Refusal(
                .argument,
                command: "",
                "this is no screen: a name is 1 to 64 letters, digits and . _ -"
            )
        }
        constants = ScreenConstants(width: target["width"], height: target["height"])
    }
}
