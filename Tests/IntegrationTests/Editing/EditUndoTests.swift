import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Edits in files that are taken back when a shot is not made of the same files any more.
    @Suite("Undoing edits of shots that have changed")
    struct EditUndoTests {
        @Test(
            "a RAW file that was culled since, or moved away, keeps no photo from being undone",
            arguments: ["sidecar", "file"],
            [true, false]
        )
        func culled(layer: String, isMoved: Bool) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let other = daemon.root + "raw"
                try Disk.makeFolder(other)
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.write("raw", to: daemon.root + "a.cr2")
                try client.sync()
                let (id, bytes) = (
                    try client.id(of: daemon.root + "a.jpg"), try Disk.read(daemon.root + "a.jpg")
                )
                let reply = try client.ask("edit \(id) description=hello write=\(layer)")
                #expect(reply.outcomes == ["ok"] && Disk.isFile(daemon.root + "a.cr2.xmp"))
                for name in ["a.cr2", "a.cr2.xmp"] {
                    if isMoved {
                        try Disk.rename(daemon.root + name, to: other + name)
                    } else {
                        try Disk.remove(daemon.root + name)
                    }
                }
                try client.sync()
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Disk.read(daemon.root + "a.jpg") == bytes)
                #expect(!Disk.isFile(daemon.root + "a.jpg.xmp"))
                #expect(Disk.isFile(other + "a.cr2.xmp") == isMoved)
                #expect(try client.item(daemon.root + "a.jpg")?["description"] == nil)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "a photo that was written is put back though its id was lost with the index, unless it was written to since",
            arguments: [false, true]
        )
        func lostID(isChanged: Bool) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let path = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let (id, bytes) = (try client.id(of: path), try Disk.read(path))
                let batch = try client.ask("edit \(id) description=hello write=file").batch
                try daemon.kill()
                try daemon.loseIndex()
                // They may have been written down by then.
                if Disk.isFolder(daemon.state + "photos") { try Disk.removeTree(daemon.state + "photos") }
                if isChanged { try Disk.writePhoto(2, to: path) }
                let other = try Disk.read(path)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.id(of: path) != id)
                let undone = try client.ask("undo \(batch)")
                #expect(undone.outcomes == [isChanged ? "error" : "ok"], "\(undone.json)")
                #expect(try Disk.read(path) == (isChanged ? other : bytes))
            }
        }

        @Test("a DNG that was written is put back when a JPEG was developed beside it since")
        func developed() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                var sample = TIFFSample()
                sample.isDNG = true
                let path = daemon.root + "a.dng"
                try Disk.write(sample.bytes, to: path)
                try client.sync()
                let id = try client.id(of: path)
                let reply = try client.ask("edit \(id) description=x write=file")
                #expect(try Disk.read(path) != sample.bytes)
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try client.sync()
                #expect(try client.allItems().count == 1)
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Disk.read(path) == sample.bytes)
                #expect(try Disk.names(in: daemon.root).map(\.display).sorted() == ["a.dng", "a.jpg"])
            }
        }

        @Test(
            "a photo that said it already has no part in it, whatever is said of it later",
            arguments: ["file", "both"]
        )
        func unchanged(layer: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...2 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let ids = try (1...2).map { try client.id(of: daemon.root + "\($0).jpg") }
                let first = try client.ask("edit \(ids[0]) title=X write=\(layer)").batch
                let second = try client.ask("edit \(ids.joined(separator: " ")) title=X write=\(layer)")
                #expect(second.outcomes == ["unchanged", "ok"])
                // The first stands on its own, as nobody has said anything of its photo since.
                #expect(try client.ask("undo \(first)").outcomes == ["ok"])
                #expect(try client.ask("edit \(ids[0]) title=Y write=\(layer)").outcomes == ["ok"])
                let undone = try client.ask("undo \(try second.batch)")
                #expect(
                    undone.outcomes == ["ok"] && undone.first { $0["id"] != nil }?["id"]?.string == ids[1]
                )
                let batch = try client.ask("batches").first { $0["batch"]?.string == (try? second.batch) }
                #expect(batch?["state"]?.string == "undone" && batch?["left"] == nil)
                #expect(try client.item(daemon.root + "1.jpg")?["title"]?.string == "Y")
                #expect(try client.item(daemon.root + "2.jpg")?["title"]?.string == nil)
            }
        }

        @Test(
            "in a sticky folder a file of somebody else's waits, and photod says what helps",
            .enabled(if: getuid() == 0)
        )
        func sticky() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let folder = daemon.root + "shared"
                try Disk.makeFolder(folder)
                try Disk.setMode(folder, 0o1777)
                for serial in 1...2 { try Disk.writePhoto(serial, to: folder + "\(serial).jpg") }
                try Disk.write(
                    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>",
                    to: folder + "1.jpg.xmp"
                )
                try Disk.setMode(folder + "1.jpg.xmp", 0o644)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let ids = try (1...2).map { try client.id(of: folder + "\($0).jpg") }
                let request = "edit \(ids.joined(separator: " ")) description=x write=sidecar"
                for line in [try client.ask(request + " dry-run=1")[0], try client.ask(request)[1]] {
                    let message = line["message"]?.string ?? ""
                    #expect(message.contains("sticky") && message.contains("chmod -t \(folder.display)"))
                }
                #expect(try client.ask("batches").first?["pending"]?.integer == 1)
                #expect(Disk.isFile(folder + "2.jpg.xmp"))
            }
        }
    }
}
