import Glibc
import JSON
import LineProtocol
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Commands to screens")
    struct ScreenCommandTests {
        @Test("every command reaches the page, and who gave it is told when it is done")
        func commands() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                let layout = ScreenLayout.text
                let given: [(String, String, String?)] = [
                    ("setDefaultOptions", #"{"options":{"topBar":{"title":{"text":"x"}}}}"#, nil),
                    ("setRoot", #"{"root":\#(ScreenLayout.stack("s", "a"))}"#, "s"),
                    ("push", #"{"componentId":"a","layout":\#(layout("b", "ä 日本"))}"#, "b"),
                    ("push", #"{"componentId":"a","layout":\#(layout("c", "x"))}"#, "c"),
                    ("mergeOptions", #"{"componentId":"c","options":{"topBar":{"visible":false}}}"#, nil),
                    ("popTo", #"{"componentId":"b"}"#, nil), ("pop", #"{"componentId":"b"}"#, nil),
                    ("setStackRoot", #"{"componentId":"s","children":[\#(layout("d", "x"))]}"#, nil),
                    ("popToRoot", #"{"componentId":"d"}"#, nil),
                    ("showModal", #"{"layout":\#(layout("m", "x"))}"#, "m"),
                    ("showModal", #"{"layout":\#(layout("n", "x"))}"#, "n"),
                    ("dismissModal", #"{"componentId":"n"}"#, nil), ("dismissAllModals", "{}", nil),
                    ("showOverlay", #"{"layout":\#(layout("o", "x"))}"#, "o"),
                    ("showOverlay", #"{"layout":\#(layout("p", "x"))}"#, "p"),
                    ("dismissOverlay", #"{"componentId":"o"}"#, nil), ("dismissAllOverlays", "", nil),
                ]
                for (number, (name, json, component)) in given.enumerated() {
                    try client.send(
                        "ui \(name) \(json.isEmpty ? "" : ControlClient.quoted(json)) screen=hall"
                    )
                    let told = try page.told()
                    #expect(told["command"]?.string == name)
                    #expect(told["commandId"]?.string == "\(number + 1)")
                    try page.finish("\(number + 1)")
                    let reply = try client.reply()
                    try #require(reply.count == 2 && reply.last == "OK", "\(name): \(reply)")
                    let line = try JSONValue.parse(reply[0])
                    #expect(line["screen"]?.string == "hall" && line["time"]?.double == 5)
                    #expect(line["commandId"]?.string == "\(number + 1)")
                    if let component { #expect(line["componentId"]?.string == component, "\(name)") }
                }
                let tree = try JSONValue.parse(client.ask("ui tree hall")[0])
                #expect(tree["screen"]?.string == "hall" && tree["topmost"]?.string == "d")
                #expect(tree["waiting"]?.integer == 0 && tree["overlays"] == .array([]))
            }
        }

        @Test("two screens are told at once, each line comes when its page is done, and OK after both")
        func twoScreens() throws {
            try GalleryFixture.run { gallery in
                let client = try ControlClient(gallery)
                let refusal = try client.ask("ui setRoot \(ControlClient.quoted("{}"))")
                #expect(
                    refusal.count == 1 && refusal[0].hasPrefix("ACK [50@0] {ui} no-such: no screen is open")
                )
                let pages = try ["a", "b"].map { try ScreenPage(gallery, $0) }
                let root = ControlClient.quoted(#"{"root":\#(ScreenLayout.stack("s", "x"))}"#)
                try client.send("ui setRoot \(root)")
                for page in pages { #expect(try page.told()["commandId"]?.string == "1") }
                try pages[1].finish("1")
                #expect(try client.json()["screen"]?.string == "b")
                try pages[0].finish("1")
                #expect(try client.json()["screen"]?.string == "a")
                #expect(try client.line() == "OK")
                // One that does nothing is told of in time, and the other is not held up.
                try client.send("ui popToRoot \(ControlClient.quoted(#"{"componentId":"x"}"#)) timeout=0.3")
                try pages[0].carryOut()
                let reply = try client.reply()
                #expect(reply.count == 3 && reply[2] == "OK")
                #expect(reply[0].contains(#""screen":"a""#) && !reply[0].contains("error"))
                #expect(reply[1].hasPrefix(#"{"screen":"b","commandId":"2","error":"timeout""#), "\(reply)")
                let late = try client.ask(
                    "ui popToRoot \(ControlClient.quoted(#"{"componentId":"x"}"#)) screen=b timeout=0.1"
                )
                #expect(late.count == 1 && late[0].hasPrefix("ACK [57@0] {ui} timeout: b: "), "\(late)")
                // Both stay in their turn, and were told when they came.
                for id in ["2", "3"] { #expect(try pages[1].told()["commandId"]?.string == id) }
                for id in ["2", "3"] { try pages[1].finish(id) }
                #expect(try client.command("popToRoot", #"{"componentId":"x"}"#, on: pages[1]).count == 2)
            }
        }

        @Test("each of a hundred screens gets its own commands, and all get those that are for all")
        func hundredScreens() throws {
            try GalleryFixture.run { gallery in
                let posts = try gallery.connect()
                let pages = try (0..<100).map { try ScreenPage(gallery, "s\($0)", posting: posts) }
                let client = try ControlClient(gallery)
                for (number, page) in pages.enumerated() {
                    let root = #"{"root":\#(ScreenLayout.stack("s", "x\(number)"))}"#
                    try client.send("ui setRoot \(ControlClient.quoted(root)) screen=\(page.name)")
                    let told = try page.told()
                    #expect(told["root"]?["children"]?.array?.first?["id"]?.string == "x\(number)")
                    try page.finish(try #require(told["commandId"]?.string))
                    #expect(try client.reply().last == "OK")
                }
                let modal = ControlClient.quoted(#"{"layout":\#(ScreenLayout.text("m"))}"#)
                try client.send("ui showModal \(modal)")
                for page in pages.reversed() { try page.carryOut() }
                let reply = try client.reply()
                #expect(reply.count == 101 && reply.last == "OK")
                let names = Set(try reply.dropLast().map { try JSONValue.parse($0)["screen"]?.string ?? "" })
                #expect(names.count == 100)
                #expect(try client.ask("ui screens").count == 101)
                #expect(try client.ask("ui tree").count == 101)
            }
        }

        @Test("a thousand commands of several clients in a row are done in the order they came")
        func manyCommands() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let clients = try (0..<4).map { _ in try ControlClient(gallery) }
                let subscriber = try ControlClient(gallery)
                try subscriber.send("subscribe ui")
                while try subscriber.json()["event"]?.string != "ready" {}
                // Each client's next command is begun when its last one has ended: so all are sent ahead.
                for number in 0..<1000 {
                    let root = #"{"root":\#(ScreenLayout.text("r\(number)"))}"#
                    try clients[number % 4].send(
                        "ui setRoot \(ControlClient.quoted(root)) screen=hall timeout=60"
                    )
                }
                var carriedOut: [String] = []
                for _ in 0..<1000 {
                    let told = try page.event(where: { $0["told"]?["command"] != nil })
                    let id = try #require(told["told"]?["commandId"]?.string)
                    carriedOut.append(id)
                    #expect(try page.post(#"{"finished":"\#(id)","time":1}"#).status == 204)
                }
                #expect(carriedOut == (1...1000).map { "\($0)" })
                for client in clients {
                    var last = 0
                    for _ in 0..<250 {
                        let reply = try client.reply()
                        try #require(reply.count == 2 && reply[1] == "OK", "\(reply)")
                        let id = try JSONValue.parse(reply[0])["commandId"]?.string.flatMap { Int($0) } ?? 0
                        #expect(id > last)
                        last = id
                    }
                }
                var completed: [String] = []
                while completed.count < 1000 {
                    let event = try subscriber.json()
                    if event["event"]?.string == "commandCompleted" {
                        completed.append(event["commandId"]?.string ?? "")
                    }
                }
                #expect(completed == carriedOut)
            }
        }

        @Test(
            "trees that cannot be are refused with the node, nothing is told to the page, and nothing has changed"
        )
        func malformedTrees() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                let component = ScreenLayout.text("t").replacing(#""id":"t","#, with: "")
                let deep =
                    String(repeating: #"{"type":"splitView","children":[\#(component),"#, count: 200)
                    + component + String(repeating: "]}", count: 200)
                let wide = Array(repeating: component, count: 10_000).joined(separator: ",\n")
                let texts = (0..<21).map { "\"t\($0)\":\"\(String(repeating: "x", count: 50_000))\"" }
                for (layout, code, error, node) in [
                    (#"{"id":"a","type":"stcak"}"#, 2, "unknown-type", "a"),
                    (#"{"id":"a","type":"stack"}"#, 2, "no-children", "a"),
                    (ScreenLayout.stack("s", "b", "b"), 2, "duplicate-id", "b"),
                    (
                        #"{"type":"stack","children":[{"id":"n","type":"component","data":{"name":"x"}}]}"#,
                        2,
                        "unknown-component", "n"
                    ),
                    (deep, 58, "too-deep", "root.children[1]"),
                    (
                        #"{"id":"w","type":"bottomTabs","children":[\#(wide)]}"#, 58, "too-many-nodes",
                        "root.children[9999]"
                    ),
                    (
                        #"{"id":"l","type":"component","data":{"name":"text","passProps":{"text":"x",\#(texts.joined(separator: ",\n"))}}}"#,
                        58, "data-too-large", "l"
                    ),
                ] as [(String, Int, String, String)] {
                    let text = #"{"root":\#(layout)}"#
                    // As it comes, and cut as a program does that has much.
                    try client.send(
                        "ui setRoot json=@ screen=hall\n\(text.replacing("},{", with: "},\n{"))\n"
                    )
                    let reply = try client.reply()
                    #expect(reply.count == 1 && reply[0].hasPrefix("ACK [\(code)@0] {ui} "), "\(reply)")
                    #expect(reply[0].contains(": \(error): \(node)"), "\(reply[0])")
                    let answer = try gallery.post("/api/ui?word=setRoot&screen=hall", Array(text.utf8))
                    #expect(answer.status == (code == 58 ? 413 : 400))
                    #expect(try answer.json["message"]?.string?.hasPrefix("\(error): \(node)") ?? false)
                }
                // What comes next is the first that the page is told.
                let reply = try client.command("setRoot", #"{"root":\#(ScreenLayout.text("a"))}"#, on: page)
                #expect(reply.count == 2)
                #expect(try JSONValue.parse(client.ask("ui tree hall")[0])["root"]?["id"]?.string == "a")
            }
        }

        @Test("a line that is too long is refused with what this socket takes instead")
        func longLine() throws {
            try GalleryFixture.run { gallery in
                let client = try ControlClient(gallery)
                let text = String(repeating: "a", count: ProtocolVersion.requestLimit)
                let reply = try client.ask("ui setRoot \(text)")
                #expect(reply.count == 1 && reply[0].hasPrefix("ACK [58@0] {} too-large: "), "\(reply)")
                #expect(reply[0].hasSuffix(": send long JSON with json=@"), "\(reply)")
            }
        }

        @Test("what is no request is refused at once, with the code of what is wrong")
        func refusals() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                _ = try client.command("setRoot", #"{"root":\#(ScreenLayout.text("a"))}"#, on: page)
                for (line, code, word) in [
                    ("ui", 2, "too few words"), ("ui psuh {}", 5, "did you mean push?"),
                    ("ui pop {", 2, "malformed"),
                    ("ui pop {} screen=other", 50, "no page shows the screen other"),
                    ("ui pop {} screen=a/b", 2, "is no screen"), ("ui pop {} screen=hall", 2, "componentId"),
                    (#"ui pop "{\"componentId\":\"z\"}" screen=hall"#, 50, "no-such: z"),
                    (#"ui pop "{\"componentId\":\"a\"}" screen=hall"#, 50, "no-stack: a"),
                    (#"ui dismissModal "{\"componentId\":\"a\"}" screen=hall"#, 50, "not-modal: a"),
                    (#"ui dismissOverlay "{\"componentId\":\"a\"}" screen=hall"#, 50, "not-overlay: a"),
                    ("ui tree other", 50, "no such screen"), ("ui forget other", 50, "no such screen"),
                    ("subscribe", 2, "too few words"), ("subscribe photos", 2, "screens alone"),
                    ("months", 5, "unknown command"),
                ] {
                    let reply = try client.ask(line)
                    #expect(reply.count == 1 && reply[0].hasPrefix("ACK [\(code)@0] "), "\(line): \(reply)")
                    #expect(reply[0].contains(word), "\(line): \(reply)")
                }
                #expect(try client.ask("ping") == ["OK"])
                let commands = try client.ask("commands").dropLast().map { try JSONValue.parse($0) }
                let names = commands.compactMap { $0["command"]?.string }
                #expect(
                    Set(["ui", "subscribe", "unsubscribe", "ping", "close", "commands"]).isSubset(of: names)
                )
            }
        }

        @Test(
            "the same over HTTP: byte for byte the socket's lines, by POST what changes something, with --read-only too"
        )
        func overHTTP() throws {
            try GalleryFixture.run(["--read-only"]) { gallery in
                let page = try ScreenPage(gallery, "hall", size: (1920, 1080))
                let client = try ControlClient(gallery)
                for word in ["screens", "tree", "constants"] {
                    let lines = try client.ask("ui \(word)").dropLast().map { $0 + "\n" }.joined()
                    #expect(try gallery.get("/api/ui?word=\(word)").text == lines && !lines.isEmpty)
                }
                #expect(
                    try client.ask("ui screens")[0]
                        == #"{"screen":"hall","open":true,"width":1920,"height":1080,"topmost":null,"#
                        + #""running":null,"waiting":0,"kept":true}"#
                )
                #expect(try gallery.get("/api/ui?word=dismissAllOverlays").status == 405)
                #expect(try gallery.get("/api/ui?word=forget&word=hall").status == 405)
                #expect(try gallery.post("/api/ui?word=pop&word=%7B%7D&screen=none").status == 404)
                #expect(
                    try gallery.post("/api/ui?word=dismissAllOverlays", headers: [gallery.cookie]).status
                        == 403
                )
                let other = try gallery.connect()
                let head = [
                    "POST /api/ui?word=dismissAllOverlays HTTP/1.1", "Host: \(gallery.host)", gallery.cookie,
                    gallery.origin, "Content-Length: 0", "", "",
                ]
                try other.send(Array(head.joined(separator: "\r\n").utf8))
                try page.carryOut()
                #expect(try other.head().status == 200)
                #expect(try gallery.post("/api/ui?word=forget&word=hall").status == 200)
                #expect(try page.message()["restore"]?["root"] == .null)
            }
        }
    }
}
