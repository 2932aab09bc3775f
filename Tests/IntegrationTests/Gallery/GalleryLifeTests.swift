import GalleryAddress
import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The gallery's life")
    struct GalleryLifeTests {
        @Test("without a browser it ends when it was told to, and not while one is connected")
        func idleExit() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                try gallery.start(["--idle-exit", "1"])
                let process = try #require(gallery.process)
                do {
                    let connection = try gallery.events()
                    _ = try connection.event { $0["event"]?.string == "ready" }
                    #expect(try Readiness.wait(for: [process.endDescriptor], seconds: 2) == nil)
                }
                #expect(try process.wait(atMost: 10) == .exited(0))
                #expect(Disk.status(gallery.state + "address") == nil)
            }
        }

        @Test("after a thousand questions it has no more than 40 MB")
        func memory() throws {
            try GalleryFixture.run { gallery in
                for serial in 0..<50 {
                    try Disk.writePhoto(serial, to: gallery.daemon.root + "\(serial).jpg")
                }
                let client = try gallery.daemon.connect()
                try client.sync()
                let ids = try client.ask("photos all=1 limit=50").compactMap { $0["id"]?.string }
                let connections = try (0..<6).map { _ in try gallery.connect() }
                let head = ["Host: \(gallery.host)", gallery.cookie]
                for round in 0..<1000 {
                    let address =
                        switch round % 4 {
                        case 0: "/api/photos?all=1&limit=50"
                        case 1: "/api/months"
                        case 2: "/original/\(ids[round % ids.count])"
                        default: "/page/index.html"
                        }
                    let answer = try connections[round % connections.count].ask(
                        ["GET \(address) HTTP/1.1"] + head
                    )
                    try #require(answer.status == 200, "\(address)")
                }
                let resident = try gallery.residentKilobytes()
                #expect(resident <= 40 * 1024, "\(resident) KiB")
            }
        }

        @Test(
            "with nobody there no thread of it runs at all, and with a page open neither while nothing happens"
        )
        func idle() throws {
            try GalleryFixture.run { gallery in
                let process = try #require(gallery.process).identifier
                func expectRest(_ what: String) throws {
                    // What it has still to do after the last answer is no waking.
                    try Waiting.until("it has come to rest") {
                        let before = try ProcessFigures.switches(of: process)
                        _ = poll(nil, 0, 500)
                        return try ProcessFigures.switches(of: process) == before
                    }
                    let before = try ProcessFigures.switches(of: process)
                    // The measuring interval itself: nothing is waited for, and nothing may happen.
                    _ = poll(nil, 0, 2500)
                    let after = try ProcessFigures.switches(of: process)
                    #expect(after == before, "\(what): \(after.filter { before[$0.key] != $0.value })")
                }
                do {
                    let events = try gallery.events()
                    _ = try events.event { $0["event"]?.string == "ready" }
                    _ = try gallery.get("/api/months")
                    try expectRest("a page is open")
                }
                try expectRest("nobody is there")
            }
        }

        @Test(
            "a frame that nobody has fetched goes at the next start, and one that may be on its way does not"
        )
        func oldFrames() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let frames = gallery.state + "frames"
                for folder in [gallery.state, frames] { try Disk.makeFolder(folder) }
                for name in ["old", "new"] { try Disk.write("frame", to: frames + name) }
                try Disk.setTime(frames + "old", seconds: time(nil) - 3660)
                try gallery.start()
                #expect(try Contents.files(below: frames).count == 1)
                #expect(Disk.isFile(frames + "new"))
            }
        }

        @Test("systemd's socket is taken, and the addresses of others are refused")
        func activation() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                for isOpen in [false, true] {
                    let socket = try ListeningTestSocket(isOpen: isOpen)
                    let process = try gallery.spawn(listen: nil, activatedBy: socket.descriptor)
                    if !isOpen {
                        let token = try #require(
                            try gallery.waitForAddress(process).split(separator: "=").last
                        )
                        let connection = try HTTPConnection(port: socket.port)
                        let cookie = "Cookie: photod-gallery-\(socket.port)=\(token)"
                        let answer = try connection.ask(
                            ["GET /api/ping HTTP/1.1", "Host: localhost:\(socket.port)", cookie]
                        )
                        #expect(answer.status == 200)
                        try process.signal(SIGTERM)
                        #expect(try process.wait() == .exited(0))
                    } else {
                        #expect(try process.wait() == .exited(1))
                        #expect(gallery.logText.contains("other machines can reach"), "\(gallery.logText)")
                    }
                }
            }
        }

        @Test("systemd's answers beside one that was started by hand, and is told of when that has ended")
        func besideAnother() throws {
            try GalleryFixture.run { gallery in
                let told = gallery.state + "address"
                func address() -> String {
                    (try? Disk.read(told)).map { String(decoding: $0, as: UTF8.self) } ?? ""
                }
                let socket = try ListeningTestSocket(isOpen: false)
                let activated = try gallery.spawn(listen: nil, activatedBy: socket.descriptor)
                let url = try gallery.waitForAddress(activated)
                #expect(url == "http://127.0.0.1:\(socket.port)/?token=\(gallery.token)")
                func ping() throws -> Int {
                    try HTTPConnection(port: socket.port).ask([
                        "GET /api/ping HTTP/1.1", "Host: localhost:\(socket.port)",
                        "Cookie: photod-gallery-\(socket.port)=\(gallery.token)",
                    ]).status
                }
                #expect(try ping() == 200)
                #expect(try gallery.get("/api/ping").status == 200)
                #expect(gallery.logText.contains("runs with this state folder already"), "\(gallery.logText)")
                #expect(address() == "127.0.0.1:\(gallery.port)\n")

                try gallery.stop()
                try Waiting.until("systemd's is told of", below: gallery.state) {
                    address() == "127.0.0.1:\(socket.port)\n"
                }
                #expect(GalleryLock.holder(of: gallery.state + "lock") == activated.identifier)
                #expect(try ping() == 200)
                try activated.signal(SIGTERM)
                #expect(try activated.wait() == .exited(0))
                #expect(Disk.status(told) == nil)
            }
        }

        @Test("one that ends before the other leaves that one's address")
        func endsFirst() throws {
            try GalleryFixture.run { gallery in
                let socket = try ListeningTestSocket(isOpen: false)
                let activated = try gallery.spawn(listen: nil, activatedBy: socket.descriptor)
                _ = try gallery.waitForAddress(activated)
                try activated.signal(SIGTERM)
                #expect(try activated.wait() == .exited(0))
                #expect(Disk.isFile(gallery.state + "address"))
            }
        }

        @Test("on a Unix socket nobody but the user is let in, under this machine's names")
        func unixSocket() throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                let socket = gallery.daemon.scratch.location + "gallery.socket"
                try gallery.start(listen: "unix:\(socket.display)")
                #expect(try #require(Disk.status(socket)).st_mode & 0o777 == 0o600)
                let cookie = "Cookie: photod-gallery=\(gallery.token)"
                for (host, status) in [("localhost", 200), ("localhost:8080", 200), ("evil.example", 421)] {
                    let answer = try HTTPConnection(unix: socket).ask([
                        "GET /api/ping HTTP/1.1", "Host: \(host)", cookie,
                    ])
                    #expect(answer.status == status, "\(host)")
                }
            }
        }
    }
}
