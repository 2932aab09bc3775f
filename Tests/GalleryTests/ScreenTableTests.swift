import JSON
import LineProtocol
import Navigation
import Testing

@testable import Gallery

@Suite("Screens: what pages and those who command them are told")
struct ScreenTableTests {
    private static func refusal(_ body: () throws -> some Any) -> ProtocolError? {
        do { _ = try body() } catch { return error as? ProtocolError }
        return nil
    }

    @Test("a page is told its screen, then the command, and who gave it is told when the page has done it")
    func command() throws {
        var screens = TrialScreens()
        let opened = try screens.open("hall", stream: 1)
        let restore = try #require(try opened.messages(to: 1).first)
        #expect(restore["event"]?.string == "screen" && restore["screen"]?.string == "hall")
        #expect(restore["stream"]?.integer == 1 && restore["restore"]?["root"] == .null)
        #expect(restore["restore"]?["waiting"] == .array([]))
        #expect(opened.rest == ["hall: screenOpened", "hall: appLaunched"])
        let given = try screens.give("setRoot", TrialScreens.root("a"), to: "hall")
        #expect(
            try given.messages(to: 1).first?["told"]
                == JSONValue.parse(
                    #"{"command":"setRoot","commandId":"1","root":\#(TrialScreens.text("a", id: "a"))}"#
                )
        )
        #expect(given.rest == ["hall: componentWillAppear", "keep hall"])
        let done = try screens.finish("1", 1, of: "hall")
        #expect(try done.messages(to: 1).first?["told"]?["finished"]?.string == "1")
        #expect(
            done.rest == [
                "hall: componentDidAppear", "hall: commandCompleted",
                #"1: {"screen":"hall","commandId":"1","componentId":"a","time":5}"#, "1 ends",
            ]
        )
        // Another finish of it means nothing.
        #expect(try screens.finish("1", 1, of: "hall").rest.isEmpty)
    }

    @Test("a command to all ends when the last screen has done it, each told when it has")
    func several() throws {
        var screens = TrialScreens()
        _ = try screens.open("b", stream: 1)
        _ = try screens.open("a", stream: 2)
        _ = try screens.open("closed", stream: 3)
        _ = screens.close(3)
        let given = try screens.give("setRoot", TrialScreens.root("x"))
        #expect(try given.messages(to: 1).count == 1 && given.messages(to: 2).count == 1)
        #expect(try screens.finish("1", 1, of: "b").filter { $0.hasPrefix("1") }.count == 1)
        let last = try screens.finish("1", 2, of: "a").filter { $0.hasPrefix("1") }
        #expect(last.count == 2 && last.last == "1 ends")
        // What one screen refuses the other may do.
        _ = try screens.give(
            "showOverlay",
            #"{"layout":\#(TrialScreens.text("o", id: "o"))}"#,
            to: "a"
        )
        _ = try screens.finish("2", 2, of: "a")
        let dismissed = try screens.give("dismissOverlay", #"{"componentId":"o"}"#)
        let refused = #"3: {"screen":"b","commandId":"3","error":"no-such","node":"o","message":"no-such: o"#
        #expect(dismissed.rest.contains { $0.hasPrefix(refused) }, "\(dismissed)")
        #expect(try dismissed.messages(to: 1).isEmpty && dismissed.messages(to: 2).count == 1)
        #expect(try screens.finish("3", 2, of: "a").contains("3 ends"))
    }

    @Test("a command that is none is told as such, also where no screen is open")
    func wrongWords() throws {
        var screens = TrialScreens()
        for (name, text, code) in [
            ("psuh", "", ReplyCode.unknownCommand), ("setRoot", "nope", .argument),
            ("setRoot", "[]", .argument),
            ("setRoot", TrialScreens.root("a"), .noSuch),
        ] {
            let error = #expect(throws: ProtocolError.self) { try screens.give(name, text) }
            #expect(error?.code == code, "\(name) \(text)")
        }
    }

    @Test("what is refused at once is told to who gave it, with the node, and to no page")
    func refusals() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        let component = TrialScreens.text("t")
        let deep =
            String(repeating: #"{"type":"splitView","children":[\#(component),"#, count: 200) + component
            + String(repeating: "]}", count: 200)
        let wide = "[" + Array(repeating: component, count: 10_000).joined(separator: ",") + "]"
        let large = TrialScreens.text(String(repeating: "x", count: 1_000_001), id: "large")
        for (layout, code, name, node) in [
            (#"{"id":"a","type":"stcak"}"#, .argument, "unknown-type", "a"),
            (#"{"id":"a","type":"stack"}"#, .argument, "no-children", "a"),
            (
                #"{"type":"stack","children":[\#(TrialScreens.text("t", id: "b")),\#(TrialScreens.text("t", id: "b"))]}"#,
                .argument, "duplicate-id", "b"
            ),
            (deep, .tooLarge, "too-deep", "root.children"),
            (
                #"{"id":"w","type":"bottomTabs","children":\#(wide)}"#, .tooLarge, "too-many-nodes",
                "root.children[9999]"
            ),
            (large, .tooLarge, "data-too-large", "large"),
        ] as [(String, ReplyCode, String, String)] {
            let told = try screens.give("setRoot", #"{"root":\#(layout)}"#, to: "hall")
            let number = screens.table.commandCount
            let end = "\(number) ends: ACK [\(code.rawValue)@0] {ui} \(code.name): \(name): \(node)"
            #expect(told.count == 1 && told.first?.hasPrefix(end) ?? false, "\(told)")
        }
        #expect(try screens.screen("hall").isEmpty)
        #expect(screens.table.waiting.isEmpty)
    }

    @Test("what is no command is refused to who gave it, and takes no number")
    func noCommands() throws {
        var screens = TrialScreens()
        #expect(Self.refusal { try screens.give("pop", "{}") }?.code == .noSuch)
        #expect(Self.refusal { try screens.give("pop", "{}") }?.message.contains("photoctl gallery") ?? false)
        _ = try screens.open("hall", stream: 1)
        #expect(Self.refusal { try screens.give("pop", "{}", to: "other") }?.code == .noSuch)
        #expect(Self.refusal { try screens.give("pop", "{", to: "hall") }?.code == .argument)
        let unknown = Self.refusal { try screens.give("psuh", "{}") }
        #expect(unknown?.code == .unknownCommand && unknown?.message.contains("did you mean push?") ?? false)
        #expect(screens.table.commandCount == 0)
    }

    @Test("commands are done in the order they came, and each is told when it came")
    func order() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        var completed: [String] = []
        for number in 1...100 {
            let told = try screens.give("setRoot", TrialScreens.root("r\(number)"), to: "hall")
            #expect(try told.messages(to: 1).count == 1)
        }
        for number in 1...100 {
            completed += try screens.finish("\(number)", 1, of: "hall").filter { $0.hasSuffix(" ends") }
        }
        #expect(completed == (1...100).map { "\($0) ends" })
    }

    @Test("what is not done in time stays in its turn, and nobody is told when it is done")
    func late() throws {
        var screens = TrialScreens()
        _ = try screens.open("a", stream: 1)
        _ = try screens.open("b", stream: 2)
        _ = try screens.give("setRoot", TrialScreens.root("x"))
        _ = try screens.finish("1", 2, of: "b")
        let late = screens.timeOut(1)
        #expect(late.count == 2 && late.last == "1 ends")
        #expect(late.first?.hasPrefix(#"1: {"screen":"a","commandId":"1","error":"timeout""#) ?? false)
        _ = try screens.give("setRoot", TrialScreens.root("y"), to: "a")
        #expect(
            screens.timeOut(2).first?.hasPrefix(
                "2 ends: ACK [57@0] {ui} timeout: a: it was not done in 10 s,"
            ) ?? false
        )
        #expect(screens.timeOut(2).isEmpty)
        let done = try screens.finish("1", 1, of: "a").rest
        #expect(done.contains("a: commandCompleted") && !done.contains { $0.hasPrefix("1") }, "\(done)")
        #expect(try screens.finish("2", 1, of: "a").rest.contains("a: commandCompleted"))
    }

    @Test("a page that comes back in the middle of a command has all of it, and ends it")
    func reconnection() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "hall")
        _ = try screens.give("setRoot", TrialScreens.root("b"), to: "hall")
        #expect(screens.close(1) == ["hall: screenClosed"])
        let opened = try screens.open("hall", stream: 2)
        let restore = try #require(try opened.messages(to: 2).first?["restore"])
        #expect(restore["root"]?["id"]?.string == "a" && restore["running"]?.string == "1")
        #expect(restore["waiting"]?.array?.first?["commandId"]?.string == "2")
        #expect(try screens.finish("1", 2, of: "hall").contains("1 ends"))
        #expect(try screens.finish("2", 2, of: "hall").contains("2 ends"))
    }

    @Test("of two pages of one name the newer has it, and the other is told and may say nothing more")
    func taken() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        let opened = try screens.open("hall", stream: 2)
        #expect(try opened.messages(to: 1) == [try JSONValue.parse(#"{"event":"screen","taken":true}"#)])
        #expect(opened.rest == ["hall: screenClosed", "hall: screenOpened", "hall: appLaunched"])
        #expect(throws: PageFault.otherStream) { try screens.finish("1", 1, of: "hall") }
        #expect(throws: PageFault.unknownScreen) { try screens.finish("1", 1, of: "none") }
        // When it goes, the screen stays the newer one's.
        #expect(screens.close(1).isEmpty)
        #expect(try screens.screen("hall").stream == 2)
    }

    @Test("what a page says is an input or its constants, and nothing else")
    func pages() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        let constants =
            #"{"constants":{"width":1920,"height":1080,"pixelRatio":1.5,"orientation":"landscape"}}"#
        #expect(try screens.say(constants, 1, of: "hall").isEmpty)
        let hall = try screens.screen("hall")
        #expect(
            String(decoding: ScreenLines.constants(hall), as: UTF8.self)
                == #"{"screen":"hall","width":1920,"height":1080,"pixelRatio":1.5,"orientation":"landscape"}"#
                + "\n"
        )
        for line in [
            "", "x", "[]", "{}", #"{"launched":true}"#, #"{"constants":{"width":"wide"}}"#,
            #"{"constants":{"depth":3}}"#, #"{"constants":7}"#, #"{"constants":{"orientation":"up"}}"#,
            #"{"command":"pop","commandId":"1","componentId":"a"}"#, #"{"command":7}"#,
        ] {
            #expect(throws: PageFault.self, "\(line)") { try screens.say(line, 1, of: "hall") }
        }
        // A command of its own has the gallery's number, and is refused to it.
        do {
            _ = try screens.say(#"{"command":"pop","componentId":"a"}"#, 1, of: "hall")
            Issue.record("it was taken")
        } catch PageFault.refused(let error) { #expect(error.reason == .noSuch) }
        let own = try screens.say(
            #"{"command":"setRoot",\#(TrialScreens.root("a").dropFirst())"#,
            1,
            of: "hall"
        )
        #expect(try own.messages(to: 1).first?["told"]?["commandId"]?.string == "2")
        #expect(try screens.finish("2", 1, of: "hall").rest.last == "hall: commandCompleted")
        // Of a gesture that comes to nothing the page's own machine tells: it is told the same.
        #expect(try screens.say(#"{"gesture":"back"}"#, 1, of: "hall").messages(to: 1).count == 1)
        #expect(try screens.say(#"{"gesture":"bakc"}"#, 1, of: "hall").messages(to: 1).count == 1)
    }

    @Test("a page without a name gets one, has it when it comes back, and is forgotten ten minutes later")
    func madeUp() throws {
        var screens = TrialScreens()
        #expect(try screens.open(nil, stream: 1).messages(to: 1).first?["screen"]?.string == "screen1")
        #expect(try screens.open("screen2", stream: 2).messages(to: 2).first?["screen"]?.string == "screen2")
        #expect(try screens.open(nil, stream: 3).messages(to: 3).first?["screen"]?.string == "screen3")
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "screen1")
        _ = try screens.finish("1", 1, of: "screen1")
        _ = screens.close(1)
        screens.now += 599
        let again = try screens.open("screen1", stream: 4)
        #expect(try again.messages(to: 4).first?["restore"]?["root"]?["id"]?.string == "a")
        _ = screens.close(4)
        screens.now += 600
        _ = try screens.open("other", stream: 5)
        #expect(screens.table.sorted.map(\.name.description) == ["other", "screen2", "screen3"])
        #expect(try screens.open("screen1", stream: 6).messages(to: 6).first?["restore"]?["root"] == .null)
    }

    @Test("a name that was made up is not taken from the page that shows it: the newer page gets another")
    func madeUpTwice() throws {
        var screens = TrialScreens()
        _ = try screens.open(nil, stream: 1)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "screen1")
        let opened = try screens.open("screen1", stream: 2)
        #expect(try opened.messages(to: 1).isEmpty)
        let restore = try #require(try opened.messages(to: 2).first)
        #expect(restore["screen"]?.string == "screen2" && restore["restore"]?["root"] == .null)
        #expect(try screens.screen("screen1").stream == 1)
        // When its page has gone anyone may have it, as one that is loaded anew does.
        _ = screens.close(1)
        #expect(try screens.open("screen1", stream: 3).messages(to: 3).first?["screen"]?.string == "screen1")
    }

    @Test("of a thousand screens the one that was left first makes room, unless something is kept of it")
    func limit() throws {
        var screens = TrialScreens()
        for number in 1...ScreenTable.limit {
            _ = try screens.open("s\(number)", stream: number)
            if number % 2 == 0 {
                _ = try screens.give("setRoot", TrialScreens.root("a"), to: "s\(number)")
            }
        }
        #expect(Self.refusal { try screens.open("more", stream: 1001) }?.code == .busy)
        screens.now = 1
        _ = screens.close(2)
        #expect(Self.refusal { try screens.open("more", stream: 1001) }?.code == .busy)
        screens.now = 2
        _ = screens.close(3)
        screens.now = 3
        _ = screens.close(5)
        _ = try screens.open("more", stream: 1001)
        let names = Set(screens.table.screens.keys.map(\.description))
        #expect(names.count == 1000 && !names.contains("s3") && names.contains("s2") && names.contains("s5"))
    }

    @Test("where more screens are kept than there may be, who waits for one that is forgotten is told")
    func moreKept() throws {
        var screens = TrialScreens()
        let tree = try kept()
        for number in 1...ScreenTable.limit + 1 {
            screens.table.restore(try #require(ScreenName("kept\(number)")), tree)
        }
        _ = try screens.open("kept1", stream: 1)
        // A name that the gallery has made up, and has forgotten since.
        screens.table.restore(ScreenName(number: 7), tree)
        _ = try screens.open("screen7", stream: 2)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "screen7")
        _ = screens.close(2)
        screens.now = ScreenTable.memory
        let told = try screens.open("more", stream: 3)
        #expect(told.contains { $0.hasPrefix("1 ends: ACK [50@0] {ui} no-such") }, "\(told)")
        #expect(Self.refusal { try screens.open("others", stream: 4) }?.code == .busy)
    }

    /// What is kept of a screen that shows something.
    private func kept() throws -> NavigationTree {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "hall")
        return try screens.screen("hall").navigation.tree
    }

    @Test("commands that wait take no more memory than 16 MiB a screen")
    func memory() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "hall")
        let large = String(repeating: "x", count: 3 << 20)
        let text = #"{"layout":\#(TrialScreens.text(large))}"#
        for _ in 0..<5 { #expect(try screens.give("showModal", text).messages(to: 1).count == 1) }
        let told = try screens.give("showModal", text, to: "hall")
        #expect(told.count == 1 && told.first?.contains("ACK [54@0] {ui} busy") ?? false, "\(told.count)")
        #expect(throws: PageFault.self) {
            try screens.say(#"{"gesture":"back","x":"\#(large)"}"#, 1, of: "hall")
        }
        // All are too large for a tree, and refused in their turn: then there is room again.
        _ = try screens.finish("1", 1, of: "hall")
        #expect(screens.table.waiting.isEmpty)
        #expect(try screens.give("showModal", text, to: "hall").first?.contains("data-too-large") ?? false)
    }

    @Test("a screen that is forgotten shows the gallery again, and what waited for it is over")
    func forgetting() throws {
        var screens = TrialScreens()
        _ = try screens.open("hall", stream: 1)
        _ = try screens.give("setRoot", TrialScreens.root("a"), to: "hall")
        let hall = try #require(ScreenName("hall"))
        let told = TrialScreens.told(try screens.table.forget(hall))
        #expect(told.first?.hasPrefix("1 ends: ACK [50@0] {ui} no-such") ?? false, "\(told)")
        #expect(told.contains("keep hall") && told.contains("hall: appLaunched"))
        #expect(try told.messages(to: 1).first?["restore"]?["root"] == .null)
        _ = screens.close(1)
        _ = try screens.table.forget(hall)
        #expect(screens.table.screens.isEmpty)
        #expect(Self.refusal { try screens.table.forget(hall) }?.code == .noSuch)
    }
}
