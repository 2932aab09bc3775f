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
            "gives a photo without stars five, which stay until an undo takes them out",
            arguments: ["sidecar", "file", "both"]
        )
        func ownStars(layer: String) throws {
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
                let foreseen = try client.ask("edit \(id) favorite=no write=\(layer) dry-run=1")
                #expect(foreseen[0]["now"]?.json == #"{"favorite":false}"#)
                let second = try client.ask("edit \(id) favorite=no write=\(layer)")
                #expect(second.outcomes == ["ok"] && second[1]["layers"]?.texts == ["index"])
                #expect(try Self.marks(daemon, client) == ["5", "false"])
                #expect(try client.ask("undo \(try second.batch)").outcomes == ["ok"])
                let third = try client.ask("edit \(id) favorite=unset write=\(layer)")
                #expect(try Self.marks(daemon, client) == ["5", "true"])
                #expect(try Contents.files(below: daemon.root) == starred)
                #expect(try client.ask("undo \(try first.batch)").outcomes == ["error"])
                #expect(try client.ask("undo \(try third.batch)").outcomes == ["ok"])
                let verified = try client.ask("verify").last?["differences"]?.integer
                #expect(verified == 0)
                #expect(try client.ask("undo \(try first.batch)").outcomes == ["ok"])
                #expect(try Contents.files(below: daemon.root) == files)
                #expect(try Self.marks(daemon, client) == [nil, nil])
            }
        }

        @Test("stars that it was given go as any others do")
        func forgotten() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                let first = try client.ask("edit \(id) favorite=yes write=sidecar")
                _ = try client.ask("edit \(id) favorite=unset rating=unset write=sidecar")
                #expect(try Self.marks(daemon, client) == [nil, nil])
                _ = try client.ask("edit \(id) favorite=yes write=file")
                _ = try client.ask("edit \(id) favorite=no rating=0 write=file")
                #expect(try Self.marks(daemon, client) == ["0", "false"])
                _ = try client.ask("edit \(id) favorite=yes rating=4 write=file")
                #expect(try client.ask("undo \(try first.batch)").outcomes == ["error"])
                #expect(try Self.marks(daemon, client) == ["4", "true"])
            }
        }

        @Test(
            "stars of 0, as cameras write them, are none, whoever says them",
            arguments: ["index", "sidecar", "file"],
            ["sidecar", "file"]
        )
        func noStars(said: String, layer: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                _ = try client.ask("edit \(id) rating=0 write=\(said)")
                let reply = try client.ask("edit \(id) favorite=yes write=\(layer)")
                #expect(reply.outcomes == ["ok"] && reply[1]["layers"]?.texts?.contains(layer) ?? false)
                #expect(try Self.marks(daemon, client) == ["5", "true"])
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Self.marks(daemon, client) == ["0", nil])
            }
        }

        @Test("what another program has given a moment ago stays, and so does that a photo is rejected")
        func otherStars() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let id = try Self.photo(daemon, client)
                let sidecar = daemon.root + "1.jpg.xmp"
                for stars in [-1, 1, 2, 3, 4] {
                    try Disk.write(Self.sidecar(stars), to: sidecar)
                    let reply = try client.ask("edit \(id) favorite=yes write=sidecar")
                    #expect(reply.outcomes == ["ok"] && reply[1]["layers"]?.texts == ["index"])
                    #expect(try String(decoding: Disk.read(sidecar), as: UTF8.self) == Self.sidecar(stars))
                    #expect(try Self.marks(daemon, client) == ["\(stars)", "true"])
                    #expect(try client.ask("edit \(id) favorite=unset").outcomes == ["ok"])
                    try Disk.remove(sidecar)
                    try client.sync()
                }
            }
        }

        @Test("a file that is not written itself has a sidecar, whose stars stay too")
        func raw() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.write("raw", to: daemon.root + "b.cr2")
                try client.sync()
                let id = try client.id(of: daemon.root + "b.cr2")
                let reply = try client.ask("edit \(id) favorite=yes write=file")
                #expect(reply[1]["layers"]?.texts == ["sidecar"])
                #expect(try client.ask("edit \(id) favorite=no write=file").outcomes == ["ok"])
                let item = try #require(try client.item(daemon.root + "b.cr2"))
                #expect(item["rating"]?.integer == 5 && item["favorite"]?.bool == false)
                #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
            }
        }

        /// A folder with a photo that only another user may write.
        private static func lock(_ folder: FilePath) throws {
            if getuid() == 0 { try Disk.setOwner(folder, 65534) }
            try Disk.setMode(folder, 0o555)
        }

        @Test("of a folder that cannot be written any more a photo becomes a favourite, and none, as before")
        func locked() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                let client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                try Disk.setMode(folder, 0o777)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                #expect(try client.ask("edit \(id) favorite=yes").outcomes == ["ok"])
                try Self.lock(folder)
                defer { try? Disk.setMode(folder, 0o777) }
                for (mark, isFavorite) in [("no", false), ("yes", true), ("no", false), ("unset", true)] {
                    #expect(try client.ask("edit \(id) favorite=\(mark)").outcomes == ["ok"])
                    let item = try #require(try client.item(folder + "1.jpg"))
                    #expect(item["rating"]?.integer == 5 && item["favorite"]?.bool == isFavorite)
                }
            }
        }

        @Test("of a folder that cannot be written the stars are shown, and written when that is possible")
        func pending() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                var client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                try Self.lock(folder)
                defer { try? Disk.setMode(folder, 0o777) }
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                let reply = try client.ask("edit \(id) favorite=yes")
                #expect(reply.outcomes == ["pending"] && reply.last?["ok"]?.integer == 0)
                let batch = try client.ask("batches").first
                #expect(batch?["ok"]?.integer == 0 && batch?["pending"]?.integer == 1)
                for (mark, isFavorite) in [("unset", true), ("no", false)] {
                    #expect(try client.ask("edit \(id) favorite=\(mark)").outcomes == ["ok"])
                    let item = try #require(try client.item(folder + "1.jpg"))
                    #expect(item["rating"]?.integer == 5 && item["favorite"]?.bool == isFavorite)
                }
                try daemon.stop()
                try Disk.setMode(folder, 0o777)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                // Behind what is tried at a start.
                #expect(try client.ask("edit \(id) favorite=no").outcomes == ["unchanged"])
                #expect(Disk.isFile(folder + "1.jpg.xmp"))
                #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
                let item = try #require(try client.item(folder + "1.jpg"))
                #expect(item["rating"]?.integer == 5 && item["favorite"]?.bool == false)
                _ = try client.ask("edit \(id) rating=unset")
                #expect(try client.item(folder + "1.jpg")?["rating"] == nil)
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
