import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// A file system in memory, so that a move between the roots is a copy, a comparison and a removal.
    @Suite(
        "Photos that photod moves within the library",
        .enabled(if: Disk.isFolder(FilePath("/dev/shm")), "there is no /dev/shm")
    )
    struct OwnMovesTests {
        /// Runs a daemon with two roots, the second on another file system.
        private static func run(_ body: (DaemonFixture, FilePath) throws -> Void) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let other = FilePath("/dev/shm/\(daemon.scratch.location.lastName.display)")
                try Disk.makeFolder(other)
                defer { try? Disk.removeTree(other) }
                try daemon.configure(libraries: [daemon.root, other])
                try daemon.start()
                try body(daemon, other)
                try daemon.stop()
            }
        }

        private static func write(_ serial: Int, _ description: String, to path: FilePath) throws {
            let photo = PhotoFile(
                dateTimeOriginal: "2016:11:05 12:34:56",
                description: description,
                serial: serial
            )
            try Disk.write(photo.bytes, to: path)
        }

        @Test("keep their ids and marks between two file systems, and back by undo")
        func keepIDs() throws {
            try Self.run { daemon, other in
                let client = try daemon.connect()
                let source = daemon.root + "c.jpg"
                try Self.write(2, "Party", to: source)
                try Disk.write("a RAW file", to: daemon.root + "c.cr2")
                try client.sync()
                let id = try client.id(of: source)
                _ = try client.ask("viewed \(id)")
                let clock = try client.sync()
                let lines = try client.ask("import \(source.display) into=\(other.display) action=move")
                try client.sync()
                #expect(lines.last?["ok"]?.integer == 1, "\(lines)")
                let item = try client.item(other + "Party/c.jpg")
                #expect(item?["id"]?.string == id && item?["viewed"]?.bool == true)
                #expect(try client.count() == 1)
                // Nobody hears of a second photo, or that the first went.
                let changes = try client.ask("changes since=\(clock)").dropLast()
                #expect(changes.map { $0["change"]?.string } == ["updated"], "\(changes)")

                let batch = try #require(lines.last?["batch"]?.string)
                #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                try client.sync()
                #expect(try client.id(of: source) == id)
                #expect(try client.count() == 1)
            }
        }

        @Test("are gone at the next sync where they left the library by an undo, however many")
        func leaveByUndo() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let card = daemon.scratch.location + "card"
                try Disk.makeFolder(card)
                // With it the folder stays that the others come to.
                try Disk.makeFolder(daemon.root + "Party")
                try Self.write(0, "Party", to: daemon.root + "Party" + "stays.jpg")
                try client.sync()
                for serial in 1...300 { try Self.write(serial, "Party", to: card + "\(serial).jpg") }
                let lines = try client.ask("import \(card.display) action=move")
                try client.sync()
                #expect(
                    try client.ask("undo \(try #require(lines.last?["batch"]?.string))").last?["ok"]?.integer
                        == 300
                )
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.item(daemon.root + "Party/1.jpg") == nil)
            }
        }

        @Test("are never two and never none, however many are on their way")
        func manyOnTheirWay() throws {
            try Self.run { daemon, other in
                let client = try daemon.connect()
                try Disk.makeFolder(daemon.root + "from")
                for serial in 0..<600 {
                    try Self.write(serial, "Group \(serial % 5)", to: daemon.root + "from/\(serial).jpg")
                }
                try client.sync()
                let ids = try (0..<600).map { try client.id(of: daemon.root + "from/\($0).jpg") }
                let mover = try daemon.connect()
                try mover.send(
                    Array("import \(daemon.root.display)/from into=\(other.display) action=move\n".utf8)
                )
                let watcher = try daemon.connect()
                try Waiting.until("all are moved", below: daemon.scratch.location) {
                    #expect(try watcher.count() == 600)
                    return try Disk.names(in: daemon.root + "from").isEmpty
                }
                #expect(try mover.readReply().last?["ok"]?.integer == 600)
                try client.sync()
                #expect(try client.count() == 600)
                for (serial, id) in ids.enumerated() {
                    #expect(try client.id(of: other + "Group \(serial % 5)/\(serial).jpg") == id)
                }
            }
        }

        @Test("keep their ids where the daemon is killed in the middle")
        func killed() throws {
            try Self.run { daemon, other in
                var client = try daemon.connect()
                try Disk.makeFolder(daemon.root + "from")
                for serial in 0..<400 {
                    try Self.write(serial, "Group", to: daemon.root + "from/\(serial).jpg")
                }
                try client.sync()
                let ids = try (0..<400).map { try client.id(of: daemon.root + "from/\($0).jpg") }
                let request = Array(
                    "import \(daemon.root.display)/from into=\(other.display) action=move\n".utf8
                )
                for round in 1...3 {
                    client = try daemon.connect()
                    try client.send(request)
                    try Waiting.until("some are moved", below: daemon.scratch.location) {
                        try Disk.names(in: daemon.root + "from").count <= 400 - 90 * round
                    }
                    try daemon.kill()
                    try daemon.start()
                }
                client = try daemon.connect()
                try client.send(request)
                _ = try client.readReply()
                try client.sync()
                #expect(try client.count() == 400)
                for (serial, id) in ids.enumerated() {
                    #expect(try client.id(of: other + "Group/\(serial).jpg") == id)
                }
            }
        }
    }
}
