import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Values that are read otherwise than they were said where they have been written.
    @Suite("Edits that are read otherwise than they were said")
    struct ReadBackEditTests {
        private static let values = [
            "description=\"Beach trip\\n\" title=\"Pier \"", "description=\" lang=x-default Beach trip\"",
            "description=Screenshot date=2011-01-02T03", "date=1904-01-01 title=Pier",
            "description=\"\(String(repeating: "Beach trip ", count: 1_000))end\"",
        ]

        private static func library(_ daemon: DaemonFixture) throws -> (client: Connection, id: String) {
            try Disk.writePhoto(1, to: daemon.root + "1.jpg")
            let client = try daemon.connect()
            try client.sync()
            return (client, try client.id(of: daemon.root + "1.jpg"))
        }

        private static func item(_ daemon: DaemonFixture, _ client: Connection) throws -> JSONValue {
            try #require(try client.item(daemon.root + "1.jpg"))
        }

        @Test(
            "give way to what another program writes there later",
            arguments: values,
            ["sidecar", "file", "both"]
        )
        func overtaken(words: String, layer: String) throws {
            try DaemonFixture.run { daemon in
                let (client, id) = try Self.library(daemon)
                #expect(try client.ask("edit \(id) \(words) write=\(layer)").outcomes == ["ok"])
                let said = try Self.item(daemon, client)
                // Who only looks again sees what was said.
                _ = try client.ask("rescan")
                try client.sync()
                #expect(try Self.item(daemon, client) == said)
                try Disk.write(Self.sidecar, to: daemon.root + "1.jpg.xmp")
                try client.sync()
                let item = try Self.item(daemon, client)
                #expect(item["title"]?.string == "Final" && item["description"]?.string == "Final")
                #expect(item["monthKey"]?.string == "2005-05" && item["dateSource"]?.string == "sidecar")
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("stay over it where photod alone says them, and where nothing has been written there since")
        func kept() throws {
            try DaemonFixture.run { daemon in
                var (client, id) = try Self.library(daemon)
                let words = "description=Screenshot date=1904-01-01"
                #expect(try client.ask("edit \(id) \(words) write=sidecar").outcomes == ["ok"])
                #expect(try client.ask("edit \(id) title=Pier write=index").outcomes == ["ok"])
                try Disk.setTime(daemon.root + "1.jpg", seconds: 1_400_000_000)
                try client.sync()
                try daemon.stop()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let item = try Self.item(daemon, client)
                #expect(item["description"]?.string == "Screenshot" && item["monthKey"]?.string == "1904-01")
                try Disk.write(Self.sidecar, to: daemon.root + "1.jpg.xmp")
                try client.sync()
                let later = try Self.item(daemon, client)
                #expect(later["description"]?.string == "Final" && later["monthKey"]?.string == "2005-05")
                #expect(later["title"]?.string == "Pier")
            }
        }

        @Test(
            "give way as well where the index has been lost since, and where the photo has been moved or was away"
        )
        func later() throws {
            try DaemonFixture.run { daemon in
                var (client, id) = try Self.library(daemon)
                let words = "description=Screenshot write=sidecar"
                #expect(try client.ask("edit \(id) \(words)").outcomes == ["ok"])
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let (path, moved) = (daemon.root + "1.jpg", daemon.root + "album/1.jpg")
                try Disk.makeFolder(daemon.root + "album")
                try Disk.rename(path, to: moved)
                try Disk.rename(daemon.root + "1.jpg.xmp", to: daemon.root + "album/1.jpg.xmp")
                try client.sync()
                let bytes = try Disk.read(moved)
                try Disk.remove(moved)
                try client.sync()
                try Disk.write(bytes, to: moved)
                try client.sync()
                #expect(try client.item(moved)?["id"]?.string == id)
                #expect(try client.item(moved)?["description"]?.string == "Screenshot")
                try Disk.write(Self.sidecar, to: daemon.root + "album/1.jpg.xmp")
                try client.sync()
                #expect(try client.item(moved)?["description"]?.string == "Final")
            }
        }

        @Test("give way as well where photod was killed before it knew how they are read")
        func killed() throws {
            try DaemonFixture.run { daemon in
                let (client, id) = try Self.library(daemon)
                let batch = try client.ask("edit \(id) description=Screenshot write=sidecar").batch
                // As a kill leaves it: said, written, and nothing known of it.
                #expect(try client.ask("edit \(id) description=Default write=index").outcomes == ["ok"])
                #expect(try client.ask("edit \(id) description=Screenshot write=index").outcomes == ["ok"])
                try daemon.stop()
                let journal = daemon.state + "batches/\(batch).jsonl"
                let lines = try Disk.read(journal).split(separator: UInt8(ascii: "\n")).dropLast()
                try Disk.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: journal)
                try daemon.start()
                let again = try daemon.connect()
                try again.sync()
                #expect(try Self.item(daemon, again)["description"]?.string == "Screenshot")
                try Disk.write(Self.sidecar, to: daemon.root + "1.jpg.xmp")
                try again.sync()
                #expect(try Self.item(daemon, again)["description"]?.string == "Final")
            }
        }

        @Test("are taken back, as the file was", arguments: values)
        func undone(words: String) throws {
            try DaemonFixture.run { daemon in
                let (client, id) = try Self.library(daemon)
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let batch = try client.ask("edit \(id) \(words) write=both").batch
                #expect(try client.allItems() != before)
                #expect(try client.ask("undo \(batch)").outcomes == ["ok"])
                #expect(try client.allItems() == before)
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test(
            "are shown as they are kept: without blanks at their ends and without what names their language"
        )
        func tidied() throws {
            try DaemonFixture.run { daemon in
                let (client, id) = try Self.library(daemon)
                for layer in ["index", "sidecar", "file"] {
                    let words = "description=\" lang=x-default Beach trip\\n\" title=\"Pier \" write=\(layer)"
                    let planned = try client.ask("edit \(id) \(words) dry-run=1").first?["now"]
                    #expect(planned?["description"]?.string == "Beach trip")
                    let batch = try client.ask("edit \(id) \(words)").batch
                    let item = try Self.item(daemon, client)
                    #expect(item["description"]?.string == "Beach trip" && item["title"]?.string == "Pier")
                    #expect(try client.ask("undo \(batch)").outcomes == ["ok"])
                }
            }
        }

        /// As another program writes it.
        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
             exif:DateTimeOriginal="2005-05-05T05:05:05">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Final</rdf:li></rdf:Alt></dc:title>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Final</rdf:li></rdf:Alt></dc:description></rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
    }
}
