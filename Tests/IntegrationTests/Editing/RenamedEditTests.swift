import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Edits of photos that other programs give other names while photod is off.
    @Suite("Edits of photos that are renamed while photod is off")
    struct RenamedEditTests {
        private static let count = 80

        @Test(
            "what is pending goes to its own photo where two have exchanged their names, and can be taken back",
            arguments: ["sidecar", "file"]
        )
        func pending(layer: String) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let paths = (0...1).map { daemon.root + "\($0).jpg" }
                for (serial, path) in paths.enumerated() {
                    try Disk.writePhoto(serial, to: path)
                    try Disk.write(
                        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!-- \(serial) --></rdf:RDF></x:xmpmeta>",
                        to: daemon.root + "\(serial).jpg.xmp"
                    )
                }
                try client.sync()
                let ids = try paths.map { try client.id(of: $0) }
                try Self.view(ids, client)
                let suffix = layer == "file" ? ".jpg" : ".jpg.xmp"
                var program: OpenFile? = try OpenFile(daemon.root + "0\(suffix)", O_WRONLY)
                let reply = try client.ask("edit \(ids[0]) description=Natal write=\(layer)")
                #expect(reply.outcomes == ["pending"])
                try daemon.stop()
                withExtendedLifetime(program) {}
                program = nil
                for suffix in [".jpg", ".jpg.xmp"] {
                    try Disk.exchange(daemon.root + "0\(suffix)", daemon.root + "1\(suffix)")
                }
                let files = try Contents.files(below: daemon.root)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try paths.reversed().map { try client.id(of: $0) } == ids)
                #expect(try client.item(paths[1])?["description"]?.string == "Natal")
                #expect(try client.item(paths[0])?["description"] == nil)
                let edited = try Self.edited(in: daemon.root)
                #expect(layer == "file" ? edited.contains("1.jpg") : edited == ["1.jpg.xmp"])
                #expect(!edited.contains { $0.hasPrefix("0.") })
                #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test("what was cut off by a kill is done in the photos that it was meant for, and in no other")
        func killed() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let ids = try Self.library(daemon, client)
                let name = try Self.beginEdit(of: Array(ids[..<(Self.count / 2)]), "sidecar", daemon, client)
                try daemon.kill()
                try Self.exchangeHalves(of: daemon.root)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(
                    try Self.ids(daemon, client) == Array(ids[(Self.count / 2)...] + ids[..<(Self.count / 2)])
                )
                let sidecars = (Self.count / 2..<Self.count).map { "\($0).jpg.xmp" }
                #expect(try Self.edited(in: daemon.root) == sidecars.sorted())
                #expect(try Disk.names(in: daemon.root).allSatisfy { !$0.isHidden })
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == Int64(Self.count / 2))
                #expect(try Contents.files(below: daemon.root).count == Self.count)
            }
        }

        @Test("photos that were written when photod was stopped keep their ids and marks under other names")
        func stopped() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let ids = try Self.library(daemon, client)
                let name = try Self.beginEdit(of: ids, "file", daemon, client)
                try daemon.stop()
                let edited = try Self.edited(in: daemon.root)
                try Self.exchangeHalves(of: daemon.root)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(
                    try Self.ids(daemon, client) == Array(ids[(Self.count / 2)...] + ids[..<(Self.count / 2)])
                )
                #expect(try client.allItems().allSatisfy { $0["viewed"]?.bool == true })
                #expect(edited.count == Self.count)
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == Int64(Self.count))
                #expect(try Self.edited(in: daemon.root).isEmpty)
            }
        }

        /// Makes photos that are numbered from 0.
        ///
        /// - Returns: their ids.
        private static func library(_ daemon: DaemonFixture, _ client: Connection) throws -> [String] {
            for serial in 0..<count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
            try client.sync()
            let ids = try ids(daemon, client)
            try view(ids, client)
            return ids
        }

        /// Begins an edit, and returns when the first file is written.
        ///
        /// - Returns: the batch.
        private static func beginEdit(
            of ids: [String],
            _ layer: String,
            _ daemon: DaemonFixture,
            _ client: Connection
        ) throws -> String {
            let events = try FolderEvents(below: daemon.root)
            try client.send(
                Request("edit").adding("description", "Natal").adding("write", layer),
                identifiers: ids
            )
            let first = try #require(try client.nextLine())
            try events.wait(for: 1)
            return try #require(try JSONValue.parse(first)["batch"]?.string)
        }

        /// What somebody has looked at is no temporary file of an editor's, as young as it is.
        private static func view(_ ids: [String], _ client: Connection) throws {
            _ = try client.ask("viewed \(ids.joined(separator: " "))")
        }

        private static func ids(_ daemon: DaemonFixture, _ client: Connection) throws -> [String] {
            try (0..<count).map { try client.id(of: daemon.root + "\($0).jpg") }
        }

        /// Gives each photo of the first half the name of one of the second, and the other way round. Their sidecars go along.
        private static func exchangeHalves(of folder: FilePath) throws {
            for serial in 0..<(count / 2) {
                let (photo, other) = (folder + "\(serial).jpg", folder + "\(serial + count / 2).jpg")
                try Disk.exchange(photo, other)
                let sidecar = folder + "\(serial).jpg.xmp"
                if Disk.isFile(sidecar) {
                    try Disk.rename(sidecar, to: folder + "\(serial + count / 2).jpg.xmp")
                }
            }
        }

        /// The names of the files that say what was edited.
        private static func edited(in folder: FilePath) throws -> [String] {
            try Contents.files(below: folder)
                .filter { String(decoding: $0.value, as: UTF8.self).contains("Natal") }
                .map(\.key.lastName.display).sorted()
        }
    }
}
