import Testing

@testable import Navigation

@Suite("Containers")
struct ContainerTests {
    private static func tabs(_ options: String = "{}", first: String = "{}") -> String {
        Layout.node(
            "bottomTabs",
            "tabs",
            [Layout.component("a", options: first), Layout.stack("s", "b", "c"), Layout.component("d")],
            options: options
        )
    }

    @Test("bottom tabs are made together, afterwards or when they are selected, as is said")
    func attachment() throws {
        let modes: [(String, make: [String], later: [String])] = [
            ("together", ["a", "c", "d"], []), ("afterInitialTab", ["a"], ["c", "d"]),
            ("onSwitchToTab", ["a"], []),
        ]
        for (mode, make, later) in modes {
            var display = Display()
            let root = Self.tabs(#"{"bottomTabs":{"tabsAttachMode":"\#(mode)"}}"#)
            let shown = try display.command("setRoot", #""root":\#(root)"#).transition
            #expect(shown?.make == make)
            #expect(shown?.later == later)
            let selected = try display.gesture("selectTab", #""componentId":"tabs","index":1"#).transition
            #expect(selected?.make == (mode == "onSwitchToTab" ? ["c"] : []))
        }
    }

    @Test("a tab that a user presses is told to be pressed, and selected where it is another one")
    func press() throws {
        var display = try Display(root: Self.tabs(first: #"{"bottomTab":{"selectTabOnPress":false}}"#))
        let said = try display.gesture("selectTab", #""componentId":"tabs","index":1"#)
        #expect(
            said.events == [
                .bottomTabPressed(component: "tabs", index: 1),
                .componentWillAppear(.init(id: "c", name: "months", type: .component)),
                .componentDidDisappear(.init(id: "a", name: "months", type: .component)),
                .componentDidAppear(.init(id: "c", name: "months", type: .component)),
                .bottomTabSelected(component: "tabs", selected: 1, unselected: 0),
            ]
        )
        #expect(
            try display.gesture("selectTab", #""componentId":"tabs","index":1"#).told == [
                "bottomTabPressed tabs"
            ]
        )
        #expect(
            try display.gesture("selectTab", #""componentId":"tabs","index":0"#).told == [
                "bottomTabPressed tabs"
            ]
        )
        #expect(display.visible == ["c"])
        #expect(
            try display.gesture("longPressTab", #""componentId":"tabs","index":2"#).events
                == [.bottomTabLongPressed(component: "tabs", index: 2)]
        )
        #expect(
            try display.gesture("selectTab", #""componentId":"tabs","index":3"#).refusal?.reason == .noSuch
        )
    }

    @Test("a tab is selected by index or by the id of what is in it, from anywhere in the tabs")
    func select() throws {
        var display = try Display(root: Self.tabs(#"{"bottomTabs":{"currentTabId":"b"}}"#))
        #expect(display.visible == ["c"])
        let byIndex = try display.command(
            "mergeOptions",
            #""componentId":"b","options":{"bottomTabs":{"currentTabIndex":2}}"#
        )
        #expect(byIndex.events.contains(.bottomTabSelected(component: "tabs", selected: 2, unselected: 1)))
        #expect(display.visible == ["d"])
        _ = try display.command(
            "mergeOptions",
            #""componentId":"tabs","options":{"bottomTabs":{"currentTabId":"a","currentTabIndex":1}}"#
        )
        #expect(display.visible == ["a"])
        let wrong = try display.command(
            "mergeOptions",
            #""componentId":"a","options":{"topBar":{"visible":false},"bottomTabs":{"currentTabIndex":3}}"#
        )
        #expect(wrong.refusal?.node == "tabs")
        #expect(display.tree.nodes["a"]?.options.isEmpty == true)
    }

    @Test("top tabs change without a word of bottom tabs")
    func topTabs() throws {
        var display = try Display(
            root: Layout.node("topTabs", "t", [Layout.component("a"), Layout.component("b")])
        )
        let said = try display.gesture("selectTab", #""componentId":"t","index":1"#)
        #expect(said.told == ["componentWillAppear b", "componentDidDisappear a", "componentDidAppear b"])
    }

    private static let menu = Layout.node(
        "sideMenu",
        "menu",
        [
            Layout.node("sideMenuLeft", "left", [Layout.component("l")]),
            Layout.node("sideMenuCenter", "center", [Layout.component("c")]),
            Layout.node("sideMenuRight", "right", [Layout.component("r")]),
        ]
    )

    @Test("a side menu opens and closes, by a user and by options, and what is beside it stays")
    func sideMenu() throws {
        var display = try Display(root: Self.menu)
        let open = try display.gesture("openMenu", #""componentId":"menu","side":"left""#)
        #expect(open.told == ["componentWillAppear l", "componentDidAppear l"])
        #expect(open.transition?.make == ["l"])
        #expect(display.visible == ["l", "c"])
        #expect(display.tree.topmost?.id == "c")
        #expect(try display.gesture("openMenu", #""componentId":"menu","side":"left""#).isEmpty)
        let options = #"{"sideMenu":{"left":{"visible":false},"right":{"visible":true}}}"#
        let said = try display.command("mergeOptions", #""componentId":"c","options":\#(options)"#)
        #expect(said.told == ["componentWillAppear r", "componentDidDisappear l", "componentDidAppear r"])
    }

    @Test("a menu that is not enabled opens by options alone")
    func disabledMenu() throws {
        var display = try Display(root: Self.menu)
        _ = try display.command(
            "mergeOptions",
            #""componentId":"c","options":{"sideMenu":{"left":{"enabled":false}}}"#
        )
        #expect(try display.gesture("openMenu", #""componentId":"menu","side":"left""#).isEmpty)
        _ = try display.command(
            "mergeOptions",
            #""componentId":"menu","options":{"sideMenu":{"left":{"visible":true}}}"#
        )
        #expect(display.visible == ["l", "c"])
        #expect(
            try display.gesture("closeMenu", #""componentId":"menu","side":"left""#).told.last
                == "componentDidDisappear l"
        )
    }

    @Test("of a split view both parts are on screen, and the second is current")
    func splitView() throws {
        let display = try Display(
            root: Layout.node("splitView", "v", [Layout.stack("m", "a"), Layout.stack("d", "b", "c")])
        )
        #expect(display.visible == ["a", "c"])
        #expect(display.tree.topmost?.id == "c")
    }
}
