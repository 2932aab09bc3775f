import JSON
import Testing

@testable import Navigation

@Suite("What a display may be told")
struct LimitTests {
    private func components(_ count: Int) -> [String] { (0..<count).map { Layout.component("c\($0)") } }

    @Test("ends at 10,000 nodes, and the one too much is named")
    func nodes() throws {
        var display = Display()
        let most = NavigationLimits.nodes - 1
        let said = try display.command("setRoot", #""root":\#(Layout.node("stack", "s", components(most)))"#)
        #expect(said.reply == "s")
        let push = try display.command("push", #""componentId":"s","layout":\#(Layout.component("more"))"#)
        #expect(push.refusal == NavigationError(.tooManyNodes, node: "more", "10000 may be open"))
        // What goes makes room.
        let root = try display.command("setRoot", #""root":\#(Layout.node("stack", "s", components(most)))"#)
        #expect(root.reply == "s")

        var other = Display()
        let tooMany = try other.command(
            "setRoot",
            #""root":\#(Layout.node("stack", "s", components(most + 1)))"#
        )
        #expect(tooMany.refusal?.node == "c9999")
        #expect(other.tree.nodes.isEmpty)
    }

    /// Tabs in each other, a component in the innermost.
    private func nested(_ depth: Int) -> String {
        (1..<depth).reversed().reduce(Layout.component("inner")) { Layout.node("topTabs", "t\($1)", [$0]) }
    }

    @Test("ends at 200 in each other, and the one too deep is named")
    func depth() throws {
        var display = Display()
        #expect(try display.command("setRoot", #""root":\#(nested(200))"#).reply == "t1")
        #expect(display.visible == ["inner"])
        let said = try display.command("setRoot", #""root":\#(nested(201))"#)
        #expect(said.refusal?.reason == .tooDeep)
        #expect(said.refusal?.node == "inner")
    }

    @Test("counts what it is pushed onto when it is too deep")
    func depthOfStack() throws {
        var display = try Display(
            root: (1...198).reversed().reduce(Layout.stack("s", "a")) {
                Layout.node("topTabs", "t\($1)", [$0])
            }
        )
        #expect(
            try display.command("push", #""componentId":"s","layout":\#(Layout.component("b"))"#).reply == "b"
        )
        let said = try display.command(
            "push",
            #""componentId":"s","layout":\#(Layout.node("topTabs", "t", [Layout.component("c")]))"#
        )
        #expect(said.refusal?.reason == .tooDeep)
        #expect(said.refusal?.node == "c")
    }

    private func text(_ id: String, _ length: Int) -> String {
        #"{"id":"\#(id)","type":"component","data":{"name":"text","passProps":{"text":"\#(String(repeating: "x", count: length))"}}}"#
    }

    @Test("ends at 1,000,000 bytes of passProps and options, together")
    func data() throws {
        var display = Display()
        // The object and the name of its member count too.
        #expect(try display.command("setRoot", #""root":\#(text("a", 1_000_000 - 11))"#).refusal?.node == "a")
        #expect(display.tree.root == nil)
        #expect(try display.command("setRoot", #""root":\#(text("a", 1_000_000 - 12))"#).reply == "a")
        let options = #"{"topBar":{"title":{"text":""}}}"#
        #expect(
            try display.command("mergeOptions", #""componentId":"a","options":\#(options)"#).refusal?.reason
                == .dataTooLarge
        )
        #expect(
            try display.command("setDefaultOptions", #""options":\#(options)"#).refusal?.reason
                == .dataTooLarge
        )
        #expect(try display.command("showModal", #""layout":\#(text("b", 0))"#).refusal?.node == "b")
        // What goes makes room.
        #expect(try display.command("setRoot", #""root":\#(text("a", 10))"#).reply == "a")
        #expect(try display.command("showModal", #""layout":\#(text("b", 100))"#).reply == "b")
        #expect(try display.command("setDefaultOptions", #""options":\#(options)"#).refusal == nil)
    }

    @Test("that nests deeper than any layout does is no JSON to it")
    func nesting() {
        let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
        #expect(throws: NavigationError.self) { try NavigationInput(parsing: deep.utf8) }
    }

    @Test("waits in 10,000 places while a command is carried out, and a further one is told so")
    func waiting() throws {
        var display = try Display(root: Layout.stack("s", "a"))
        _ = try display.tell(#"{"command":"dismissAllModals","commandId":"first"}"#)
        for number in 1...NavigationLimits.waiting {
            #expect(try display.tell(#"{"command":"psuh","commandId":"w\#(number)"}"#).isEmpty)
        }
        let said = try display.tell(#"{"command":"psuh","commandId":"over"}"#)
        #expect(said.refusal?.reason == .busy)
        let all = display.navigation.receive(.finished(id: "first", time: 0))
        #expect(all.count == NavigationLimits.waiting + 2)
        #expect(display.navigation.waitingCount == 0)
    }
}
