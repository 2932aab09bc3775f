import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is said in place of a file goes when the file says the same: who looks later finds neither what was nor what was said.
    @Suite("Edits that files say by now")
    struct SettledEditTests {
        private static let count = 40

        private static func library(_ daemon: DaemonFixture) throws -> (client: Connection, ids: [String]) {
            for serial in 1...count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
            let client = try daemon.connect()
            try client.sync()
            return (client, try client.allItems().compactMap { $0["id"]?.string })
        }

        private static func edit(_ words: String, _ ids: [String], _ client: Connection) throws -> String {
            try client.ask("edit \(ids.joined(separator: " ")) \(words)").batch
        }

        /// What an undo takes back of all photos, and what is left then.
        private static func expectUndone(
            _ batch: String,
            leaving files: [FilePath: [UInt8]],
            _ items: [JSONValue],
            _ daemon: DaemonFixture,
            _ client: Connection
        ) throws {
            let undone = try client.ask("undo \(batch)")
            #expect(
                undone.last?["ok"]?.integer == Int64(count),
                "\(undone.first { $0["name"] != nil } ?? .null)"
            )
            #expect(try client.allItems() == items)
            #expect(try Contents.files(below: daemon.root) == files)
            #expect(try client.ask("verify").last?["differences"]?.integer == 0)
        }

        @Test(
            "killed before its files are written, one is done at the next start that says a part of what they say"
        )
        func killedBefore() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                _ = try Self.edit("rating=4 title=A write=both", ids, client)
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let events = try FolderEvents(below: daemon.root)
                try client.send(
                    Request("edit").adding("rating", "4").adding("location", "10,20").adding("title", "B")
                        .adding("write", "both"),
                    identifiers: ids
                )
                // All are shown by then.
                try events.wait(for: 1)
                try daemon.kill()
                try daemon.start()
                let again = try daemon.connect()
                try again.sync()
                let batch = try #require(try again.ask("batches").first)
                #expect(batch["state"]?.string == "recovered")
                #expect(batch["ok"]?.integer == Int64(Self.count) && batch["errors"]?.integer == 0)
                for item in try again.allItems() {
                    #expect(item["title"]?.string == "B" && item["latitude"]?.double == 10)
                }
                #expect(try Contents.files(below: daemon.root).allSatisfy { files[$0] != $1 })
                try Self.expectUndone(
                    try #require(batch["batch"]?.string),
                    leaving: files,
                    before,
                    daemon,
                    again
                )
            }
        }

        @Test(
            "killed when its files are written, one is done that says something else than photod had said before",
            arguments: ["sidecar", "file"]
        )
        func killedBehind(layer: String) throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let first = try Self.edit("title=A write=index", ids, client)
                let said = try client.allItems()
                let second = try Self.edit("title=B keywords=b write=\(layer)", ids, client)
                try daemon.stop()
                // So it is left by a kill.
                let journal = daemon.state + "batches/\(second).jsonl"
                let lines = try Disk.read(journal).split(separator: UInt8(ascii: "\n")).dropLast()
                try Disk.write(lines.flatMap { $0 + [UInt8(ascii: "\n")] }, to: journal)
                try daemon.start()
                let again = try daemon.connect()
                try again.sync()
                let batch = try #require(try again.ask("batches").first)
                #expect(batch["state"]?.string == "recovered" && batch["errors"]?.integer == 0)
                #expect(try again.allItems().allSatisfy { $0["title"]?.string == "B" })
                try Self.expectUndone(second, leaving: files, said, daemon, again)
                try Self.expectUndone(first, leaving: files, before, daemon, again)
            }
        }

        @Test(
            "what photod alone has said is not taken back before what somebody has said since, wherever that is",
            arguments: ["title=B write=sidecar", "title=B write=file", "unset=title write=index"]
        )
        func inOrder(later: String) throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                let before = try client.allItems()
                let first = try Self.edit("title=A write=index", [ids[0]], client)
                let second = try Self.edit(later, [ids[0]], client)
                try Self.expectBusy(first, until: second, client)
                #expect(try client.allItems().compactMap { $0["title"]?.string } == ["A"])
                #expect(try client.ask("undo \(first)").outcomes == ["ok"])
                #expect(try client.allItems() == before)
            }
        }

        @Test("what could not be written is not taken back before what somebody has written since")
        func pending() throws {
            try DaemonFixture.run { daemon in
                let (client, _) = try Self.library(daemon)
                let writer = try OpenFile(daemon.root + "1.jpg", O_RDWR)
                try Self.expectPendingInOrder(daemon.root + "1.jpg", client)
                withExtendedLifetime(writer) {}
            }
        }

        @Test(
            "nor is what was tried in vain in a photo of somebody else's",
            .enabled(if: getuid() == 0)
        )
        func tried() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let folder = daemon.root + "shared"
                try Disk.makeFolder(folder)
                try Disk.setMode(folder, 0o777)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try Self.expectPendingInOrder(folder + "1.jpg", client)
            }
        }

        private static func expectPendingInOrder(_ path: FilePath, _ client: Connection) throws {
            let before = try client.allItems()
            let id = try client.id(of: path)
            let first = try client.ask("edit \(id) title=Wrong write=file")
            #expect(first.outcomes == ["pending"])
            let second = try edit("title=Right write=sidecar", [id], client)
            try expectBusy(first.batch, until: second, client)
            #expect(try client.ask("undo \(try first.batch)").outcomes == ["ok"])
            #expect(try client.allItems() == before)
        }

        /// A batch is not undone before a later one, which is.
        private static func expectBusy(_ first: String, until second: String, _ client: Connection) throws {
            let refused = try client.ask("undo \(first)")
            #expect(refused.outcomes == ["error"] && refused.first?["name"]?.string == "busy")
            #expect(try client.ask("undo \(second)").outcomes == ["ok"])
        }

        @Test("what a photo says already is no part of what is undone last")
        func unchanged() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try Self.library(daemon)
                let before = try client.allItems()
                let wish = "rating=4 keywords=z write=file"
                _ = try Self.edit(wish, ids, client)
                let again = try client.ask("edit \(ids.joined(separator: " ")) \(wish)")
                #expect(again.last?["unchanged"]?.integer == Int64(Self.count))
                let batch = try #require(try client.ask("batches").first)
                #expect(batch["batch"]?.string == (try again.batch) && batch["ok"]?.integer == 0)
                #expect(batch["errors"]?.integer == 0)
                #expect(try daemon.photoctl(["undo", "--last"]).end == .exited(0))
                #expect(try client.allItems() == before)
                #expect(try daemon.photoctl(["undo", "--last"]).end == .exited(1))
                // One that is named is undone all the same, and counts no more than it did.
                _ = try client.ask("undo \(try again.batch)")
                #expect(try client.ask("batches").first?["ok"]?.integer == 0)
            }
        }

        @Test(
            "what photod has emptied is what other programs write there afterwards",
            arguments: ["sidecar", "file", "index"]
        )
        func emptied(layer: String) throws {
            try DaemonFixture.run { daemon in
                let (client, _) = try Self.library(daemon)
                let path = daemon.root + "1.jpg"
                let id = try client.id(of: path)
                func item() throws -> JSONValue { try #require(try client.item(path)) }
                let words = "keywords=work title=Draft location=10,20 description=Draft write=\(layer)"
                _ = try Self.edit(words, [id], client)
                let emptying = try Self.edit(
                    "keywords=-work title= location=none description= write=\(layer)",
                    [id],
                    client
                )
                #expect(try item()["title"] == nil && item()["keywords"] == nil)
                // Nobody has said anything else: it is taken back, and done again.
                #expect(try client.ask("undo \(emptying)").outcomes == ["ok"])
                #expect(try item()["title"]?.string == "Draft" && item()["latitude"]?.double == 10)
                _ = try Self.edit("keywords= title= location=none description= write=\(layer)", [id], client)
                try Disk.write(Self.sidecar, to: daemon.root + "1.jpg.xmp")
                try client.sync()
                #expect(try item()["title"]?.string == "Final" && item()["description"]?.string == "Final")
                #expect(try item()["keywords"]?.texts == ["beach"])
                #expect(try item()["latitude"]?.double == 1.5)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "what photod says is none stays none as long as the photo says something beneath, or cannot be read"
        )
        func hidden() throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path, description: "Scan")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                #expect(try client.ask("edit \(id) description= write=sidecar").outcomes == ["ok"])
                #expect(try client.item(path)?["description"] == nil)
                let bytes = try Disk.read(path)
                try Disk.write([], to: path)
                try client.sync()
                try Disk.write(bytes, to: path)
                try client.sync()
                #expect(try client.item(path)?["id"]?.string == id)
                #expect(try client.item(path)?["description"] == nil)
            }
        }

        /// As another program writes it.
        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
             exif:GPSLatitude="1,30.0N" exif:GPSLongitude="2,0.0E">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Final</rdf:li></rdf:Alt></dc:title>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Final</rdf:li></rdf:Alt></dc:description>
            <dc:subject><rdf:Bag><rdf:li>beach</rdf:li></rdf:Bag></dc:subject></rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
    }
}
