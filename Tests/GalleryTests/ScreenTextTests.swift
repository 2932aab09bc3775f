import Files
import Glibc
import LineProtocol
import Navigation
import PhotoModel
import TestSupport
import Testing

@testable import Gallery

@Suite("Screens: names, requests and files")
struct ScreenTextTests {
    @Test(
        "a name is 1 to 64 letters, digits, dots, lines and hyphens, and one that the gallery makes up is not kept"
    )
    func names() {
        for (text, isChosen) in [
            ("hall", true), ("screen", true), ("screen1", false), ("screen12", false), ("screen1a", true),
            ("Screen1", true), ("...", true), ("a.b_c-D9", true), (String(repeating: "a", count: 64), true),
        ] {
            #expect(ScreenName(text)?.isChosen == isChosen, "\(text)")
        }
        for text in ["", ".", "..", "a b", "a/b", "ä", "a\n", String(repeating: "a", count: 65), "e\u{301}"] {
            #expect(ScreenName(text) == nil, "\(text)")
        }
    }

    private func request(_ line: String) throws -> ScreenRequest {
        let definitions = ControlCommands.table.definitions
        let request = try #require(try RequestParser.parse(line, knowing: definitions))
        return try ScreenRequest(Arguments(request, knowing: definitions))
    }

    @Test("a request says a command, its JSON, the screen and how long to wait")
    func requests() throws {
        guard
            case .command(let command, let screen, let time) = try request(
                #"ui push "{\"a\":1}" screen=hall timeout=0.5"#
            )
        else { return #expect(Bool(false), "it is a command") }
        #expect(command.name == "push" && command.text == Array(#"{"a":1}"#.utf8))
        #expect(screen == ScreenName("hall") && time == .milliseconds(500))
        guard case .command(_, nil, .seconds(10)) = try request("ui dismissAllOverlays") else {
            return #expect(Bool(false), "it is for all screens, and is waited for ten seconds")
        }
        for (line, name) in [("ui tree", nil), ("ui tree hall", "hall")] {
            guard case .tree(let found) = try request(line) else { return #expect(Bool(false), "\(line)") }
            #expect(found?.description == name)
        }
        guard case .forget(let name) = try request("ui forget hall") else { return #expect(Bool(false)) }
        #expect(name.description == "hall")
    }

    @Test(
        "what is wrong with a request is said",
        arguments: [
            "ui", "ui push a b", "ui screens hall", "ui tree a b", "ui tree screen=hall", "ui forget",
            "ui forget a/b", "ui pop {} screen=a/b", "ui pop {} timeout=x", "ui pop {} timeout=90000",
            "ui pop {} limit=3", "ui dismissAllOverlays json=x", "ui pop {} json=@",
        ]
    )
    func wrongRequests(_ line: String) {
        #expect(throws: ProtocolError.self) { try request(line) }
    }

    @Test("what is kept of a screen is read as it was, and what cannot be read is moved aside")
    func files() throws {
        let scratch = try TemporaryFolder()
        let files = ScreenFiles(place: scratch.location("screens"))
        #expect(try files.load(mayMove: true).trees.isEmpty)
        var trial = TrialScreens()
        for (number, name) in ["hall", "...", "screen1"].enumerated() {
            _ = try trial.open(name, stream: number)
        }
        _ = try trial.give("setRoot", TrialScreens.root("a"))
        for screen in trial.table.sorted { try files.write(screen) }
        try Disk.write("{", to: files.place + "broken.json")
        try Disk.write(#"{"root":{"type":"stcak"}}"#, to: files.place + "odd.json")
        try Disk.write("{", to: files.place + "notes.txt")
        let counted =
            #"{"nextNumber":9223372036854775807,"root":{"type":"component","data":{"name":"months"}}}"#
        try Disk.write(counted, to: files.place + "counted.json")
        let left = try files.load(mayMove: false)
        #expect(left.trees.count == 2 && left.complaints.count == 3)
        let (trees, complaints) = try files.load(mayMove: true)
        #expect(trees.map(\.0.description) == ["...", "hall"] && trees.allSatisfy { $0.1.root == "a" })
        #expect(complaints.count == 3 && complaints.contains { $0.contains("unknown-type") }, "\(complaints)")
        #expect(complaints.contains { $0.contains("nextNumber") }, "\(complaints)")
        let names = try Disk.names(in: files.place).map(\.display)
        #expect(names.filter { $0.contains(".json.broken-") }.count == 3 && names.contains("notes.txt"))
        #expect(!names.contains("broken.json"))
        #expect(try files.load(mayMove: true).complaints.isEmpty)
        let hall = try #require(ScreenName("hall"))
        try files.remove(hall)
        try files.remove(hall)
        #expect(try files.load(mayMove: true).trees.count == 1)
        let status = try #require(Disk.status(files.place))
        #expect(status.st_mode & 0o777 == 0o700)
    }

    @Test("where nobody can say what was kept of screens, that is told")
    func unknownFiles() throws {
        let scratch = try TemporaryFolder()
        try Disk.write("no folder", to: scratch.location("screens"))
        #expect(throws: CallFailure(.open, scratch.location("screens"), ENOTDIR)) {
            try ScreenFiles(place: scratch.location("screens")).load(mayMove: true)
        }
    }

    @Test("a page that does not read is let go, however little or much it is told at a time")
    func feeds() {
        for size in [10, 1 << 20, 40 << 20] {
            let feed = PageFeed(number: 1)
            let message = [UInt8](repeating: 0x61, count: size)
            var count = 0
            while feed.offer(.screen(message)) { count += 1 }
            #expect(count >= 1 && count * size <= max(size, 16 << 20), "\(size): \(count)")
            #expect(!feed.offer(.live))
        }
    }
}
