import Testing

@testable import Navigation

@Suite("Modals and overlays")
struct ModalTests {
    private func modal(_ id: String, _ style: String) -> String {
        Layout.component(id, options: #"{"modal":{"presentationStyle":"\#(style)"}}"#)
    }

    @Test("what a full-screen modal covers disappears; below any other it stays")
    func styles() throws {
        var display = try Display(root: Layout.component("a"))
        let sheet = try display.command("showModal", #""layout":\#(modal("m", "pageSheet"))"#)
        #expect(sheet.told == ["componentWillAppear m", "componentDidAppear m"])
        #expect(display.visible == ["a", "m"])
        let full = try display.command("showModal", #""layout":\#(modal("n", "fullScreen"))"#)
        #expect(
            full.told == [
                "componentWillAppear n", "componentDidDisappear a", "componentDidDisappear m",
                "componentDidAppear n",
            ]
        )
        #expect(display.tree.topmost?.id == "n")
    }

    @Test("a modal in the middle goes by any node in it")
    func dismiss() throws {
        var display = try Display(root: Layout.component("a"))
        _ = try display.command("showModal", #""layout":\#(Layout.stack("m", "b"))"#)
        _ = try display.command("showModal", #""layout":\#(Layout.component("n"))"#)
        let said = try display.command("dismissModal", #""componentId":"b""#)
        #expect(said.events.contains(.modalsDismissed(component: "m", count: 1)))
        #expect(said.reply == "m")
        #expect(display.visible == ["n"])
        #expect(try display.command("dismissModal", #""componentId":"a""#).refusal?.reason == .notModal)
        #expect(try display.command("dismissModal", #""componentId":"m""#).refusal?.reason == .noSuch)
    }

    @Test("all modals go at once, and that is said once")
    func dismissAll() throws {
        var display = try Display(root: Layout.component("a"))
        _ = try display.command("showModal", #""layout":\#(Layout.component("m"))"#)
        _ = try display.command("showModal", #""layout":\#(Layout.component("n"))"#)
        let said = try display.command("dismissAllModals")
        #expect(
            said.told == [
                "componentWillAppear a", "componentDidDisappear n", "componentDidAppear a",
                "modalsDismissed n",
            ]
        )
        #expect(said.events.contains(.modalsDismissed(component: "n", count: 2)))
        #expect(try display.command("dismissAllModals").told.isEmpty)
    }

    @Test("a user leaves a modal, unless it says otherwise")
    func attempt() throws {
        var display = try Display(root: Layout.component("a"))
        _ = try display.command("showModal", #""layout":\#(Layout.component("m"))"#)
        let stays = Layout.component("n", options: #"{"modal":{"swipeToDismiss":false}}"#)
        _ = try display.command("showModal", #""layout":\#(stays)"#)
        #expect(try display.gesture("dismissModal").told == ["modalAttemptedToDismiss n"])
        #expect(try display.gesture("back").told == ["modalAttemptedToDismiss n"])
        _ = try display.command("dismissModal", #""componentId":"n""#)
        #expect(try display.gesture("back").told.last == "modalsDismissed m")
        #expect(try display.gesture("dismissModal").isEmpty)
    }

    @Test("a new root takes modals away, keeps overlays, and may have the ids of the old one")
    func setRoot() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        _ = try display.command("showModal", #""layout":\#(Layout.component("m"))"#)
        _ = try display.command("showOverlay", #""layout":\#(Layout.component("o"))"#)
        let said = try display.command(
            "setRoot",
            #""root":\#(Layout.stack("s", "a")),"modals":[\#(Layout.component("m"))],"overlays":[\#(Layout.component("p"))]"#
        )
        #expect(said.transition?.remove == ["a", "m"])
        #expect(
            said.told == [
                "componentWillAppear m", "componentWillAppear p", "componentDidDisappear m",
                "componentDidAppear m", "componentDidAppear p", "modalsDismissed m",
            ]
        )
        #expect(display.visible == ["m", "o", "p"])
        let taken = try display.command("setRoot", #""root":\#(Layout.component("o"))"#)
        #expect(taken.refusal?.reason == .duplicateID)
    }

    @Test("overlays lie above all, are no one's turn, and go one by one or together")
    func overlays() throws {
        var display = try Display(root: Layout.component("a"))
        for id in ["o", "p", "q"] {
            _ = try display.command("showOverlay", #""layout":\#(Layout.component(id))"#)
        }
        _ = try display.command("showModal", #""layout":\#(Layout.component("m"))"#)
        #expect(display.visible == ["m", "o", "p", "q"])
        #expect(display.tree.topmost?.id == "m")
        #expect(
            try display.command("dismissOverlay", #""componentId":"p""#).told == ["componentDidDisappear p"]
        )
        #expect(try display.command("dismissOverlay", #""componentId":"m""#).refusal?.reason == .notOverlay)
        let said = try display.command("dismissAllOverlays")
        #expect(said.told == ["componentDidDisappear o", "componentDidDisappear q"])
        #expect(try display.command("dismissAllOverlays").refusal == nil)
    }
}
