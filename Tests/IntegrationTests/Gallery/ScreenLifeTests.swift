import Glibc
import JSON
import LineProtocol
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Screens and their pages")
    struct ScreenLifeTests {
        private static func root(_ id: String) -> String { #"{"root":\#(ScreenLayout.stack("s", id))}"# }

        @Test("a page that goes in the middle of a command and comes back has it all, and ends it")
        func reconnection() throws {
            try GalleryFixture.run { gallery in
                let client = try ControlClient(gallery)
                let other = try ControlClient(gallery)
                do {
                    let page = try ScreenPage(gallery, "hall")
                    try client.send("ui setRoot \(ControlClient.quoted(Self.root("a"))) screen=hall")
                    #expect(try page.told()["commandId"]?.string == "1")
                    let push = #"{"componentId":"a","layout":\#(ScreenLayout.text("b"))}"#
                    try other.send("ui push \(ControlClient.quoted(push)) screen=hall")
                    #expect(try page.told()["commandId"]?.string == "2")
                }
                let page = try ScreenPage(gallery, "hall")
                #expect(page.restore["root"]?["children"]?.array?.first?["id"]?.string == "a")
                #expect(page.restore["running"]?.string == "1")
                #expect(page.restore["waiting"]?.array?.first?["command"]?.string == "push")
                try page.finish("1")
                #expect(try client.reply().last == "OK")
                try page.finish("2")
                #expect(try JSONValue.parse(other.reply()[0])["componentId"]?.string == "b")
            }
        }

        @Test(
            "what is open on a screen with a name outlives the gallery, and what cannot be read is moved aside"
        )
        func restart() throws {
            try GalleryFixture.run { gallery in
                var tree = ""
                do {
                    let page = try ScreenPage(gallery, "hall")
                    let unnamed = try ScreenPage(gallery, nil)
                    #expect(unnamed.name == "screen1")
                    let client = try ControlClient(gallery)
                    _ = try client.command("setRoot", Self.root("a"), on: page)
                    _ = try client.command("setRoot", Self.root("b"), on: unnamed)
                    let push = #"{"componentId":"a","layout":\#(ScreenLayout.text("b"))}"#
                    _ = try client.command("push", push, on: page)
                    tree = try client.ask("ui tree hall")[0]
                }
                try gallery.stop()
                let screens = gallery.state + "screens"
                #expect(try Disk.names(in: screens).map(\.display) == ["hall.json"])
                #expect(try #require(Disk.status(screens + "hall.json")).st_mode & 0o777 == 0o600)
                try Disk.write(#"{"root":{"type":"stcak"}}"#, to: screens + "broken.json")
                try gallery.start()
                let client = try ControlClient(gallery)
                #expect(try client.ask("ui tree") == [tree, "OK"])
                #expect(try client.ask("ui screens")[0].contains(#""open":false"#))
                let page = try ScreenPage(gallery, "hall")
                #expect(page.restore["root"]?["children"]?.array?.count == 2)
                #expect(page.restore["running"]?.string == "restore")
                try page.finish("restore")
                let names = try Disk.names(in: screens).map(\.display)
                #expect(
                    names.contains { $0.hasPrefix("broken.json.broken-") } && !names.contains("broken.json")
                )
                #expect(gallery.logText.contains("broken.json"), "\(gallery.logText)")
                // What is forgotten is not kept.
                #expect(try client.ask("ui forget hall") == ["OK"])
                try Waiting.until("the file is gone", below: screens) { !Disk.isFile(screens + "hall.json") }
            }
        }

        @Test("of two pages of one name the newer has it; the other is told, and may not speak for it")
        func sameName() throws {
            try GalleryFixture.run { gallery in
                let first = try ScreenPage(gallery, "hall")
                let second = try ScreenPage(gallery, "hall")
                #expect(try first.message()["taken"] == .bool(true))
                #expect(second.stream != first.stream)
                let client = try ControlClient(gallery)
                try client.send("ui setRoot \(ControlClient.quoted(Self.root("a"))) screen=hall")
                #expect(try second.told()["commandId"]?.string == "1")
                let answer = try first.post(#"{"finished":"1","time":1}"#)
                #expect(answer.status == 409)
                #expect(try answer.json["name"]?.string == "other-page")
                try second.finish("1")
                #expect(try client.reply().last == "OK")
                #expect(try client.ask("ui screens").count == 2)
            }
        }

        @Test(
            "what a page may not say is refused: of another stream, of no screen, from another origin, no JSON"
        )
        func wrongPosts() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                #expect(try page.post("{}", stream: page.stream + 1).status == 409)
                for (address, status) in [
                    ("/screen/none?stream=\(page.stream)", 404), ("/screen/a%20b?stream=1", 404),
                    ("/screen/hall", 400), ("/screen/hall?stream=x", 400),
                ] {
                    #expect(try gallery.post(address, Array("{}".utf8)).status == status, "\(address)")
                }
                let own = "/screen/hall?stream=\(page.stream)"
                #expect(try gallery.get(own).status == 405)
                #expect(try gallery.post(own, headers: [gallery.cookie]).status == 403)
                #expect(try gallery.post(own, headers: [gallery.origin]).status == 401)
                for line in ["x", "{}", #"{"launched":true}"#, #"{"constants":{"width":-1}}"#] {
                    let answer = try page.post(line)
                    #expect(answer.status == 400, "\(line)")
                    #expect(try answer.json["message"]?.string?.hasPrefix("malformed") ?? false)
                }
                #expect(try gallery.get("/events?screen=a%20b").status == 400)
                // What comes before a line that is refused is done.
                let constants = #"{"constants":{"width":800,"height":600,"orientation":"landscape"}}"#
                let refused = try page.post(constants, #"{"command":"pop","componentId":"z"}"#, "x")
                #expect(refused.status == 404)
                #expect(
                    try ControlClient(gallery).ask("ui constants hall")[0]
                        == #"{"screen":"hall","width":800,"height":600,"orientation":"landscape"}"#
                )
                // A gesture and a command of the page's own go the same way as all others.
                #expect(try page.post(#"{"gesture":"back"}"#).status == 204)
                #expect(try page.told()["gesture"]?.string == "back")
                #expect(try page.post(#"{"command":"setRoot",\#(Self.root("a").dropFirst())"#).status == 204)
                try page.carryOut()
            }
        }

        @Test("who subscribes knows which screens are open, and is told in order what happens on them")
        func events() throws {
            try GalleryFixture.run { gallery in
                let hall = try ScreenPage(gallery, "hall")
                let subscriber = try ControlClient(gallery)
                let other = try ControlClient(gallery)
                try subscriber.send("subscribe ui")
                try other.send("subscribe ui screen=other")
                #expect(try subscriber.line() == #"{"event":"screenOpened","screen":"hall"}"#)
                for one in [subscriber, other] { #expect(try one.line() == #"{"event":"ready"}"#) }
                let client = try ControlClient(gallery)
                _ = try client.command("setRoot", Self.root("a"), on: hall)
                do { _ = try ScreenPage(gallery, "other") }
                var told: [String] = []
                while told.count < 6 {
                    let event = try subscriber.json()
                    told.append("\(event["event"]?.string ?? "") \(event["screen"]?.string ?? "")")
                }
                #expect(
                    told == [
                        "componentWillAppear hall", "componentDidAppear hall", "commandCompleted hall",
                        "screenOpened other", "appLaunched other", "screenClosed other",
                    ]
                )
                for name in ["screenOpened", "appLaunched", "screenClosed"] {
                    #expect(try other.line() == #"{"event":"\#(name)","screen":"other"}"#)
                }
                #expect(try other.ask("unsubscribe") == ["OK"])
                #expect(try subscriber.ask("subscribe ui")[0].hasPrefix("ACK [56@0] {subscribe} exists"))
            }
        }

        @Test("a subscriber that does not read is let go, and holds up neither the page nor others")
        func slowSubscriber() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let slow = try ControlClient(gallery)
                try slow.send("subscribe ui")
                let client = try ControlClient(gallery)
                let text = String(repeating: "x", count: 60_000)
                _ = try client.command(
                    "setRoot",
                    #"{"root":\#(ScreenLayout.text("a"))}"#,
                    on: page
                )
                // Each becomes an event of that size.
                for _ in 0..<400 {
                    let gesture =
                        #"{"gesture":"search","componentId":"a","text":"\#(text)","isFocused":true}"#
                    #expect(try page.post(gesture).status == 204)
                    #expect(try page.told()["gesture"]?.string == "search")
                }
                var last = ""
                while case let line = try slow.line(), !line.isEmpty {
                    last = line
                    if line == #"{"event":"overflow"}"# { break }
                }
                #expect(last == #"{"event":"overflow"}"#)
                #expect(try client.ask("ping") == ["OK"])
            }
        }

        @Test(
            "a page that does not read is let go: its screen is closed, and the gallery keeps little for it"
        )
        func slowPage() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                _ = try client.command("setRoot", Self.root("a"), on: page)
                let text = String(repeating: "x", count: 1 << 20)
                let before = try gallery.residentKilobytes()
                var count = 0
                // Each is told to the page, which reads none of it.
                while try page.post(#"{"gesture":"back","x":"\#(text)"}"#).status == 204, count < 100 {
                    count += 1
                }
                #expect(count < 60)
                #expect(try client.ask("ui screens")[0].contains(#""open":false"#))
                let growth = try gallery.residentKilobytes() - before
                #expect(growth < 100 << 10, "\(growth) KiB")
            }
        }

        @Test("ten thousand pushes and pops leave the gallery as large as it was")
        func memory() throws {
            try GalleryFixture.run { gallery in
                let page = try ScreenPage(gallery, "hall")
                let client = try ControlClient(gallery)
                _ = try client.command("setRoot", Self.root("a"), on: page)
                let push = #"{"componentId":"a","layout":\#(ScreenLayout.text("b"))}"#
                func round() throws {
                    for (name, json) in [("push", push), ("pop", #"{"componentId":"b"}"#)] {
                        let reply = try client.command(name, json, on: page)
                        try #require(reply.last == "OK", "\(reply)")
                    }
                }
                for _ in 0..<500 { try round() }
                let before = try gallery.residentKilobytes()
                for _ in 0..<5000 { try round() }
                let growth = try gallery.residentKilobytes() - before
                #expect(growth < 4 << 10, "\(growth) KiB")
            }
        }

        @Test("as long as somebody commands screens the gallery stays, and without work no thread of it runs")
        func idleness() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                try gallery.start(["--idle-exit", "1"])
                let process = try #require(gallery.process)
                do {
                    let client = try ControlClient(gallery)
                    try client.send("subscribe ui")
                    #expect(try client.line() == #"{"event":"ready"}"#)
                    #expect(try Readiness.wait(for: [process.endDescriptor], seconds: 2) == nil)
                    let before = try ProcessFigures.switches(of: process.identifier)
                    // The measuring interval itself: nothing is waited for, and nothing may happen.
                    _ = poll(nil, 0, 2500)
                    #expect(try ProcessFigures.switches(of: process.identifier) == before)
                }
                #expect(try process.wait(atMost: 10) == .exited(0))
            }
        }

        @Test(
            "systemd's socket of the name “control” is where screens are commanded, and must be a Unix socket"
        )
        func activation() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let descriptor = try UnixSocket.make(SOCK_STREAM)
                defer { close(descriptor) }
                try UnixSocket.bind(descriptor, to: gallery.control)
                try SystemFailure.check(listen(descriptor, 16), "listen")
                let process = try gallery.spawn(activatedBy: descriptor, name: "control")
                // It is there before the gallery is.
                let client = try ControlClient(gallery)
                #expect(try client.ask("ui screens") == ["OK"])
                #expect(try gallery.waitForAddress(process).hasPrefix("http://127.0.0.1:"))
                try process.signal(SIGTERM)
                #expect(try process.wait() == .exited(0))
                let other = try ListeningTestSocket(isOpen: false)
                let refused = try gallery.spawn(activatedBy: other.descriptor, name: "control")
                #expect(try refused.wait() == .exited(1))
                #expect(gallery.logText.contains("under the name “control”"), "\(gallery.logText)")
            }
        }

        @Test(
            "another user comes to no socket, and is refused on one whose mode was opened",
            .enabled(if: getuid() == 0, "only root can be somebody else")
        )
        func strangers() throws {
            try GalleryFixture.run { gallery in
                let setpriv = try #require(Programs.system("setpriv"), "install the package util-linux")
                let program = gallery.daemon.scratch.location + "photoctl"
                try Disk.write(try Disk.read(try Programs.path(of: "photoctl")), to: program)
                try Disk.setMode(program, 0o755)
                try Disk.setMode(gallery.daemon.scratch.location, 0o755)
                let errors = gallery.daemon.scratch.location + "errors"
                #expect(try #require(Disk.status(gallery.control)).st_mode & 0o777 == 0o600)
                for (mode, word) in [(0o600, "ermission denied"), (0o777, "ACK [4@0] {} permission")] {
                    try Disk.setMode(gallery.control, mode_t(mode))
                    try Disk.write("", to: errors)
                    let child = try ChildProcess(
                        setpriv,
                        ["--reuid=65533", "--clear-groups", "--inh-caps=-all", program.display]
                            + ["--socket", gallery.control.display, "ping"],
                        environment: ["HOME=/"],
                        output: gallery.daemon.scratch.location + "output",
                        log: errors
                    )
                    #expect(try child.wait() != .exited(0))
                    let text = String(decoding: try Disk.read(errors), as: UTF8.self)
                    #expect(text.contains(word), "\(text)")
                }
            }
        }

        @Test(
            "files of the local folder are shown, no page of them reaches the gallery, and nothing else is there"
        )
        func localFiles() throws {
            try GalleryFixture.run { gallery in
                let local = gallery.state + "local"
                #expect(try gallery.get("/local/plan.png").status == 404)
                try Disk.makeFolders(local + "floor")
                try Disk.write("picture", to: local + "plan.png")
                try Disk.write("<p>x</p>", to: local + "floor" + "one.html")
                try Disk.makeSymbolicLink(local + "token.txt", to: FilePath("../token"))
                try Disk.makeSymbolicLink(local + "up", to: FilePath(".."))
                let picture = try gallery.get("/local/plan.png")
                #expect(picture.status == 200 && picture.headers["content-type"] == "image/png")
                let page = try gallery.get("/local/floor/one.html")
                #expect(page.status == 200 && page.text == "<p>x</p>")
                let policy = try #require(page.headers["content-security-policy"])
                #expect(policy.hasPrefix("sandbox allow-scripts; default-src 'self'"))
                #expect(page.headers["x-content-type-options"] == "nosniff")
                for address in [
                    "/local", "/local/", "/local/token.txt", "/local/up/token", "/local/floor",
                    "/local/../token",
                    "/local/%2e%2e/token", "/local/floor/..%2f..%2ftoken", "/local/none.png",
                ] {
                    #expect(try gallery.get(address).status == 404, "\(address)")
                }
                let asked = try gallery.connect().ask([
                    "GET /local/plan.png HTTP/1.1", "Host: \(gallery.host)",
                ])
                #expect(asked.status == 401)
            }
        }
    }
}
