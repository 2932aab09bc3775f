import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Damage in the state folder")
    struct DamageTests {
        private static let count = 20

        private static func write(_ daemon: DaemonFixture) throws {
            for serial in 0..<count {
                var photo = PhotoFile(dateTimeOriginal: "2016:\(serial % 2 == 0 ? 10 : 11):05 12:34:56")
                photo.serial = serial
                try Disk.write(photo.bytes, to: daemon.root + "\(serial).jpg")
            }
        }

        private static func ids(_ daemon: DaemonFixture, _ client: Connection) throws -> [String] {
            try client.sync()
            #expect(try client.count() == Int64(count))
            return try (0..<count).map { try client.id(of: daemon.root + "\($0).jpg") }
        }

        private static func names(_ daemon: DaemonFixture, with text: String) throws -> [FilePath] {
            try [daemon.state, daemon.state + "photos"].flatMap { folder in
                try Disk.names(in: folder).filter { $0.display.contains(text) }.map { folder.appending($0) }
            }
        }

        @Test(
            "an index of garbage is moved aside and built anew with the same ids; log and status say so until it is deleted"
        )
        func rebuildsTheIndex() throws {
            try DaemonFixture.run { daemon in
                try Self.write(daemon)
                var client = try daemon.connect()
                let ids = try Self.ids(daemon, client)
                _ = try client.ask("viewed \(ids[3])")
                let clock = try client.sync()
                try daemon.stop()
                var random = SeededGenerator.fromEnvironment()
                let garbage = (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                try Disk.write(garbage, to: daemon.state + "index.sqlite")
                try daemon.start()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                #expect(try client.item(daemon.root + "3.jpg")?["viewed"]?.bool == true)
                #expect(try client.ask("changes since=\(clock)").last?["isFreshInstance"]?.bool == true)

                let aside = try #require(try Self.names(daemon, with: "index.sqlite.broken-").first)
                #expect(try Disk.read(aside) == garbage)
                #expect(daemon.logText.contains("the index was damaged: moved to \(aside.display)"))
                // The next start finds nothing damaged, and tells of it as well.
                for isNext in [false, true] {
                    if isNext {
                        try daemon.restart()
                        client = try daemon.connect()
                        try client.sync()
                    }
                    let status = try client.status()
                    #expect(status["state"]?.string == "degraded")
                    let problem = try #require(status["problems"]?.array?.first)
                    #expect(problem["problem"]?.string?.contains(aside.display) == true)
                    #expect(problem["remedy"]?.string?.contains("delete or move that file") == true)
                }
                try Disk.remove(aside)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("with an older index in its place ids and marks are those of the documents")
        func olderIndex() throws {
            try DaemonFixture.run { daemon in
                try Self.write(daemon)
                var client = try daemon.connect()
                var ids = try Self.ids(daemon, client)
                _ = try client.ask("viewed \(ids[3]) \(ids[4])")
                try daemon.stop()
                let older = try Disk.read(daemon.state + "index.sqlite")

                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                _ = try client.ask("viewed \(ids[5]) \(ids[6])")
                var photo = PhotoFile(dateTimeOriginal: "2016:10:05 12:34:56")
                photo.serial = 1_000
                // A name that another photo had, and one that moved.
                try Disk.remove(daemon.root + "6.jpg")
                try client.sync()
                try Disk.makeFolder(daemon.root + "sub")
                try Disk.rename(daemon.root + "5.jpg", to: daemon.root + "sub/5.jpg")
                try Disk.write(photo.bytes, to: daemon.root + "sub/6.jpg")
                try client.sync()
                let moved = try #require(try client.item(daemon.root + "sub/5.jpg"))
                #expect(moved["id"]?.string == ids[5])
                let new = try client.id(of: daemon.root + "sub/6.jpg")
                #expect(!ids.contains(new))
                _ = try client.ask("viewed \(new)")
                try daemon.stop()

                try Disk.write(older, to: daemon.state + "index.sqlite")
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                ids[6] = new
                for number in 0..<Self.count {
                    let folder = number == 5 || number == 6 ? daemon.root + "sub" : daemon.root
                    let item = try #require(try client.item(folder + "\(number).jpg"))
                    #expect(item["id"]?.string == ids[number], "\(number)")
                    #expect(item["viewed"]?.bool == [3, 4, 5, 6].contains(number), "\(number)")
                }
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("pages of garbage in the middle of the index are noticed, and the next start builds it anew")
        func noticesDamagedPages() throws {
            try DaemonFixture.run { daemon in
                try Self.write(daemon)
                var client = try daemon.connect()
                let ids = try Self.ids(daemon, client)
                try daemon.stop()
                let index = daemon.state + "index.sqlite"
                var bytes = try Disk.read(index)
                // All but the first page, which has the schema.
                for position in 4096..<bytes.count {
                    bytes[position] = UInt8(truncatingIfNeeded: position &* 31)
                }
                try Disk.write(bytes, to: index)
                // Either it does not start with it, or it meets the damage at work and ends.
                let trial = try daemon.spawn()
                daemon.adopt(trial)
                do {
                    try daemon.waitUntilReady()
                    _ = try daemon.connect().ask("status")
                } catch {
                    // Ended by then: it has noted the damage, which the next start is to show.
                }
                try trial.signal(SIGKILL)
                try trial.wait()
                _ = try daemon.notify.takeAll()
                try daemon.start()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                #expect(daemon.logText.contains("the index was damaged: moved to"))
                #expect(try !Self.names(daemon, with: "index.sqlite.broken-").isEmpty)
            }
        }

        @Test(
            "a month's document that does not parse is moved aside and begun anew, also where the index is lost too"
        )
        func beginsADocumentAnew() throws {
            try DaemonFixture.run { daemon in
                try Self.write(daemon)
                var client = try daemon.connect()
                let ids = try Self.ids(daemon, client)
                // Written once with the mark and once without another: so the backup has the mark too.
                _ = try client.ask("viewed \(ids[2])")
                try daemon.restart()
                client = try daemon.connect()
                _ = try client.ask("viewed \(ids[4])")
                try daemon.stop()
                let document = daemon.state + "photos/2016-10.json"
                let whole = try Disk.read(document)

                // The index is there, so nothing is lost.
                try Disk.write(Array(whole.prefix(whole.count / 2)), to: document)
                try daemon.start()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                let viewed = try (0..<Self.count).filter {
                    try client.item(daemon.root + "\($0).jpg")?["viewed"]?.bool == true
                }
                #expect(viewed == [2, 4])
                try daemon.stop()
                let aside = try #require(try Self.names(daemon, with: "2016-10.json.broken-").first)
                #expect(try Disk.read(aside) == Array(whole.prefix(whole.count / 2)))
                #expect(daemon.logText.contains("2016-10.json is damaged"))
                #expect(daemon.logText.contains("moved to \(aside.display), begun anew"))
                #expect(try JSONValue.parse(Disk.read(document)[...])["photos"]?.array?.count == 10)

                // Now the index goes as well: what the backup has comes back.
                try Disk.write("garbage", to: document)
                for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
                where Disk.isFile(daemon.state + name) { try Disk.remove(daemon.state + name) }
                try daemon.start()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                #expect(try client.item(daemon.root + "2.jpg")?["viewed"]?.bool == true)
            }
        }

        @Test(
            "a document edited by hand: what is valid counts, what is not is refused by name, and nothing else is lost"
        )
        func survivesHandEdits() throws {
            try DaemonFixture.run { daemon in
                try Self.write(daemon)
                var client = try daemon.connect()
                let ids = try Self.ids(daemon, client)
                try daemon.stop()
                let document = daemon.state + "photos/2016-10.json"
                var text = String(decoding: try Disk.read(document), as: UTF8.self)
                for (id, member) in [
                    (ids[0], "\"groupOverride\":\"By hand\",\"favorite\":\"perhaps\""),
                    (ids[2], "\"groupOverride\":[1,2],\"viewed\":true"),
                    (ids[4], "\"nonsense\":{\"deep\":[null]},\"viewed\":7"),
                ] {
                    let mark = "\"id\":\"\(id)\""
                    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
                    #expect(parts.count == 2)
                    text = parts.joined(separator: "\(mark),\(member)")
                }
                try Disk.write(text, to: document)
                try daemon.start()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                #expect(try client.item(daemon.root + "0.jpg")?["group"]?.string == "By hand")
                #expect(try client.item(daemon.root + "2.jpg")?["group"] == .null)
                #expect(try client.item(daemon.root + "2.jpg")?["viewed"]?.bool == true)
                #expect(try client.item(daemon.root + "4.jpg")?["viewed"]?.bool == false)
                let warnings = daemon.logText.split(separator: "\n").filter { $0.contains("2016-10.json:") }
                #expect(warnings.count >= 3, "\(warnings)")
                try daemon.restart()
                client = try daemon.connect()
                #expect(try Self.ids(daemon, client) == ids)
                #expect(try client.item(daemon.root + "0.jpg")?["group"]?.string == "By hand")
            }
        }
    }
}
