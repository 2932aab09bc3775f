import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// An edit, and taking it back, of which photod is killed in the middle.
    @Suite("Edits in files, killed")
    struct KilledEditTests {
        /// How often; `PHOTOD_EDIT_KILLS` says otherwise.
        private static let kills = getenv("PHOTOD_EDIT_KILLS").flatMap { Int(String(cString: $0)) } ?? 6
        private static let count = 200

        @Test(
            "killed anywhere, every file is the old one or the new one, and what was begun is done at the next start",
            arguments: ["sidecar", "file"]
        )
        func killed(layer: String) throws {
            var generator = SeededGenerator.fromEnvironment()
            try DaemonFixture.run { daemon in
                try Self.makePhotos(daemon.root)
                let client = try daemon.connect()
                try client.sync()
                let (files, before) = (try Contents.files(below: daemon.root), try client.allItems())
                let ids = before.compactMap { $0["id"]?.string }
                let steps = try Self.steps(of: ids, layer, daemon.root, client)
                #expect(steps.edit > Self.count && steps.undo > Self.count)
                var (edits, undos) = (0, 0)
                for round in 0..<Self.kills {
                    let name = try daemon.interrupted(
                        after: generator.below(steps.edit),
                        by: { try daemon.kill() }
                    ) { client in
                        try Self.edit(ids, layer, "Natal \(round)", client)
                    }
                    for (file, bytes) in try Contents.files(below: daemon.root) where files[file] != bytes {
                        let isWhole = String(decoding: bytes, as: UTF8.self).contains("Natal \(round)")
                        let isTemporary = file.lastName.display.hasPrefix(".photod-edit-")
                        #expect(isWhole || isTemporary, "\(generator.seed): \(file.display)")
                    }
                    try daemon.restarted { client throws in
                        let items = try client.allItems()
                        let batch = try client.ask("batches").first
                        let wrong = items.first {
                            $0["description"]?.string != "Natal \(round)"
                                || (layer == "sidecar" ? $0.source != "sidecar" : $0.source == "overlay")
                        }
                        #expect(
                            wrong == nil,
                            "\(generator.seed), batch \(String(describing: batch)): \(daemon.logText.suffix(2000))"
                        )
                        #expect(Set(items.compactMap { $0["id"]?.string }) == Set(ids))
                        let state = batch?["state"]?.string
                        #expect(["done", "recovered"].contains(state), "\(generator.seed)")
                        if state == "recovered" { edits += 1 }
                    }
                    // Nobody knows that it has begun before the first change: it is answered when it is over.
                    try daemon.interrupted(
                        after: 1 + generator.below(steps.undo - 1),
                        by: { try daemon.kill() }
                    ) { client in
                        _ = try client.send(Request("undo", [name]))
                        return ""
                    }
                    undos += try Contents.files(below: daemon.root) == files ? 0 : 1
                    try daemon.restarted { client throws in
                        #expect(try client.ask("batches").first?["state"]?.string == "undone")
                        #expect(try Contents.files(below: daemon.root) == files, "\(generator.seed)")
                        let items = try client.allItems()
                        let differing = zip(items, before).first { $0 != $1 }
                        #expect(items == before, "\(generator.seed): \(String(describing: differing))")
                        let verified = try client.ask("verify")
                        #expect(
                            verified.last?["differences"]?.integer == 0,
                            "\(generator.seed): \(verified.prefix(3))"
                        )
                    }
                }
                print(
                    "seed \(generator.seed): of \(Self.kills) kills each, \(edits) met the edit under way and \(undos) the undo"
                )
                #expect(edits * 10 >= Self.kills * 8)
            }
        }

        @Test(
            "killed, and the folder moved before the next start, nothing is left behind in it, and all can be put back",
            arguments: [false, true]
        )
        func moved(isUndo: Bool) throws {
            var generator = SeededGenerator.fromEnvironment()
            try DaemonFixture.run { daemon in
                let (old, new) = (daemon.root + "old", daemon.root + "new")
                try Disk.makeFolder(old)
                try Self.makePhotos(old)
                let client = try daemon.connect()
                try client.sync()
                let (files, before) = (try Self.files(in: old), try client.allItems())
                let ids = before.compactMap { $0["id"]?.string }
                let steps = try Self.steps(of: ids, "both", daemon.root, client)
                var name = ""
                if isUndo {
                    name = try Self.edit(ids, "both", "Natal", client)
                    _ = try client.readReply()
                    try daemon.interrupted(
                        after: 1 + generator.below(steps.undo - 1),
                        by: { try daemon.kill() }
                    ) { client in
                        _ = try client.send(Request("undo", [name]))
                        return ""
                    }
                } else {
                    name = try daemon.interrupted(
                        after: 1 + generator.below(steps.edit - 1),
                        by: { try daemon.kill() }
                    ) { client in
                        try Self.edit(ids, "both", "Natal", client)
                    }
                }
                try Disk.rename(old, to: new)
                try daemon.start()
                let again = try daemon.connect()
                try again.sync()
                #expect(try Disk.names(in: new).allSatisfy { !$0.isHidden }, "\(generator.seed)")
                if !isUndo {
                    #expect(try again.allItems().allSatisfy { $0["description"]?.string == "Natal" })
                    let undone = try again.ask("undo \(name)")
                    #expect(undone.last?["ok"]?.integer == Int64(Self.count), "\(generator.seed)")
                }
                #expect(try Self.files(in: new) == files, "\(generator.seed)")
                let items = try again.allItems()
                #expect(items.allSatisfy { $0["description"] == nil }, "\(generator.seed)")
                #expect(Set(items.compactMap { $0["id"]?.string }) == Set(ids))
            }
        }

        @Test("an undo that is brought to its end at the next start does not hold up the end of photod")
        func ends() throws {
            try DaemonFixture.run { daemon in
                let (client, ids) = try daemon.withPhotos(Self.count)
                let name = try Self.edit(ids, "sidecar", "Natal", client)
                _ = try client.readReply()
                try daemon.interrupted(after: 1, by: { try daemon.kill() }) { client in
                    _ = try client.send(Request("undo", [name]))
                    return ""
                }
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let pipes = try ["first", "second"].map { try NamedPipe(daemon.scratch.location + $0) }
                try Disk.write("held:\(pipes[0].path.display)", to: daemon.root + "first.jpg")
                try Disk.write("new", to: daemon.root + "new.jpg")
                try daemon.start()
                let again = try daemon.connect()
                try Waiting.until("the folder is looked at") { try again.count() == Int64(Self.count + 1) }
                // It is no part of the first sweep, and what is put back is not known to be read before it.
                try Disk.write("held:\(pipes[1].path.display)", to: daemon.root + "second.jpg")
                try pipes[0].release()
                try Waiting.until("the undo is done on the disk", below: daemon.root) {
                    try Disk.names(in: daemon.root).allSatisfy { !$0.display.hasSuffix(".xmp") }
                }
                let start = ContinuousClock.now
                try daemon.stop()
                #expect(ContinuousClock.now - start < .seconds(30))
            }
        }

        /// What is in a folder, by name.
        private static func files(in folder: FilePath) throws -> [FileName: [UInt8]] {
            var files: [FileName: [UInt8]] = [:]
            for (path, bytes) in try Contents.files(below: folder) { files[path.lastName] = bytes }
            return files
        }

        /// Every fourth a TIFF, half of them with a sidecar of somebody else's.
        private static func makePhotos(_ root: FilePath) throws {
            func name(_ serial: Int) -> String { serial % 4 == 0 ? "\(serial).tif" : "\(serial).jpg" }
            for serial in 1...count {
                if serial % 4 == 0 {
                    var sample = TIFFSample()
                    sample.serial = UInt8(serial)
                    try Disk.write(sample.bytes, to: root + name(serial))
                } else {
                    try Disk.writePhoto(serial, to: root + name(serial))
                }
            }
            for serial in 1...(count / 2) {
                try Disk.write(
                    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><!-- \(serial) --></rdf:RDF></x:xmpmeta>",
                    to: root + "\(name(serial)).xmp"
                )
            }
        }

        private static func edit(
            _ ids: [String],
            _ layer: String,
            _ description: String,
            _ client: Connection
        ) throws -> String {
            try client.send(
                Request("edit").adding("date", "2004-12").adding("description", description)
                    .adding("write", layer),
                identifiers: ids
            )
            return try #require(try client.nextLine().map { try JSONValue.parse($0) }?["batch"]?.string)
        }

        /// How many changes of the folder an edit makes that nobody disturbs, and how many taking it back.
        private static func steps(
            of ids: [String],
            _ layer: String,
            _ root: FilePath,
            _ client: Connection
        ) throws -> (edit: Int, undo: Int) {
            let events = try FolderEvents(below: root)
            let name = try edit(ids, layer, "Natal", client)
            _ = try client.readReply()
            let first = try events.read(within: 0)
            _ = try client.ask("undo \(name)")
            return (first, try events.read(within: 0))
        }
    }
}

extension JSONValue {
    /// Where an item's date comes from.
    fileprivate var source: String? { self["dateSource"]?.string }
}
