import Testing

@testable import Navigation

@Suite("The order of things")
struct OrderTests {
    @Test("a command waits until the one before is done, and finds what that made")
    func waiting() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        let first = try display.tell(
            #"{"command":"push","commandId":"1","componentId":"s","layout":\#(Layout.component("b"))}"#
        )
        #expect(first.told == ["componentWillAppear b"])
        let pop = #"{"command":"pop","commandId":"2","componentId":"b"}"#
        #expect(try display.tell(pop).isEmpty)
        #expect(display.navigation.waitingCount == 1)
        #expect(try display.tell(#"{"finished":"2","time":0}"#).isEmpty)
        let both = try display.tell(#"{"finished":"1","time":3.5}"#)
        #expect(
            both.map(\.json).prefix(4) == [
                #"{"event":"componentDidDisappear","componentId":"a","componentName":"months","componentType":"component"}"#,
                #"{"event":"componentDidAppear","componentId":"b","componentName":"months","componentType":"component"}"#,
                #"{"event":"commandCompleted","commandId":"1","commandName":"push","componentId":"b","time":3.5}"#,
                #"{"done":"1","componentId":"b"}"#,
            ]
        )
        #expect(both.transition?.commandID == "2")
        #expect(display.navigation.runningID == "2")
    }

    @Test("what is refused at its turn holds nobody up")
    func refused() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        _ = try display.tell(#"{"command":"dismissAllModals","commandId":"1"}"#)
        _ = try display.tell(#"{"command":"pop","commandId":"2","componentId":"s"}"#)
        _ = try display.tell(#"{"gesture":"search","componentId":"a","text":"x","isFocused":false}"#)
        _ = try display.tell(#"{"command":"dismissAllModals","commandId":"3"}"#)
        let said = try display.tell(#"{"finished":"1","time":0}"#)
        #expect(said.refusal?.reason == .nothingToPop)
        #expect(said.events.contains(.searchBarUpdated(component: "a", text: "x", isFocused: false)))
        #expect(display.navigation.runningID == "3")
    }

    @Test("a thousand commands in a row are done in the order they came")
    func thousand() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        for number in 0..<1000 {
            let layout = #"{"type":"component","data":{"name":"all"}}"#
            _ = try display.tell(
                #"{"command":"push","commandId":"\#(number)","componentId":"s","layout":\#(layout)}"#
            )
        }
        var done: [String] = []
        while let id = display.navigation.runningID {
            for case .done(let command, _) in try display.tell(#"{"finished":"\#(id)","time":0}"#) {
                done.append(command)
            }
        }
        #expect(done == (0..<1000).map { "\($0)" })
        #expect(display.tree.nodes["s"]?.children.count == 1001)
    }

    @Test("a page that begins anew is brought to the tree, and what was under way is done with that")
    func launchedAgain() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        _ = try display.tell(
            #"{"command":"push","commandId":"1","componentId":"s","layout":\#(Layout.component("b"))}"#
        )
        let said = try display.tell(#"{"launched":true}"#)
        #expect(said.told == ["componentDidDisappear a", "appLaunched", "componentWillAppear b"])
        #expect(said.transition?.make == ["b"])
        #expect(said.transition?.name == "restore")
        let done = try display.tell(#"{"finished":"1","time":0}"#)
        #expect(done.told == ["componentDidAppear b"])
        #expect(done.reply == "b")
    }

    @Test("a page that begins with nothing to show is only told to have begun")
    func launched() throws {
        var display = Display()
        #expect(try display.tell(#"{"launched":true}"#).told == ["appLaunched"])
        #expect(display.navigation.runningID == nil)
    }

    @Test("a tree that was written is the same when it is read")
    func written() throws {
        let tabs = Layout.node(
            "bottomTabs",
            "t",
            [Layout.stack("s", "a", "b"), Layout.component("c", options: #"{"topBar":{"height":4}}"#)],
            options: #"{"bottomTabs":{"currentTabIndex":1}}"#
        )
        var display = try Display(root: tabs)
        _ = try display.command("showModal", #""layout":\#(Layout.component("m"))"#)
        _ = try display.command("showOverlay", #""layout":{"type":"component","data":{"name":"all"}}"#)
        _ = try display.command("setDefaultOptions", #""options":{"topBar":{"visible":false}}"#)
        let text = display.navigation.json
        let again = Display(try NavigationTree(parsing: text.utf8))
        #expect(again.navigation.json == text)
        #expect(throws: NavigationError.self) {
            try NavigationTree(parsing: #"{"root":{"type":"stack"}}"#.utf8)
        }
    }

    @Test(
        "what is none of the four inputs is refused",
        arguments: ["", "[]", "{}", #"{"launched":false}"#, #"{"command":"pop"}"#, #"{"finished":7}"#]
    )
    func malformed(text: String) {
        #expect(throws: NavigationError.self) { try NavigationInput(parsing: text.utf8) }
    }

    @Test("buttons of the bar and actions of a preview are pressed, and no others")
    func buttons() throws {
        let options = """
            {"topBar":{"leftButtons":[{"id":"left"}],"rightButtons":[{"id":"right"}]},\
            "preview":{"actions":[{"id":"print","title":"Print"}]}}
            """
        var display = try Display(root: Layout.component("a", options: options))
        for button in ["left", "right", "print"] {
            let said = try display.gesture("pressButton", #""componentId":"a","buttonId":"\#(button)""#)
            #expect(said.events == [.navigationButtonPressed(component: "a", button: button)], "\(button)")
        }
        let other = try display.gesture("pressButton", #""componentId":"a","buttonId":"other""#)
        #expect(other.refusal?.reason == .noSuch)
    }

    @Test("a gesture without its members is refused")
    func gestures() throws {
        var display = try Display(root: Layout.component("a"))
        for (name, members) in [
            ("swipe", ""), ("selectTab", #""componentId":"a""#), ("back", #""componentId":"a""#),
            ("openMenu", #""componentId":"a","side":"top""#), ("search", #""componentId":"a","text":"x""#),
        ] {
            #expect(try display.gesture(name, members).refusal?.reason == .malformed, "\(name)")
        }
        for (name, members) in [
            ("openMenu", #""componentId":"a","side":"left""#),
            ("pressButton", #""componentId":"a","buttonId":"x""#),
            ("cancelSearch", #""componentId":"b""#), ("longPressTab", #""componentId":"a","index":0"#),
        ] {
            #expect(try display.gesture(name, members).refusal?.reason == .noSuch, "\(name)")
        }
    }
}
