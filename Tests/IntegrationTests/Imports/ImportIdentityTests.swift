import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Identities of what is filed anew")
    struct ImportIdentityTests {
        private static let photos = 300

        /// What must stay of a photo, whichever path it has.
        private struct Identity: Hashable {
            let id: String
            let isViewed: Bool
            let isFavorite: Bool

            init(_ item: JSONValue) throws {
                id = try #require(item["id"]?.string)
                isViewed = item["viewed"]?.bool ?? false
                isFavorite = item["favorite"]?.bool ?? false
            }
        }

        /// An import folder inside the library, in which every third photo was viewed and every fifth is a favourite.
        private static func fill(_ daemon: DaemonFixture) throws {
            try Disk.makeFolder(daemon.root + "heap")
            for serial in 0..<photos {
                let group = ["Beach", "Party", "Hike", nil][serial % 4]
                try Disk.writePhoto(serial, to: daemon.root + "heap/\(serial).jpg", description: group)
            }
            try daemon.start()
            let client = try daemon.connect()
            try client.sync()
            for serial in stride(from: 0, to: photos, by: 3) {
                _ = try client.ask("viewed \(try client.id(of: daemon.root + "heap/\(serial).jpg"))")
            }
            let favorites = try stride(from: 0, to: photos, by: 5)
                .map { try client.id(of: daemon.root + "heap/\($0).jpg") }
            try daemon.stop()
            let document = daemon.state + "photos/2016-11.json"
            var text = String(decoding: try Disk.read(document), as: UTF8.self)
            for id in favorites {
                text = text.replacing("\"id\":\"\(id)\"", with: "\"id\":\"\(id)\",\"favorite\":true")
            }
            try Disk.write(text, to: document)
            try daemon.start()
        }

        /// By file name: no two of these photos have one.
        private static func identities(_ daemon: DaemonFixture) throws -> [String: Identity] {
            let client = try daemon.connect()
            try client.sync()
            let items = try client.allItems()
            #expect(items.count == photos)
            #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            return Dictionary(
                uniqueKeysWithValues: try items.map {
                    (try #require($0["filename"]?.string), try Identity($0))
                }
            )
        }

        @Test("a photo that is moved within its root keeps id and marks, there and back, by photoctl too")
        func keeps() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Self.fill(daemon)
                let before = try Self.identities(daemon)
                #expect(
                    before.values.count { $0.isViewed } == 100 && before.values.count { $0.isFavorite } == 60
                )
                let heap = daemon.root.display + "/heap"
                let run = try daemon.photoctl(["--json", "import", heap, "--action", "move"])
                #expect(
                    try run.end == .exited(0) && run.lines.results == ["ok": Self.photos],
                    "\(run.errors)"
                )
                #expect(try Disk.names(in: daemon.root + "heap").isEmpty)
                #expect(try Self.identities(daemon) == before)
                // What lies where it belongs is left alone.
                let again = try daemon.photoctl(["--json", "import", daemon.root.display, "--action", "move"])
                #expect(try again.lines.results == ["unchanged": Self.photos])
                let batch = try #require(try run.lines.last?["batch"]?.string)
                #expect(try daemon.photoctl(["undo", batch]).end == .exited(0))
                #expect(try Disk.names(in: daemon.root + "heap").count == Self.photos)
                #expect(try Self.identities(daemon) == before)
            }
        }

        @Test("a daemon that is killed in the middle of filing anew gives each photo the id it had")
        func survivesKills() throws {
            var random = SeededGenerator.fromEnvironment()
            try DaemonFixture.run(isStarted: false) { daemon in
                try Self.fill(daemon)
                let before = try Self.identities(daemon)
                let contents = try Contents.counts(below: daemon.root)
                for _ in 0..<3 {
                    let sender = try daemon.connect()
                    let arrived = 1 + random.below(Self.photos - 20)
                    let comment: Comment = "\(arrived) arrived; seed \(random.seed)"
                    try sender.send(Array("import \(daemon.root.display)/heap action=move\n".utf8))
                    // A client that goes would have it stopped.
                    try withExtendedLifetime(sender) {
                        try Waiting.until(
                            "\(arrived) photos at their new places",
                            below: daemon.scratch.location
                        ) {
                            try Disk.names(in: daemon.root + "heap").count <= Self.photos - arrived
                        }
                        try daemon.kill()
                    }
                    try daemon.start()
                    #expect(try Self.identities(daemon) == before, comment)
                    #expect(try Contents.counts(below: daemon.root) == contents, comment)
                    let client = try daemon.connect()
                    let batch = try #require(try client.ask("batches").first?["batch"]?.string)
                    #expect(try client.ask("undo \(batch)").refusals.isEmpty, comment)
                    #expect(try Self.identities(daemon) == before, comment)
                    #expect(try Disk.names(in: daemon.root + "heap").count == Self.photos, comment)
                }
            }
        }
    }
}
