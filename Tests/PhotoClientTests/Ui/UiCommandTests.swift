import ArgumentParser
import LineProtocol
import PhotoClient
import TestSupport
import Testing

@testable import photoctl

@Suite("What photoctl ui is told, and hands on")
struct UiCommandTests {
    /// As docs/navigation.md names them.
    private static let commands = [
        "setRoot", "push", "pop", "popTo", "popToRoot", "setStackRoot", "showModal", "dismissModal",
        "dismissAllModals", "showOverlay", "dismissOverlay", "dismissAllOverlays", "mergeOptions",
        "setDefaultOptions",
    ]

    private func line(_ command: ScreenCommand, screen: String? = nil, timeout: String? = nil) -> String? {
        guard case .line(let request) = command.asking(screen: screen, timeout: timeout) else { return nil }
        var bytes: [UInt8] = []
        request.appendLine(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("every command is understood, with its JSON, its screen and its time", arguments: commands)
    func parsing(name: String) throws {
        let words = ["ui", name, #"{"a":1}"#, "--screen", "hall", "--timeout", "3", "--gallery-socket", "/s"]
        let command = try #require(try Photoctl.parseAsRoot(words) as? any SentCommand)
        #expect(type(of: command).name == name)
        #expect(command.arguments.json == #"{"a":1}"# && command.arguments.screen.name == "hall")
        #expect(command.arguments.timeout == "3")
        #expect(command.arguments.options.socketPath == SocketPath("/s"))
        let bare = try #require(try Photoctl.parseAsRoot(["ui", name]) as? any SentCommand)
        #expect(bare.arguments.json == nil && bare.arguments.screen.name == nil)
    }

    @Test(
        "usage errors are found before anything is asked",
        arguments: [
            ["ui", "psuh"], ["ui", "push", "{}", "{}"], ["ui", "slideshow"], ["ui", "forget"],
            ["ui", "slideshow", "2016-11", "--every", "soon"],
            ["ui", "slideshow", "2016-11", "--transition", "explode"], ["ui", "demo", "--every", "0"],
            ["gallery", "--screen", "the hall"], ["gallery", "--screen", ""],
            ["gallery", "--screen", String(repeating: "x", count: 65)], ["gallery", "--screen", "a&b"],
        ]
    )
    func usage(words: [String]) {
        #expect(throws: (any Error).self) { try Photoctl.parseAsRoot(words) }
    }

    @Test("a slideshow takes a name of several words, and has eight seconds and a fade where nothing is said")
    func slideshow() throws {
        let words = ["ui", "slideshow", "Beach", "trip"]
        let usual = try #require(try Photoctl.parseAsRoot(words) as? UiCommand.Slideshow)
        #expect(usual.what == ["Beach", "trip"] && usual.every.duration == .seconds(8))
        #expect(usual.transition == .fade && !usual.isShuffled && usual.screen.name == nil)
        let other = try #require(
            try Photoctl.parseAsRoot(
                words + ["--every", "1m", "--shuffle", "--transition", "none", "--screen", "hall"]
            ) as? UiCommand.Slideshow
        )
        #expect(other.every.duration == .seconds(60) && other.isShuffled && other.transition == .none)
    }

    @Test("JSON is one word of the request, byte for byte, whether it is any or not")
    func handedOn() {
        let json = "{ \"text\": \"a \\\"b\\\" \\\\ c=d\",\n\t\"é\": [1.50, 1e2] }"
        #expect(
            line(ScreenCommand("push", json: Array(json.utf8)), screen: "hall", timeout: "2.5")
                == #"ui push "{ \"text\": \"a \\\"b\\\" \\\\ c=d\",\n\t\"é\": [1.50, 1e2] }" screen=hall timeout=2.5"#
                + "\n"
        )
        #expect(line(ScreenCommand("pop", json: Array("no JSON".utf8))) == "ui pop \"no JSON\"\n")
        #expect(line(ScreenCommand("dismissAllModals")) == "ui dismissAllModals\n")
    }

    @Test("more than a line should hold is uploaded, as what is no text")
    func uploaded() {
        let long = Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "\""), count: 16_384)
        #expect(
            ScreenCommand("push", json: long).asking(screen: "hall", timeout: nil)
                == .upload(Request("ui", ["push"]).adding("screen", "hall"), long)
        )
        let mostQuotes = [UInt8](repeating: UInt8(ascii: "\""), count: 16_384)
        let text = line(ScreenCommand("push", json: mostQuotes), screen: String(repeating: "x", count: 64))
        #expect((text?.utf8.count ?? .max) <= ProtocolVersion.requestLimit)
        #expect(
            ScreenCommand("push", json: [0xFF]).asking(screen: nil, timeout: nil)
                == .upload(Request("ui", ["push"]), [0xFF])
        )
    }

    @Test("JSON is read from a file, and a file that cannot be read is a usage error")
    func files() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("push.json", "{\n}\n")
        #expect(try JSONSource.read("@" + file.display) == Array("{\n}\n".utf8))
        #expect(try JSONSource.read("{}") == Array("{}".utf8))
        for name in ["@" + folder.path("missing"), "@" + folder.path, "@"] {
            #expect { try JSONSource.read(name) } throws: { ($0 as? Failure)?.status == .usage }
        }
        try folder.write("large.json", [UInt8](repeating: 0x20, count: ProtocolVersion.uploadLimit + 1))
        #expect { try JSONSource.read("@" + folder.path("large.json")) } throws: { error in
            (error as? Failure)?.message?.contains("4194304 bytes") == true
        }
    }

    @Test("a command failed where a screen refused, and was late where none did and one had not done it")
    func outcomes() throws {
        func status(_ lines: String...) throws -> photoctl.ExitStatus? {
            var outcome = SentOutcome()
            for line in lines { outcome.add(try JSONValue.parse(line)) }
            return outcome.failure?.status
        }
        let done = #"{"screen":"a","commandId":"1","componentId":"x","time":1}"#
        let late = #"{"screen":"b","commandId":"1","error":"timeout","message":"m"}"#
        let refused = #"{"screen":"c","commandId":"1","error":"no-stack","node":"x","message":"m"}"#
        #expect(try status() == nil)
        #expect(try status(done, done) == nil)
        #expect(try status(done, late) == .timedOut)
        #expect(try status(done, late, refused) == .refused)
    }

    @Test("where no gallery runs, how to start one is said")
    func remedy() {
        let failure = GalleryFailure.failure(
            .unreachable([(SocketPath("/run/g"), "there is no such socket")])
        )
        #expect(failure.status == .unreachable)
        let message = failure.message ?? ""
        for part in [
            "/run/g: there is no such socket", "photoctl gallery", "systemctl --user start photod-gallery",
            "--gallery-socket", "PHOTOD_GALLERY_SOCKET",
        ] {
            #expect(message.contains(part))
        }
        #expect(GalleryFailure.failure(.closed).status == .unreachable)
        #expect(GalleryFailure.failure(.timedOut).status == .timedOut)
    }

    @Test("people see a tree as one, and nothing in it steers their terminal")
    func tree() throws {
        let tree = try JSONValue.parse(
            #"{"screen":"hall","root":{"id":"left","type":"stack","children":[{"id":"months","type":"component","data":{"name":"months"}},{"id":"beach","type":"component","data":{"name":"photo","passProps":{"id":"X\u001b"}}}]},"modals":[],"overlays":[{"id":"sign","type":"component","data":{"name":"text"}}],"topmost":"beach"}"#
        )
        #expect(
            TreeView.text(of: tree) == """
                hall
                  root stack left
                    component months months
                    component beach photo id=X\u{FFFD} ← topmost
                  overlay component sign text

                """
        )
        let empty = try JSONValue.parse(#"{"screen":"hall","root":null,"modals":[],"overlays":[]}"#)
        #expect(TreeView.text(of: empty) == "hall\n  the gallery as it is\n")
    }

    @Test("a step of the tour is a line in every format")
    func demoLines() {
        let step = DemoStep("pop", ["componentId": "x"], "Back\tagain")
        #expect(UiCommand.Demo.line(step, .table) == "pop                 Back\u{FFFD}again\n")
        #expect(UiCommand.Demo.line(step, .tabbed) == "pop\tBack\\tagain\n")
        #expect(UiCommand.Demo.line(step, .json) == #"{"command":"pop","text":"Back\tagain"}"# + "\n")
    }
}
