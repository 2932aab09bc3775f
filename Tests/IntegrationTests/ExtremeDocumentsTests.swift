import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Identity documents with values at the ends of their range")
    struct ExtremeDocumentsTests {
        private static func edit(_ daemon: DaemonFixture, _ change: (String) -> String) throws {
            let document = daemon.state + "photos/2016-11.json"
            let text = change(String(decoding: try Disk.read(document), as: UTF8.self))
            try Disk.write(text, to: daemon.scratch.location + "edited.json")
            // Neither 64 bits of nanoseconds nor most people's plans reach that far: the year 2286.
            try Disk.setTime(daemon.scratch.location + "edited.json", seconds: 10_000_000_000)
            try Disk.rename(daemon.scratch.location + "edited.json", to: document)
        }

        @Test("an edited document of the year 2286 is read while the daemon runs, and at its start")
        func year2286() throws {
            try DaemonFixture.run { daemon in
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                var client = try daemon.connect()
                try client.sync()
                try Waiting.until("the document") { Disk.isFile(daemon.state + "photos/2016-11.json") }
                try Self.edit(daemon) { $0.replacing("\"rev\":", with: "\"favorite\":true,\"rev\":") }
                try Waiting.until("the mark of the document") {
                    try client.item(daemon.root + "a.jpg")?["favorite"]?.bool == true
                }
                try daemon.stop()
                try Self.edit(daemon) { $0.replacing("\"favorite\":true", with: "\"favorite\":false") }
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.item(daemon.root + "a.jpg")?["favorite"]?.bool == false)
            }
        }

        @Test(
            "a tombstone whose time makes no sense stops nobody, also where the index is lost",
            arguments: ["-9223372036854775808", "9223372036854775807"]
        )
        func deletedAt(_ time: String) throws {
            try DaemonFixture.run { daemon in
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                try daemon.connect().sync()
                try Disk.remove(daemon.root + "a.jpg")
                try daemon.connect().sync()
                try daemon.stop()
                try Self.edit(daemon) { text in
                    text.replacing(/"deletedAt":[0-9]+/, with: "\"deletedAt\":\(time)")
                }
                for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"]
                where Disk.isFile(daemon.state + name) {
                    try Disk.remove(daemon.state + name)
                }
                try daemon.start()
                // At the same path, where the time decides whose it is.
                try Disk.writePhoto(3, to: daemon.root + "a.jpg")
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 2)
            }
        }
    }
}
