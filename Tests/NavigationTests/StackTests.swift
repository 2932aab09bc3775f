import Testing

@testable import Navigation

@Suite("A stack")
struct StackTests {
    @Test("shows what was pushed last, and what it covers disappears first")
    func push() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        let said = try display.command("push", #""componentId":"a","layout":\#(Layout.component("b"))"#)
        #expect(said.told == ["componentWillAppear b", "componentDidDisappear a", "componentDidAppear b"])
        #expect(said.reply == "b")
        #expect(display.tree.nodes["s"]?.children == ["a", "b"])
    }

    @Test("is found from a component in it, from itself, and from what it lies in by current children")
    func lookup() throws {
        let root = Layout.node("bottomTabs", "tabs", [Layout.stack("one", "a"), Layout.stack("two", "b")])
        var display = try Display(root: root)
        for (id, stack) in [("a", "one"), ("b", "two"), ("two", "two"), ("tabs", "one")] {
            let said = try display.command(
                "push",
                #""componentId":"\#(id)","layout":{"type":"component","data":{"name":"all"}}"#
            )
            #expect(said.reply == display.tree.nodes[stack]?.children.last)
        }
    }

    @Test("is refused where there is none, and where the id is nobody's")
    func none() throws {
        var display = try Display(root: Layout.component("a"))
        let layout = Layout.component("b")
        #expect(
            try display.command("push", #""componentId":"a","layout":\#(layout)"#).refusal?.reason == .noStack
        )
        #expect(
            try display.command("push", #""componentId":"x","layout":\#(layout)"#).refusal?.reason == .noSuch
        )
        #expect(try display.command("popTo", #""componentId":"a""#).refusal?.reason == .noStack)
    }

    @Test("pops its last child, whichever of its nodes is named, and keeps the only one")
    func pop() throws {
        var display = try Display(root: Layout.stack("s", "a", "b"))
        let said = try display.command("pop", #""componentId":"a""#)
        #expect(
            said.told == [
                "componentWillAppear a", "componentDidDisappear b", "componentDidAppear a", "screenPopped b",
            ]
        )
        #expect(said.reply == "b")
        let again = try display.command("pop", #""componentId":"a""#)
        #expect(again.refusal?.reason == .nothingToPop)
        #expect(again.refusal?.node == "s")
    }

    @Test("pops down to the child that a node is in, the last one first, and stays where that is last")
    func popTo() throws {
        let tabs = Layout.node("topTabs", "t", [Layout.component("b"), Layout.component("c")])
        var display = try Display(
            root: Layout.node(
                "stack",
                "s",
                [Layout.component("a"), tabs, Layout.component("d"), Layout.component("e")]
            )
        )
        let said = try display.command("popTo", #""componentId":"c""#)
        #expect(said.told.suffix(2) == ["screenPopped e", "screenPopped d"])
        #expect(said.reply == "t")
        #expect(display.visible == ["b"])
        let again = try display.command("popTo", #""componentId":"b""#)
        #expect(again.told.isEmpty)
        #expect(again.reply == "t")
    }

    @Test("pops to its first child")
    func popToRoot() throws {
        var display = try Display(root: Layout.stack("s", "a", "b", "c"))
        let said = try display.command("popToRoot", #""componentId":"c""#)
        #expect(said.told.suffix(2) == ["screenPopped c", "screenPopped b"])
        #expect(said.reply == "a")
        #expect(try display.command("popToRoot", #""componentId":"s""#).reply == "a")
    }

    @Test("gets other children, who may have the ids of those that go and are others all the same")
    func setStackRoot() throws {
        var display = try Display(root: Layout.stack("s", "a", "b"))
        let said = try display.command(
            "setStackRoot",
            #""componentId":"a","children":[\#(Layout.component("c")),\#(Layout.component("b"))]"#
        )
        #expect(said.told == ["componentWillAppear b", "componentDidDisappear b", "componentDidAppear b"])
        #expect(said.transition?.remove == ["b"])
        #expect(said.transition?.make == ["b"])
        #expect(display.tree.nodes["a"] == nil)
        let empty = try display.command("setStackRoot", #""componentId":"s","children":[]"#)
        #expect(empty.refusal?.reason == .noChildren)
        let twice = try display.command(
            "setStackRoot",
            #""componentId":"s","children":[\#(Layout.component("s"))]"#
        )
        #expect(twice.refusal?.reason == .duplicateID)
    }

    @Test("has what lies below made when it comes to light, and only once")
    func made() throws {
        var display = try Display(root: Layout.stack("s", "a", "b"))
        #expect(try display.command("pop", #""componentId":"s""#).transition?.make == ["a"])
        let push = try display.command("push", #""componentId":"s","layout":\#(Layout.component("c"))"#)
        #expect(push.transition?.make == ["c"])
        let pop = try display.command("pop", #""componentId":"s""#)
        #expect(pop.transition?.make == [])
        #expect(pop.transition?.remove == ["c"])
    }

    @Test("goes back when a user does, unless the component says otherwise")
    func back() throws {
        let stays = #"{"topBar":{"backButton":{"popStackOnPress":false,"id":"leave"}}}"#
        var display = try Display(
            root: Layout.node(
                "stack",
                "s",
                [Layout.component("a"), Layout.component("b"), Layout.component("c", options: stays)]
            )
        )
        #expect(
            try display.gesture("back").events == [.navigationButtonPressed(component: "c", button: "leave")]
        )
        _ = try display.command("pop", #""componentId":"s""#)
        #expect(try display.gesture("back").told.last == "screenPopped b")
        #expect(try display.gesture("back").isEmpty)
    }

    @Test("hands on how it is to pop")
    func options() throws {
        var display = try Display(root: Layout.stack("s", "a", "b"))
        let said = try display.command(
            "pop",
            #""componentId":"s","options":{"animations":{"pop":{"enabled":false}}}"#
        )
        #expect(said.transition?.options?["animations.pop.enabled"] == .bool(false))
    }
}
