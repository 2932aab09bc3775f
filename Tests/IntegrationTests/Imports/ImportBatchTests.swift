import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("The batch that brought a photo")
    struct ImportBatchTests {
        private static func write(_ description: String, _ serial: Int, to path: FilePath) throws {
            let photo = PhotoFile(
                dateTimeOriginal: "2016:11:05 12:34:56",
                description: description,
                serial: serial
            )
            try Disk.write(photo.bytes, to: path)
        }

        private static func batch(_ path: FilePath, _ client: Connection) throws -> String? {
            try client.ask("photo \(path.uri)").first?["batch"]?.string
        }

        @Test("is told by “photo” and by the identity document, and survives the loss of the index")
        func survives() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try Self.write("Beach trip", 1, to: inbox + "a.jpg")
                try Self.write("Beach trip", 2, to: daemon.root + "old.jpg")
                try client.sync()
                let sums = try #require(try client.ask("import \(inbox.display) action=copy").last)
                let name = try #require(sums["batch"]?.string)
                try client.sync()
                let place = daemon.root + "Beach trip/a.jpg"
                #expect(try Self.batch(place, client) == name)
                #expect(try Self.batch(daemon.root + "old.jpg", client) == nil)
                try daemon.stop()
                let document = String(
                    decoding: try Disk.read(daemon.state + "photos/2016-11.json"),
                    as: UTF8.self
                )
                #expect(document.components(of: "\"batch\":\"\(name)\"") == 1, "\(document)")
                for end in ["", "-wal", "-shm"] where Disk.isFile(daemon.state + "index.sqlite\(end)") {
                    try Disk.remove(daemon.state + "index.sqlite\(end)")
                }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try Self.batch(place, client) == name)
                #expect(try Self.batch(daemon.root + "old.jpg", client) == nil)
            }
        }

        @Test("brings no id of a photo whose name it takes, which went to the trash a moment before")
        func namesake() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (inbox, place) = (daemon.scratch.location + "inbox", daemon.root + "Beach trip/a.jpg")
                try Disk.makeFolder(inbox)
                try Disk.makeFolder(daemon.root + "Beach trip")
                try Self.write("Beach trip", 1, to: place)
                try client.sync()
                let id = try client.id(of: place)
                _ = try client.ask("viewed \(id)")
                #expect(try client.ask("trash \(id)").last?["ok"]?.integer == 1)
                try Self.write("Beach trip", 2, to: inbox + "a.jpg")
                _ = try client.ask("import \(inbox.display) action=copy")
                try client.sync()
                let item = try #require(try client.item(place))
                #expect(item["id"]?.string != id && item["viewed"]?.bool == false)
            }
        }

        @Test("is the last one, and none again when a move within the library is undone")
        func undone() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let place = daemon.root + "a.jpg"
                try Self.write("Beach trip", 1, to: place)
                try client.sync()
                let sums = try #require(try client.ask("import \(place.display) action=move").last)
                let name = try #require(sums["batch"]?.string)
                try client.sync()
                #expect(try Self.batch(daemon.root + "Beach trip/a.jpg", client) == name)
                _ = try client.ask("undo \(name)")
                try client.sync()
                #expect(try Self.batch(place, client) == nil)
            }
        }

        @Test(
            "is known of every photo where the daemon was killed in the middle, or when all were moved",
            arguments: [100, 300]
        )
        func killed(moved: Int) throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                for serial in 0..<300 { try Self.write("Group", serial, to: inbox + "\(serial).jpg") }
                var client = try daemon.connect()
                try client.send(Array("import \(inbox.display) action=move\n".utf8))
                try Waiting.until("\(moved) are moved", below: daemon.scratch.location) {
                    try Disk.names(in: inbox).count <= 300 - moved
                }
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let first = try #require(try client.ask("batches").first?["batch"]?.string)
                let there = try Disk.names(in: daemon.root + "Group")
                #expect(there.count >= moved)
                for name in there {
                    #expect(try Self.batch((daemon.root + "Group").appending(name), client) == first)
                }
            }
        }

        @Test("is none of photos that were put back just before the daemon was killed")
        func killedBehindUndo() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                for serial in 0..<50 { try Self.write("Group", serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let sums = try #require(try client.ask("import \(daemon.root.display) action=move").last)
                let name = try #require(sums["batch"]?.string)
                try client.sync()
                _ = try client.ask("undo \(name)")
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                for serial in 0..<50 {
                    #expect(try Self.batch(daemon.root + "\(serial).jpg", client) == nil)
                }
            }
        }
    }
}

extension String {
    /// How often a text occurs.
    fileprivate func components(of text: String) -> Int {
        split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}
