import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Unreadable files")
    struct UnreadableTests {
        @Test("are listed by pages, each with its reason, all or those of one reason")
        func lists() throws {
            try DaemonFixture.run { daemon in
                for number in 0..<5 { try Disk.write("no photo", to: daemon.root + "bad\(number).jpg") }
                for number in 0..<3 { try Disk.write("", to: daemon.root + "empty\(number).jpg") }
                try Disk.writePhoto(1, to: daemon.root + "good.jpg")
                let client = try daemon.connect()
                try client.sync()
                let all = try client.items("unreadable limit=2")
                #expect(all.count == 8)
                #expect(all.allSatisfy { $0["state"]?.string == "unreadable" && $0["path"]?.string != nil })
                let counts = try #require(try client.status()["unreadable"]?.members)
                for count in counts {
                    let listed = try client.items("unreadable \(count.name) limit=1000")
                    #expect(Int64(listed.count) == count.value.integer)
                    #expect(listed.allSatisfy { $0["reason"]?.string == count.name })
                }
                #expect(Set(all.compactMap { $0["reason"]?.string }) == Set(counts.map(\.name)))
                let lines = try client.ask("unreadable empty limit=2 fields=filename")
                #expect(lines.first?.members?.map(\.name) == ["filename", "reason"])
                #expect(lines.last?["page"]?["total"]?.integer == 3)
                #expect(try client.ask("unreadable no-reader").count == 1)
            }
        }

        /// What the worker in place of the real one does is in the file: see `photod-extract-misbehaving`.
        @Test("one that crashed its reader is read again when it changes or on demand, and otherwise never")
        func poison() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let poison = daemon.root + "poison.jpg"
                try Disk.write("crash", to: poison)
                try Disk.write("harmless", to: daemon.root + "other.jpg")
                try daemon.start()
                try expectUnread(daemon, poison)
                try daemon.restart()
                try expectUnread(daemon, poison)
                try daemon.kill()
                try daemon.start()
                try expectUnread(daemon, poison)

                let client = try daemon.connect()
                var crashes = try crashes(client)
                _ = try client.ask("rescan")
                try client.sync()
                #expect(try self.crashes(client) > crashes)
                crashes = try self.crashes(client)
                // Last, because a change of mode leaves the file pending for a while, and what is pending is read as it
                // stands, rescan or not.
                try Disk.setMode(poison, 0o640)
                try client.sync()
                #expect(try self.crashes(client) > crashes)
                #expect(try reason(client, poison) == "crashed-reader")
                try Disk.write("mended", to: poison)
                try client.sync()
                #expect(try reason(client, poison) == nil)
                #expect(try client.item(poison)?["description"]?.string == "mended")
            }
        }

        /// As when another user's program saves it with umask 077.
        @Test(
            "a sidecar that may not be read any more is listed, and its photo is what it is without it; no stars are written over its own"
        )
        func closedSidecar() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let photo = daemon.root + "1.jpg"
                let sidecar = daemon.root + "1.jpg.xmp"
                try Disk.writePhoto(1, to: photo)
                try Disk.write(Self.sidecar(3), to: sidecar)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: photo)
                #expect(try client.item(photo)?["rating"]?.integer == 3)
                try Disk.remove(sidecar)
                try Disk.write(Self.sidecar(4), to: sidecar)
                try Disk.setMode(sidecar, 0)
                try client.sync()
                #expect(try client.item(photo)?["rating"]?.integer == nil)
                let listed = try client.items("unreadable permission")
                #expect(listed.map { $0["path"]?.string } == [sidecar.display])
                #expect(listed.map { $0["companionOf"]?.string } == [id])
                #expect(
                    try client.ask("edit \(id) favorite=yes write=sidecar")[1]["layers"]?.texts == ["index"]
                )
                if getuid() == 0 { try Disk.setOwner(sidecar, 65534) }
                try Disk.setMode(sidecar, 0o644)
                try client.sync()
                #expect(try client.item(photo)?["rating"]?.integer == 4)
                #expect(try Disk.read(sidecar) == Array(Self.sidecar(4).utf8))
                #expect(try client.items("unreadable").isEmpty)
            }
        }

        @Test("a favourite is given no stars while a sidecar that was never read may say some")
        func unreadStars() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let photo = daemon.root + "1.jpg"
                let sidecar = daemon.root + "1.jpg.xmp"
                try Disk.writePhoto(1, to: photo)
                try Disk.write(Self.sidecar(3), to: sidecar)
                try Disk.setMode(sidecar, 0)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: photo)
                #expect(
                    try client.ask("edit \(id) favorite=yes write=sidecar")[1]["layers"]?.texts == ["index"]
                )
                if getuid() == 0 { try Disk.setOwner(sidecar, 65534) }
                try Disk.setMode(sidecar, 0o644)
                try client.sync()
                let item = try client.item(photo)
                #expect(item?["rating"]?.integer == 3 && item?["favorite"]?.bool == true)
                #expect(try Disk.read(sidecar) == Array(Self.sidecar(3).utf8))
            }
        }

        private static func sidecar(_ rating: Int) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF></x:xmpmeta>
            """
        }

        /// Does all that is no reason to read a file again.
        private func expectUnread(_ daemon: DaemonFixture, _ poison: FilePath) throws {
            let client = try daemon.connect()
            try client.sync()
            let before = try crashes(client)
            #expect(try reason(client, poison) == "crashed-reader")
            try client.sync()
            #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            // Another file of its folder, one of its own stem, and an option that makes all records of the folder anew.
            try Disk.write("other \(before)", to: daemon.root + "other.jpg")
            try client.sync()
            try Disk.write("empty", to: daemon.root + "poison.jpg.xmp")
            try client.sync()
            try Disk.write("group = \"Group \(before)\"", to: daemon.root + ".photod.toml")
            try client.sync()
            #expect(try reason(client, poison) == "crashed-reader")
            #expect(try client.item(poison)?["group"]?.string == "Group \(before)")
            #expect(try crashes(client) == before)
            try Disk.remove(daemon.root + "poison.jpg.xmp")
            try Disk.remove(daemon.root + ".photod.toml")
            try client.sync()
            #expect(try crashes(client) == before)
        }

        private func crashes(_ client: Connection) throws -> Int64 {
            try #require(try client.status()["workers"]?["crashes"]?.integer)
        }

        private func reason(_ client: Connection, _ path: FilePath) throws -> String? {
            try client.ask("photo \(path.uri)").first?["why"]?["unreadable"]?.string
        }
    }
}
