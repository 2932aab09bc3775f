import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("find and favorites")
    struct FindTests {
        private func names(_ client: Connection, _ request: String) throws -> [String] {
            try client.items(request).compactMap { $0["filename"]?.string }.sorted()
        }

        @Test("find is exact after sync: what is new, renamed, moved, described anew or gone")
        func follows() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let first = daemon.root + "IMG_0001.jpg"
                try Disk.writePhoto(1, to: first, description: "Sunset over the lake")
                try client.sync()
                #expect(try names(client, "find IMG_00") == ["IMG_0001.jpg"])
                #expect(try names(client, "find lake sunset") == ["IMG_0001.jpg"])
                #expect(try names(client, "find forest") == [])
                let second = daemon.root + "renamed.jpg"
                try Disk.rename(first, to: second)
                try client.sync()
                #expect(try names(client, "find IMG") == [])
                #expect(try names(client, "find renamed sun") == ["renamed.jpg"])
                try Disk.writePhoto(1, to: second, description: "Forest")
                try client.sync()
                #expect(try names(client, "find sunset") == [])
                #expect(try names(client, "find forest") == ["renamed.jpg"])
                try Disk.write("group = \"Black Forest\"", to: daemon.root + ".photod.toml")
                try Disk.writePhoto(2, to: daemon.root + "plain.jpg")
                try client.sync()
                #expect(try names(client, "find forest") == ["plain.jpg", "renamed.jpg"])
                #expect(try names(client, "find \"black for\"") == ["plain.jpg"])
                try Disk.remove(daemon.root + ".photod.toml")
                try Disk.remove(second)
                try client.sync()
                #expect(try names(client, "find forest") == [])
            }
        }

        @Test("it stays so across a restart, kill -9 and the loss of the index")
        func survives() throws {
            try DaemonFixture.run { daemon in
                for number in 0..<20 {
                    try Disk.writePhoto(
                        number,
                        to: daemon.root + "photo\(number).jpg",
                        description: "d\(number)"
                    )
                }
                try daemon.connect().sync()
                try expectAll(daemon, 20)
                try daemon.restart()
                try expectAll(daemon, 20)
                // Killed with changes that no search has asked for.
                try Disk.writePhoto(20, to: daemon.root + "photo20.jpg", description: "d20")
                try daemon.connect().sync()
                try daemon.kill()
                try Disk.writePhoto(21, to: daemon.root + "photo21.jpg", description: "d21")
                try daemon.start()
                try expectAll(daemon, 22)
                try daemon.stop()
                for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
                where Disk.isFile(daemon.state + name) {
                    try Disk.remove(daemon.state + name)
                }
                try daemon.start()
                try expectAll(daemon, 22)
                #expect(try daemon.connect().ask("verify").last?["differences"]?.integer == 0)
            }
        }

        private func expectAll(_ daemon: DaemonFixture, _ count: Int) throws {
            let client = try daemon.connect()
            try client.sync()
            let expected = (0..<count).map { "photo\($0).jpg" }
            #expect(try names(client, "find photo limit=7") == expected.sorted())
            for number in 0..<count {
                #expect(try names(client, "find photo\(number).jpg d\(number)") == ["photo\(number).jpg"])
            }
        }

        @Test("a place is found across the date line, with and without words")
        func places() throws {
            try DaemonFixture.run { daemon in
                for (serial, (name, degrees)) in [
                    ("fiji", [17, 179]), ("samoa", [14, -171]), ("taveuni", [17, -179]),
                    ("munich", [48, 11]),
                ].enumerated() {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = serial
                    photo.position = ([name == "munich" ? 48 : -degrees[0], 0, 0], [degrees[1], 0, 0])
                    try Disk.write(photo.bytes, to: daemon.root + "\(name).jpg")
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try names(client, "find near=-17,180,150") == ["fiji.jpg", "taveuni.jpg"])
                #expect(try names(client, "find near=-17,-180,150 tav") == ["taveuni.jpg"])
                #expect(try names(client, "find near=48,11,0") == ["munich.jpg"])
                #expect(try names(client, "find near=90,0,4700") == ["munich.jpg"])
                #expect(try names(client, "find near=0,0,20016").count == 4)
            }
        }

        @Test("favourites are those that the identity documents say, and go on by cursor")
        func favorites() throws {
            try DaemonFixture.run { daemon in
                for number in 0..<4 { try Disk.writePhoto(number, to: daemon.root + "photo\(number).jpg") }
                let client = try daemon.connect()
                try client.sync()
                #expect(try names(client, "favorites") == [])
                try daemon.stop()
                let document = daemon.state + "photos/2016-11.json"
                let text = String(decoding: try Disk.read(document), as: UTF8.self)
                let marked = text.split(separator: "{", omittingEmptySubsequences: false)
                    .map { part in
                        ["photo1.jpg", "photo3.jpg"].contains { part.contains($0) }
                            ? "\"favorite\":true," + part : part[...]
                    }
                    .joined(separator: "{")
                #expect(marked != text)
                try Disk.write(marked, to: document)
                try daemon.start()
                let again = try daemon.connect()
                try again.sync()
                #expect(try names(again, "favorites limit=1") == ["photo1.jpg", "photo3.jpg"])
                #expect(try names(again, "find favorite=1 photo3") == ["photo3.jpg"])
                #expect(try again.ask("favorites limit=1").last?["page"]?["total"]?.integer == 2)
            }
        }

        @Test("in a list of commands it is exact too, and of the list's snapshot")
        func inList() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for number in 0..<3 { try Disk.writePhoto(number, to: daemon.root + "photo\(number).jpg") }
                try client.sync()
                try client.send(
                    Array(
                        "command_list_begin\ncount 2016-11\nfind photo fields=filename\ncommand_list_end\n"
                            .utf8
                    )
                )
                // One reply a command, then that of the list.
                let replies = try (0..<3).map { _ in try client.readReply() }
                #expect(replies[0].first?["totalCount"]?.integer == 3)
                #expect(replies[1].dropLast().count == 3 && replies[2].isEmpty)
            }
        }

        @Test("a search while the first sweep goes on is answered")
        func duringSweep() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                for number in 0..<300 { try Disk.writePhoto(number, to: daemon.root + "photo\(number).jpg") }
                try daemon.start()
                let client = try daemon.connect()
                for _ in 0..<10 { _ = try client.ask("find photo limit=1") }
                try client.sync()
                #expect(try names(client, "find photo limit=1000").count == 300)
            }
        }
    }
}
