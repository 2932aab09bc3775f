import JSON
import Testing

@testable import Navigation

@Suite("A layout")
struct LayoutTests {
    struct Malformed: Sendable, CustomTestStringConvertible {
        let layout: String
        let reason: NavigationError.Reason
        let node: String?
        let key: String?

        init(_ layout: String, _ reason: NavigationError.Reason, _ node: String?, _ key: String? = nil) {
            self.layout = layout
            self.reason = reason
            self.node = node
            self.key = key
        }

        var testDescription: String { "\(reason.rawValue): \(layout)" }
    }

    static let malformed: [Malformed] = [
        Malformed("{}", .malformed, "root", "type"),
        Malformed(#"{"type":"stcak","children":[]}"#, .unknownType, "root", "type"),
        Malformed(#"{"type":null}"#, .unknownType, "root", "type"),
        Malformed(
            #"{"type":"component","data":{"name":"months"},"childs":[]}"#,
            .malformed,
            "root",
            "childs"
        ),
        Malformed(#"{"id":"a b","type":"stack"}"#, .badID, "root"),
        Malformed(#"{"id":"","type":"stack"}"#, .badID, "root"),
        Malformed(#"{"id":7,"type":"stack"}"#, .badID, "root"),
        Malformed(#"{"id":"s","type":"stack"}"#, .noChildren, "s"),
        Malformed(#"{"id":"s","type":"stack","children":[]}"#, .noChildren, "s"),
        Malformed(#"{"id":"s","type":"stack","children":{}}"#, .malformed, "s", "children"),
        Malformed(#"{"id":"s","type":"stack","children":[7]}"#, .malformed, "root.children[0]"),
        Malformed(#"{"id":"s","type":"stack","data":[]}"#, .malformed, "s", "data"),
        Malformed(#"{"id":"s","type":"stack","data":{"name":"months"}}"#, .malformed, "s", "name"),
        Malformed(#"{"id":"t","type":"bottomTabs"}"#, .noChildren, "t"),
        Malformed(#"{"id":"t","type":"topTabs"}"#, .noChildren, "t"),
        Malformed(Layout.node("splitView", "v", []), .noChildren, "v"),
        Malformed(Layout.node("splitView", "v", [Layout.component("a")]), .wrongChildren, "v"),
        Malformed(
            Layout.node("splitView", "v", ["a", "b", "c"].map { Layout.component($0) }),
            .wrongChildren,
            "v"
        ),
        Malformed(Layout.node("component", "c", [Layout.component("a")]), .malformed, "c", "name"),
        Malformed(
            #"{"id":"c","type":"component","data":{"name":"all"},"children":[{"type":"stack"}]}"#,
            .wrongChildren,
            "c"
        ),
        Malformed(Layout.node("stack", "s", [Layout.stack("inner", "a")]), .misplaced, "inner"),
        Malformed(Layout.node("sideMenuLeft", "m", [Layout.component("a")]), .misplaced, "m"),
        Malformed(Layout.node("sideMenu", "m", [Layout.component("a")]), .misplaced, "a"),
        Malformed(
            Layout.node("sideMenu", "m", [Layout.node("sideMenuLeft", "l", [Layout.component("a")])]),
            .wrongChildren,
            "m"
        ),
        Malformed(
            Layout.node(
                "sideMenu",
                "m",
                ["x", "y"].map { Layout.node("sideMenuCenter", $0, [Layout.component("in\($0)")]) }
            ),
            .wrongChildren,
            "m"
        ),
        Malformed(Layout.node("stack", "s", [Layout.component("s")]), .duplicateID, "s"),
        Malformed(Layout.stack("s", "a", "b", "a"), .duplicateID, "a"),
        Malformed(#"{"type":"component"}"#, .malformed, "root", "name"),
        Malformed(#"{"type":"component","data":{"name":7}}"#, .malformed, "root", "name"),
        Malformed(#"{"type":"component","data":{"name":"phtoo"}}"#, .unknownComponent, "root", "phtoo"),
        Malformed(#"{"type":"component","data":{"name":"html"}}"#, .unknownComponent, "root", "html"),
        Malformed(
            #"{"type":"component","data":{"name":"photo","passProps":[]}}"#,
            .malformed,
            "root",
            "passProps"
        ),
        Malformed(#"{"id":"p","type":"component","data":{"name":"photo"}}"#, .badProperty, "p", "id"),
        Malformed(
            #"{"type":"component","data":{"name":"month","passProps":{"month":"2016-13"}}}"#,
            .badProperty,
            "root",
            "month"
        ),
        Malformed(
            #"{"type":"component","data":{"name":"months","passProps":{"type":"film"}}}"#,
            .badProperty,
            "root",
            "type"
        ),
        Malformed(
            #"{"type":"component","data":{"name":"group","passProps":{}}}"#,
            .badProperty,
            "root",
            "group"
        ),
        Malformed(
            #"{"type":"component","data":{"name":"image","passProps":{"path":"a/../b"}}}"#,
            .badProperty,
            "root",
            "path"
        ),
        Malformed(
            #"{"type":"externalComponent","data":{"name":"html","passProps":{"path":"/etc/passwd"}}}"#,
            .badProperty,
            "root",
            "path"
        ),
        Malformed(
            Layout.component("c", options: #"{"topBar":{"titel":{"text":"x"}}}"#),
            .unknownOption,
            "c",
            "topBar.titel"
        ),
        Malformed(
            Layout.component("c", options: #"{"topBar.visible":true}"#),
            .unknownOption,
            "c",
            "topBar.visible"
        ),
        Malformed(Layout.component("c", options: #"{"topBar":true}"#), .badOption, "c", "topBar"),
        Malformed(Layout.component("c", options: "7"), .malformed, "c", "options"),
        Malformed(
            Layout.node(
                "bottomTabs",
                "t",
                [Layout.component("a")],
                options: #"{"bottomTabs":{"currentTabIndex":1}}"#
            ),
            .badOption,
            "t",
            "bottomTabs.currentTabIndex"
        ),
        Malformed(
            Layout.node(
                "topTabs",
                "t",
                [Layout.component("a")],
                options: #"{"topTabs":{"currentTabId":"b"}}"#
            ),
            .badOption,
            "t",
            "topTabs.currentTabId"
        ),
        Malformed(
            Layout.node(
                "sideMenu",
                "m",
                [Layout.node("sideMenuCenter", "c", [Layout.component("a")])],
                options: #"{"sideMenu":{"left":{"visible":true}}}"#
            ),
            .badOption,
            "m",
            "sideMenu.left.visible"
        ),
    ]

    @Test("that is malformed is refused, and the node named; nothing is shown", arguments: malformed)
    func refused(_ one: Malformed) throws {
        var display = Display()
        let said = try display.command("setRoot", #""root":\#(one.layout)"#)
        let refusal = try #require(said.refusal)
        #expect(refusal.reason == one.reason)
        #expect(refusal.node == one.node)
        #expect(refusal.key == one.key)
        #expect(said.count == 1)
        #expect(display.tree.root == nil)
        #expect(display.tree.nodes.isEmpty)
    }

    @Test("of every type is shown, and its nodes have the parents they lie in")
    func everyType() throws {
        let center = Layout.node(
            "bottomTabs",
            "tabs",
            [
                Layout.stack("one", "a", "b"),
                Layout.node("topTabs", "two", [Layout.component("c"), Layout.component("d")]),
                Layout.node("splitView", "three", [Layout.component("e"), Layout.component("f")]),
            ]
        )
        let external =
            #"{"id":"x","type":"externalComponent","data":{"name":"html","passProps":{"path":"a/b.html"}}}"#
        var display = Display()
        let said = try display.command(
            "setRoot",
            #""root":"#
                + Layout.node(
                    "sideMenu",
                    "menu",
                    [
                        Layout.node("sideMenuLeft", "left", [external]),
                        Layout.node("sideMenuCenter", "center", [center]),
                        Layout.node("sideMenuRight", "right", [Layout.component("z")]),
                    ]
                )
        )
        #expect(said.refusal == nil)
        #expect(said.reply == "menu")
        #expect(display.tree.nodes.count == 16)
        #expect(display.tree.nodes["e"]?.parent == "three")
        #expect(display.tree.topmost?.id == "b")
        #expect(display.visible == ["b"])
    }

    @Test("whose nodes have no ids gets some, and never one that a later node has")
    func madeIDs() throws {
        var display = Display()
        let said = try display.command(
            "setRoot",
            #"""
            "root":{"type":"stack","children":[
              {"type":"component","data":{"name":"months"}},
              {"id":"component2","type":"component","data":{"name":"all"}},
              {"type":"component","data":{"name":"all"}}]}
            """#
        )
        #expect(said.reply == "stack1")
        #expect(display.tree.nodes["stack1"]?.children == ["component3", "component2", "component4"])
    }

    @Test("takes null for what is left out")
    func null() throws {
        var display = Display()
        let said = try display.command(
            "setRoot",
            #""root":{"id":null,"type":"component","data":{"name":"months","passProps":null,"options":null},"children":null},"modals":null"#
        )
        #expect(said.reply == "component1")
    }

    @Test("with a member twice is none, however deep")
    func twice() {
        #expect(throws: NavigationError.self) {
            try NavigationInput(
                parsing:
                    #"{"command":"showModal","commandId":"1","layout":{"type":"stack","type":"component"}}"#
                    .utf8
            )
        }
    }

    @Test("takes the words of people that are no ids as ids of nothing")
    func kelvin() throws {
        var display = Display()
        _ = try display.command("setRoot", #""root":\#(Layout.stack("K", "a"))"#)
        // The sign for kelvin, which Swift takes for a K.
        let said = try display.command("popToRoot", "\"componentId\":\"\u{212A}\"")
        #expect(said.refusal?.reason == .noSuch)
    }
}
