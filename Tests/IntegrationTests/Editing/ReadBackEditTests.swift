import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Values that files cannot say, or are not read to say, as somebody types them.
    @Suite("Edits that are read otherwise than they were said")
    struct ReadBackEditTests {
        private static let values = [
            "description=\"Beach trip\\n\" title=\"Pier \"", "description=\" lang=x-default Beach trip\"",
            "date=2011-01-02T03",
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
