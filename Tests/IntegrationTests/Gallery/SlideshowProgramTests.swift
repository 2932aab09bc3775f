import Glibc
import LineProtocol
import PhotoModel
import Synchronization
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("photoctl ui slideshow and demo, the program, over a daemon's photos")
    struct SlideshowProgramTests {
        private static let opened = #"{"event":"screenOpened","screen":"hall"}"# + "\n"
        private static let ready = #"{"event":"ready"}"# + "\n"
        private static let screens =
            #"{"screen":"hall","open":true,"width":1280,"height":720,"topmost":null,"running":null,"waiting":0,"kept":true}"#
            + "\nOK\n"
        private static let done = #"{"screen":"hall","commandId":"1","componentId":"x","time":1}"# + "\nOK\n"

        /// As a gallery does whose one screen shows all that it is told.
        private static func answer(_ line: String, _ peer: FakePeer) {
            switch line {
            case "ui screens": peer.send(screens)
            case _ where line.hasPrefix("subscribe"): peer.send(opened + ready)
            case _: peer.send(done)
            }
        }

        private func start(
            _ daemon: DaemonFixture,
            _ words: [String],
            gallery: String
        ) throws -> ChildProcess {
            try ChildProcess(
                try Programs.path(of: "photoctl"),
                ["--socket", daemon.socket.display, "ui"] + words + ["--gallery-socket", gallery],
                environment: ["HOME=\(daemon.scratch.location.display)"],
                output: daemon.scratch.location + "output",
                log: daemon.scratch.location + "errors"
            )
        }

        private func complaints(_ daemon: DaemonFixture) throws -> String {
            String(decoding: try Disk.read(daemon.scratch.location + "errors"), as: UTF8.self)
        }

        /// The ids of the photos that were shown, in order.
        private func shown(_ gallery: FakeGallery) throws -> [String] {
            gallery.lines.compactMap { line in
                guard line.hasPrefix("ui set"), let mark = line.firstRange(of: #"\"passProps\":{\"id\":\""#)
                else {
                    return nil
                }
                return String(line[mark.upperBound...].prefix { $0 != "\\" })
            }
        }

        private func photos(_ daemon: DaemonFixture, _ count: Int) throws -> [String] {
            for serial in 0..<count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
            let client = try daemon.connect()
            try client.sync()
            return try client.ask("photos all=1 limit=100").compactMap { $0["id"]?.string }
        }

        @Test("what goes in the middle of a round is not shown any more")
        func goneSlide() throws {
            try DaemonFixture.run { daemon in
                let ids = try photos(daemon, 3)
                let client = try daemon.connect()
                let last = try #require(try client.ask("items \(ids[2])").first?["path"]?.string)
                try FakeGallery.run {
                    Self.answer($0, $1)
                } _: { gallery, path in
                    let words = ["slideshow", "2016-11", "--every", "1", "--screen", "hall"]
                    let process = try start(daemon, words, gallery: path)
                    try gallery.wait(for: 1, "the first is shown") { $0.hasPrefix("ui set") }
                    try Disk.remove(FilePath(last))
                    try client.sync()
                    try gallery.wait(for: 3, "the next round begins") { $0.hasPrefix("ui set") }
                    #expect(try shown(gallery).prefix(3) == [ids[0], ids[1], ids[0]])
                    try process.signal(SIGINT)
                    #expect(try process.wait() == .exited(0))
                }
            }
        }

        @Test("a daemon that hangs does not hold up the photos of a round")
        func hangingDaemon() throws {
            try DaemonFixture.run { daemon in
                _ = try photos(daemon, 3)
                try FakeGallery.run {
                    Self.answer($0, $1)
                } _: { gallery, path in
                    let words = ["slideshow", "2016-11", "--every", "0.5", "--screen", "hall"]
                    let process = try start(daemon, words, gallery: path)
                    defer { #expect(throws: Never.self) { try daemon.running.signal(SIGCONT) } }
                    try gallery.wait(for: 1, "the first is shown") { $0.hasPrefix("ui set") }
                    try daemon.running.halt()
                    let begin = ContinuousClock().now
                    try gallery.wait(for: 3, "the round is shown") { $0.hasPrefix("ui set") }
                    #expect(ContinuousClock().now - begin < .seconds(20))
                    try process.signal(SIGINT)
                    #expect(try process.wait() == .exited(0))
                }
            }
        }

        @Test("one photo takes the place of another, round after round, and Ctrl-C ends it well")
        func slideshow() throws {
            try DaemonFixture.run { daemon in
                let ids = try photos(daemon, 2)
                try FakeGallery.run {
                    Self.answer($0, $1)
                } _: { gallery, path in
                    let words = ["slideshow", "2016-11", "--every", "0.2", "--screen", "hall"]
                    let process = try start(daemon, words, gallery: path)
                    try gallery.wait(for: 4, "four photos are shown") { $0.hasPrefix("ui set") }
                    #expect(try shown(gallery).prefix(4) == [ids[0], ids[1], ids[0], ids[1]])
                    #expect(gallery.lines.count { $0.hasPrefix("ui setRoot") } == 1)
                    #expect(gallery.lines.allSatisfy { $0 == "ui screens" || $0.contains(" screen=hall") })
                    // What is new is shown from the next round on.
                    let all = try photos(daemon, 3)
                    let added = try #require(all.first { !ids.contains($0) })
                    try gallery.wait("the new one is shown") { $0.contains(added) }
                    try process.signal(SIGINT)
                    #expect(try process.wait() == .exited(0))
                    #expect(try complaints(daemon).isEmpty)
                }
            }
        }

        @Test("a screen that is closed is waited for, and shown the slideshow again when it is back")
        func reopened() throws {
            try DaemonFixture.run { daemon in
                _ = try photos(daemon, 2)
                // The peer is kept to send an event when the test wants to.
                let peers = Mutex<[FakePeer]>([])
                try FakeGallery.run { line, peer in
                    switch line {
                    case "ui screens": peer.send(Self.screens)
                    case _ where line.hasPrefix("subscribe"):
                        peers.withLock { $0.append(peer) }
                        peer.send(Self.ready)
                    case _: peer.send(Self.done)
                    }
                } _: { gallery, path in
                    let process = try start(
                        daemon,
                        ["slideshow", "2016-11", "--every", "0.2"],
                        gallery: path
                    )
                    try Waiting.until("it waits for a screen") {
                        try complaints(daemon).contains(
                            "waiting for a screen: open it with “photoctl gallery”"
                        )
                    }
                    #expect(!gallery.lines.contains { $0.hasPrefix("ui set") })
                    let first = peers.withLock(\.first)
                    let peer = try #require(first)
                    peer.send(Self.opened)
                    try gallery.wait(for: 2, "it goes on") { $0.hasPrefix("ui setStackRoot") }
                    peer.send(#"{"event":"screenClosed","screen":"hall"}"# + "\n")
                    try Waiting.until("it waits again") {
                        try complaints(daemon).split(separator: "\n").count == 2
                    }
                    peer.send(Self.opened)
                    try gallery.wait(for: 2, "it begins again") { $0.hasPrefix("ui setRoot") }
                    try process.signal(SIGTERM)
                    #expect(try process.wait() == .exited(0))
                }
            }
        }

        @Test(
            "it ends where the screen is used for something else, and is not told twice what it is late with"
        )
        func takenOver() throws {
            try DaemonFixture.run { daemon in
                _ = try photos(daemon, 3)
                let count = Mutex(0)
                try FakeGallery.run { line, peer in
                    switch line {
                    case "ui screens": return peer.send(Self.screens)
                    case _ where line.hasPrefix("subscribe"): return peer.send(Self.opened + Self.ready)
                    case _: break
                    }
                    switch count.withLock({
                        $0 += 1; return $0
                    }) {
                    case 1: peer.send(Self.done)
                    case 2:
                        peer.send("ACK [57@0] {ui} timeout: hall has not done it\n")
                        peer.send(#"{"event":"commandCompleted","screen":"hall","commandId":"2"}"# + "\n")
                    case _: peer.send("ACK [50@0] {ui} no-such: slideshow is not open\n")
                    }
                } _: { gallery, path in
                    let words = ["slideshow", "2016-11", "--every", "0.2", "--screen", "hall"]
                    let process = try start(daemon, words, gallery: path)
                    #expect(try process.wait() == .exited(0))
                    #expect(gallery.lines.count { $0.hasPrefix("ui set") } == 3)
                    #expect(try complaints(daemon).contains("hall shows something else now"))
                }
            }
        }

        @Test("where there is nothing to show it ends with 1, and where photod is not there with 3")
        func nothing() throws {
            try DaemonFixture.run { daemon in
                try FakeGallery.run { _, peer in
                    peer.send("OK\n")
                } _: { gallery, path in
                    let process = try start(daemon, ["slideshow", "no", "such", "words"], gallery: path)
                    #expect(try process.wait() == .exited(1))
                    #expect(gallery.lines.isEmpty)
                }
                try daemon.stop()
                try FakeGallery.run { _, peer in
                    peer.send("OK\n")
                } _: { _, path in
                    let process = try start(daemon, ["slideshow", "favorites"], gallery: path)
                    #expect(try process.wait() == .exited(3))
                    #expect(try complaints(daemon).contains("photod is not reachable"))
                }
                try daemon.start()
            }
        }

        @Test(
            "a tour tells each step, and brings the screen back, after Ctrl-C as well",
            arguments: [false, true]
        )
        func demo(isInterrupted: Bool) throws {
            try DaemonFixture.run { daemon in
                _ = try photos(daemon, 1)
                let tree = #"{"screen":"hall","root":null,"modals":[],"overlays":[],"defaultOptions":{}}"#
                try FakeGallery.run { line, peer in
                    switch line {
                    case "ui screens": peer.send(Self.screens)
                    case "ui tree hall": peer.send(tree + "\nOK\n")
                    case "ui forget hall": peer.send("OK\n")
                    case _: peer.send(Self.done)
                    }
                } _: { gallery, path in
                    let process = try start(
                        daemon,
                        ["demo", "--every", isInterrupted ? "1h" : "0.1"],
                        gallery: path
                    )
                    if isInterrupted {
                        try gallery.wait("the first step") { $0.hasPrefix("ui setDefaultOptions") }
                        try process.signal(SIGINT)
                    }
                    #expect(try process.wait() == .exited(0))
                    #expect(gallery.lines.last == "ui forget hall")
                    let text = String(
                        decoding: try Disk.read(daemon.scratch.location + "output"),
                        as: UTF8.self
                    )
                    let steps = text.split(separator: "\n").map { $0.split(separator: "\t") }
                    #expect(steps.allSatisfy { $0.count == 2 })
                    #expect(isInterrupted ? steps.count == 1 : Set(steps.map(\.first)).count == 14)
                    #expect(try complaints(daemon).isEmpty)
                }
            }
        }

        @Test("a tour needs a screen, and tells of what is refused")
        func demoRefused() throws {
            try DaemonFixture.run { daemon in
                try FakeGallery.run { _, peer in
                    peer.send("OK\n")
                } _: { _, path in
                    let process = try start(daemon, ["demo", "--screen", "hall"], gallery: path)
                    #expect(try process.wait() == .exited(4))
                    #expect(try complaints(daemon).contains("photoctl gallery --screen hall"))
                }
                try FakeGallery.run { line, peer in
                    switch line {
                    case "ui screens": peer.send(Self.screens)
                    case "ui tree hall": peer.send("OK\n")
                    case _ where line.hasPrefix("ui popToRoot"):
                        peer.send(
                            #"{"screen":"hall","commandId":"9","error":"no-stack","message":"m"}"# + "\nOK\n"
                        )
                    case _: peer.send(Self.done)
                    }
                } _: { _, path in
                    let process = try start(daemon, ["demo", "--every", "0.1"], gallery: path)
                    #expect(try process.wait() == .exited(4))
                    let complaints = try complaints(daemon)
                    #expect(complaints.contains("there are no photos in the library yet"))
                    #expect(complaints.contains("popToRoot: hall no-stack m"))
                    #expect(complaints.contains("1 of "))
                }
            }
        }
    }
}
