import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Favourites, and the five stars that other programs see of them.
    @Suite("Editing favourites")
    struct FavoriteEditTests {
        /// - Returns: the photo's id.
        private static func photo(_ daemon: DaemonFixture, _ client: Connection) throws -> String {
            try Disk.writePhoto(1, to: daemon.root + "1.jpg")
            try client.sync()
            return try client.id(of: daemon.root + "1.jpg")
        }

        private static func marks(_ daemon: DaemonFixture, _ client: Connection) throws -> [String?] {
            let item = try client.item(daemon.root + "1.jpg")
            return [item?["rating"]?.json, item?["favorite"]?.json]
        }

        private static func sidecar(_ rating: Int) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF></x:xmpmeta>
            """
        }

        @Test("leaves stars that somebody has given", arguments: ["sidecar", "file", "both"])
        func givenStars(layer: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                for stars in [3, 5] {
                    _ = try client.ask("edit \(id) rating=\(stars) favorite=unset write=\(layer)")
                    let files = try Contents.files(below: daemon.root)
                    let starred = "\(stars)"
                    for (mark, expected) in [("yes", true), ("no", false), ("yes", true)] {
                        let reply = try client.ask("edit \(id) favorite=\(mark) write=\(layer)")
                        #expect(reply.outcomes == ["ok"] && reply[1]["layers"]?.texts == ["index"])
                        #expect(try Self.marks(daemon, client) == [starred, "\(expected)"])
                    }
                    #expect(
                        try client.ask("edit \(id) favorite=yes write=\(layer)").outcomes == ["unchanged"]
                    )
                    _ = try client.ask("edit \(id) favorite=unset write=\(layer)")
                    #expect(try Self.marks(daemon, client) == [starred, stars == 5 ? "true" : nil])
                    #expect(try Contents.files(below: daemon.root) == files)
                }
            }
        }

        @Test(
            "gives a photo without stars five, and takes them out again",
            arguments: ["sidecar", "file", "both"],
            ["no", "unset"]
        )
        func ownStars(layer: String, mark: String) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                let files = try Contents.files(below: daemon.root)
                let planned = try client.ask("edit \(id) favorite=yes write=\(layer) dry-run=1")
                #expect(planned[0]["was"]?.json == #"{"favorite":null,"rating":null}"#)
                #expect(planned[0]["now"]?.json == #"{"favorite":true,"rating":5}"#)
                let first = try client.ask("edit \(id) favorite=yes write=\(layer)")
                #expect(try Self.marks(daemon, client) == ["5", "true"])
                let starred = try Contents.files(below: daemon.root)
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try Self.marks(daemon, client) == ["5", "true"])
                let foreseen = try client.ask("edit \(id) favorite=\(mark) write=\(layer) dry-run=1")
                #expect(foreseen[0]["was"]?.json == #"{"favorite":true,"rating":5}"#)
                let word = mark == "no" ? "false" : "null"
                #expect(foreseen[0]["now"]?.json == #"{"favorite":\#(word),"rating":null}"#)
                let second = try client.ask("edit \(id) favorite=\(mark) write=\(layer)")
                let expected: [String?] = [nil, mark == "no" ? "false" : nil]
                #expect(try Self.marks(daemon, client) == expected)
                let verified = try client.ask("verify").last?["differences"]?.integer
                #expect(verified == 0)
                #expect(try client.ask("undo \(try second.batch)").outcomes == ["ok"])
                #expect(try Self.marks(daemon, client) == ["5", "true"])
                #expect(try Contents.files(below: daemon.root) == starred)
                _ = try client.ask("edit \(id) favorite=\(mark) write=\(layer)")
                #expect(try Self.marks(daemon, client) == expected)
                let third = try #require(try client.ask("batches").first?["batch"]?.string)
                #expect(try client.ask("undo \(third)").outcomes == ["ok"])
                #expect(try client.ask("undo \(try first.batch)").outcomes == ["ok"])
                #expect(try Contents.files(below: daemon.root) == files)
                #expect(try Self.marks(daemon, client) == [nil, nil])
            }
        }

        @Test("stars of 0, as cameras write them, are those of before again")
        func noStars() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                for layer in ["sidecar", "file"] {
                    _ = try client.ask("edit \(id) rating=0 write=\(layer)")
                    _ = try client.ask("edit \(id) favorite=yes write=\(layer)")
                    #expect(try Self.marks(daemon, client) == ["5", "true"])
                    _ = try client.ask("edit \(id) favorite=unset write=\(layer)")
                    #expect(try Self.marks(daemon, client) == ["0", nil])
                }
            }
        }

        @Test("what somebody has given since stays, in another program or here")
        func laterStars() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                _ = try client.ask("edit \(id) favorite=yes")
                try Disk.write(Self.sidecar(4), to: daemon.root + "1.jpg.xmp")
                try client.sync()
                #expect(try client.ask("edit \(id) favorite=no").outcomes == ["ok"])
                #expect(try Self.marks(daemon, client) == ["4", "false"])

                try Disk.remove(daemon.root + "1.jpg.xmp")
                try client.sync()
                _ = try client.ask("edit \(id) favorite=yes")
                let own = try client.ask("edit \(id) rating=5")
                #expect(own.outcomes == ["ok"])
                #expect(try client.ask("edit \(id) rating=5").outcomes == ["unchanged"])
                _ = try client.ask("edit \(id) favorite=no")
                #expect(try Self.marks(daemon, client) == ["5", "false"])
            }
        }

        @Test(
            "of a folder that cannot be written the stars are shown, and taken back before any file has them"
        )
        func pending() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                let client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.setMode(folder, 0o555)
                defer { try? Disk.setMode(folder, 0o777) }
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                let reply = try client.ask("edit \(id) favorite=yes")
                #expect(reply.outcomes == ["pending"] && reply.last?["ok"]?.integer == 0)
                let batch = try client.ask("batches").first
                #expect(batch?["ok"]?.integer == 0 && batch?["pending"]?.integer == 1)
                #expect(try client.item(folder + "1.jpg")?["rating"]?.integer == 5)
                #expect(try client.ask("edit \(id) favorite=unset").outcomes == ["ok"])
                let item = try #require(try client.item(folder + "1.jpg"))
                #expect(item["rating"] == nil && item["favorite"] == nil)
            }
        }

        @Test("a photo that was so already is none that a batch tells of", arguments: ["sidecar", "file"])
        func unchanged(layer: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                try Disk.writePhoto(2, to: daemon.root + "2.jpg")
                try client.sync()
                let other = try client.id(of: daemon.root + "2.jpg")
                for words in ["favorite=yes", "rating=3", "title=Pier"] {
                    _ = try client.ask("edit \(id) \(words) write=\(layer)")
                    let reply = try client.ask("edit \(id) \(other) \(words) write=\(layer)")
                    #expect(reply.outcomes.first == "unchanged", "\(words)")
                    let lines = try client.ask("batch \(try reply.batch)")
                    #expect(lines.compactMap { $0["id"]?.string } == [other], "\(words)")
                    #expect(lines.last?["ok"]?.integer == Int64(lines.count - 1), "\(words)")
                }
            }
        }
    }
}
