import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// What is said of photos, in sidecars beside them.
    @Suite("Editing in sidecars")
    struct SidecarEditTests {
        private static let wish =
            "date=2004-12-24T18:00:30-03:00 location=-23.5512345,-46.6398765,760.5 description=Natal"

        @Test("what is said stands in a sidecar afterwards, and nowhere else; undone, nothing is left of it")
        func thereAndBack() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folder = daemon.root + "box"
                try Disk.makeFolder(folder)
                for serial in 1...300 { try Disk.writePhoto(serial, to: folder + "\(serial).jpg") }
                try client.sync()
                let (files, before) = (try Contents.files(below: folder), try client.allItems())
                let ids = before.compactMap { $0["id"]?.string }
                try client.send(
                    Request("edit").adding("date", "2004-12-24T18:00:30-03:00").adding("write", "sidecar")
                        .adding("location", "-23.5512345,-46.6398765,760.5").adding("description", "Natal")
                        .adding("favorite", "yes"),
                    identifiers: ids
                )
                let reply = try client.readReply()
                #expect(reply.last?["ok"]?.integer == 300 && reply.last?["pending"]?.integer == 0)
                #expect(reply.dropFirst().first?["layers"]?.array == [.string("sidecar")])
                // No `sync` between.
                for item in try client.allItems() {
                    #expect(item["dateSource"]?.string == "sidecar" && item["monthKey"]?.string == "2004-12")
                    #expect(item["offset"]?.string == "-03:00" && item["altitude"]?.double == 760.5)
                    #expect(item["latitude"]?.double == -23.5512345 && item["favorite"]?.bool == true)
                    #expect(item["description"]?.string == "Natal")
                }
                let now = try Contents.files(below: folder)
                #expect(now.count == 600 && files.allSatisfy { now[$0.key] == $0.value })
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)

                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 300)
                #expect(try Contents.files(below: folder) == files)
                #expect(try client.allItems() == before)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "a sidecar that is there is written on, whatever it is called, and a RAW file has one of its own"
        )
        func existing() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let rating = """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Label='Red'/></rdf:RDF></x:xmpmeta>
                    """
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.write(rating, to: daemon.root + "a.xmp")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                try Disk.writePhoto(2, to: daemon.root + "b.cr2")
                try client.sync()
                let files = try Contents.files(below: daemon.root)
                let ids = try ["a.jpg", "b.jpg"].map { try client.id(of: daemon.root + $0) }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar")
                #expect(reply.outcomes == ["ok", "ok"])
                let names = try Disk.names(in: daemon.root).map(\.display).sorted()
                #expect(names == ["a.jpg", "a.xmp", "b.cr2", "b.cr2.xmp", "b.jpg", "b.jpg.xmp"])
                let text = String(decoding: try Disk.read(daemon.root + "a.xmp"), as: UTF8.self)
                #expect(text.contains("xmp:Label='Red'") && text.contains("Natal"))
                // Once more it is nothing.
                let again = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar")
                #expect(again.outcomes == ["unchanged", "unchanged"])
                // What was said is forgotten, and so it is in the sidecar.
                let unset = try client.ask("edit \(ids[0]) unset=description write=sidecar")
                #expect(unset.outcomes == ["ok"])
                #expect(try client.item(daemon.root + "a.jpg")?["description"] == nil)
                #expect(try client.ask("undo \(try unset.batch)").last?["ok"]?.integer == 1)
                #expect(try client.item(daemon.root + "a.jpg")?["description"]?.string == "Natal")
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 2)
                #expect(try Contents.files(below: daemon.root) == files)
            }
        }

        @Test("one that cannot be changed is an error of its photo, of which nothing is shown")
        func damaged() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...2 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try Disk.write("<no", to: daemon.root + "1.jpg.xmp")
                try client.sync()
                let ids = try (1...2).map { try client.id(of: daemon.root + "\($0).jpg") }
                let files = try Contents.files(below: daemon.root)
                let request = "edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar"
                #expect(try client.ask(request + " dry-run=1").outcomes == ["error", "planned"])
                #expect(try Contents.files(below: daemon.root) == files)
                let reply = try client.ask(request)
                #expect(reply.outcomes == ["error", "ok"])
                #expect(try client.ask(request + " dry-run=1").outcomes == ["error", "unchanged"])
                #expect(reply.contains { $0["message"]?.string?.contains("no well-formed XML") == true })
                #expect(try client.item(daemon.root + "1.jpg")?["monthKey"]?.string != "2004-12")
                #expect(try client.item(daemon.root + "2.jpg")?["monthKey"]?.string == "2004-12")
                #expect(try Disk.read(daemon.root + "1.jpg.xmp") == Array("<no".utf8))
            }
        }

        @Test("a folder that cannot be written keeps it waiting, through a lost index, until it can")
        func waiting() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                var client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.setMode(folder, 0o555)
                defer { try? Disk.setMode(folder, 0o777) }
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                let reply = try client.ask("edit \(id) \(Self.wish) write=sidecar")
                #expect(reply.outcomes == ["pending"])
                let planned = try client.ask("edit \(id) title=x dry-run=1")
                #expect(planned.outcomes == ["planned"] && planned.first?["message"]?.string != nil)
                #expect(reply.last?["pending"]?.integer == 1)
                #expect(
                    reply.contains {
                        let message = $0["message"]?.string ?? ""
                        return message.contains(folder.display) && message.contains("write to the folder")
                    }
                )
                let name = try reply.batch
                #expect(try client.ask("batches").first?["pending"]?.integer == 1)
                #expect(try client.ask("batch \(name)").outcomes == ["pending"])
                try daemon.stop()
                try daemon.loseIndex()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.item(folder + "1.jpg")?["monthKey"]?.string == "2004-12")
                #expect(try client.item(folder + "1.jpg")?["dateSource"]?.string == "overlay")
                try daemon.stop()
                try Disk.setMode(folder, 0o777)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(Disk.isFile(folder + "1.jpg.xmp"))
                #expect(try client.item(folder + "1.jpg")?["dateSource"]?.string == "sidecar")
                #expect(try client.ask("batches").last?["pending"] == nil)
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == 1)
                #expect(!Disk.isFile(folder + "1.jpg.xmp"))
                #expect(try client.item(folder + "1.jpg")?["monthKey"]?.string != "2004-12")
            }
        }

        @Test("one that waited and was overtaken is written when what overtook it is taken back")
        func overtakenWhileWaiting() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                var client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                try Disk.writePhoto(1, to: folder + "1.jpg")
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.setMode(folder, 0o555)
                defer { try? Disk.setMode(folder, 0o777) }
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                #expect(try client.ask("edit \(id) description=first").outcomes == ["pending"])
                let second = try client.ask("edit \(id) description=second")
                #expect(second.outcomes == ["pending"])
                // What waits is tried at a start: the first edit is overtaken by then.
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("batches").compactMap { $0["pending"]?.integer } == [1])
                #expect(try client.ask("undo \(try second.batch)").last?["ok"]?.integer == 1)
                // Behind what an undo does at its end.
                _ = try client.ask("edit \(id) group=")
                #expect(try client.item(folder + "1.jpg")?["description"]?.string == "first")
                #expect(try client.ask("batches").compactMap { $0["pending"]?.integer } == [1])
                try daemon.stop()
                try Disk.setMode(folder, 0o777)
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("batches").allSatisfy { $0["pending"] == nil })
                #expect(
                    try String(decoding: Disk.read(folder + "1.jpg.xmp"), as: UTF8.self).contains("first")
                )
                #expect(try client.item(folder + "1.jpg")?["description"]?.string == "first")
            }
        }

        @Test("an edit of what somebody has written to since is not taken back")
        func overtaken() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...2 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let ids = try (1...2).map { try client.id(of: daemon.root + "\($0).jpg") }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar")
                let later = try client.ask("edit \(ids[0]) description=Later write=sidecar")
                let undone = try client.ask("undo \(try reply.batch)")
                #expect(Set(undone.outcomes) == ["error", "ok"])
                #expect(try client.item(daemon.root + "1.jpg")?["description"]?.string == "Later")
                #expect(!Disk.isFile(daemon.root + "2.jpg.xmp"))
                // In their order both can be.
                #expect(try client.ask("undo \(try later.batch)").last?["ok"]?.integer == 1)
                #expect(try client.ask("undo \(try reply.batch)").last?["ok"]?.integer == 1)
                #expect(!Disk.isFile(daemon.root + "1.jpg.xmp"))
            }
        }

        @Test("what was moved with its sidecar is undone where it is, and what is away is not")
        func moved() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folders = ["old", "new"].map { daemon.root + $0 }
                for folder in folders { try Disk.makeFolder(folder) }
                for serial in 1...3 { try Disk.writePhoto(serial, to: folders[0] + "\(serial).jpg") }
                try client.sync()
                let before = try client.allItems().compactMap { $0["monthKey"]?.string }
                let ids = try (1...3).map { try client.id(of: folders[0] + "\($0).jpg") }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar")
                #expect(reply.outcomes == ["ok", "ok", "ok"])
                // One goes to another folder, one gets another name, and one goes away.
                for (from, to) in [
                    (folders[0] + "1.jpg", folders[1] + "1.jpg"),
                    (folders[0] + "2.jpg", folders[0] + "b.jpg"),
                    (folders[0] + "3.jpg", daemon.scratch.location + "3.jpg"),
                ] {
                    try Disk.rename(from, to: to)
                    try Disk.rename(
                        from.parent + "\(from.lastName.display).xmp",
                        to: to.parent + "\(to.lastName.display).xmp"
                    )
                }
                let undone = try client.ask("undo \(try reply.batch)")
                #expect(undone.outcomes.sorted() == ["error", "ok", "ok"])
                #expect(try Disk.names(in: folders[1]).map(\.display) == ["1.jpg"])
                #expect(try Disk.names(in: folders[0]).map(\.display) == ["b.jpg"])
                #expect(
                    try client.allItems().compactMap { $0["monthKey"]?.string } == Array(before.prefix(2))
                )
                for name in ["3.jpg", "3.jpg.xmp"] {
                    try Disk.rename(daemon.scratch.location + name, to: folders[0] + name)
                }
                try client.sync()
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try Disk.names(in: folders[0]).map(\.display).sorted() == ["3.jpg", "b.jpg"])
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("what was said before is shown again, when the same was only written to a sidecar")
        func saidBefore() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "1.jpg")
                _ = try client.ask("edit \(id) date=2001-02-03 description=Said write=index")
                let before = try client.allItems()
                let reply = try client.ask("edit \(id) date=2001-02-03 description=Said write=sidecar")
                #expect(try client.item(daemon.root + "1.jpg")?["dateSource"]?.string == "sidecar")
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok"])
                #expect(try client.allItems() == before)
            }
        }

        @Test("a copy that is lost keeps its own photo from being undone, and no other")
        func lostCopy() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...2 {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg")
                    let sidecar =
                        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></x:xmpmeta>"
                    try Disk.write(sidecar, to: daemon.root + "\(serial).jpg.xmp")
                }
                try client.sync()
                let ids = try (1...2).map { try client.id(of: daemon.root + "\($0).jpg") }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish) write=sidecar")
                let name = try reply.batch
                let kept = daemon.scratch.location + "state/batches/\(name).kept"
                try Disk.write("damaged", to: kept + "1")
                let undone = try client.ask("undo \(name)")
                #expect(undone.outcomes.sorted() == ["error", "ok"])
                #expect(
                    undone.contains {
                        $0["message"]?.string?.contains("is lost") == true
                            && $0["name"]?.string == "unsupported"
                    }
                )
                #expect(try client.ask("batches").first?["state"]?.string == "undone")
            }
        }

        @Test("is where an edit is written that does not say it, unless the options of its folder do")
        func usual() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folders = ["plain", "index", "index/sidecar"].map { daemon.root + $0 }
                for folder in folders { try Disk.makeFolder(folder) }
                try Disk.write("write = \"index\"\n", to: folders[1] + ".photod.toml")
                try Disk.write("write = \"sidecar\"\n", to: folders[2] + ".photod.toml")
                for (serial, folder) in folders.enumerated() {
                    try Disk.writePhoto(serial, to: folder + "1.jpg")
                }
                try client.sync()
                let ids = try folders.map { try client.id(of: $0 + "1.jpg") }
                let reply = try client.ask("edit \(ids.joined(separator: " ")) \(Self.wish)")
                #expect(reply.outcomes == ["ok", "ok", "ok"])
                #expect(folders.map { Disk.isFile($0 + "1.jpg.xmp") } == [true, false, true])
                #expect(
                    reply.compactMap { $0["layers"]?.array }
                        == [[.string("sidecar")], [.string("index")], [.string("sidecar")]]
                )
                let told = try client.ask("options \(folders[1].display)").first {
                    $0["key"]?.string == "write"
                }
                #expect(told?["value"]?.string == "index")
                #expect(told?["from"]?.string == (folders[1] + ".photod.toml").display)
                // Whoever says it is right everywhere.
                let said = try client.ask("edit \(ids.joined(separator: " ")) description=Said write=index")
                #expect(said.outcomes == ["ok", "ok", "ok"])
                #expect(try client.ask("undo \(try said.batch)").outcomes == ["ok", "ok", "ok"])
                #expect(try client.ask("undo \(try reply.batch)").outcomes == ["ok", "ok", "ok"])
                #expect(!folders.contains { Disk.isFile($0 + "1.jpg.xmp") })
            }
        }

        @Test("nothing is taken out of sidecars later that was asked for when it could not be")
        func forgetting() throws {
            try DaemonFixture.runUnprivileged { daemon in
                try daemon.start()
                let client = try daemon.connect()
                let folder = daemon.root + "locked"
                try Disk.makeFolder(folder)
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try Disk.writePhoto(1, to: folder + "1.jpg")
                try client.sync()
                let id = try client.id(of: folder + "1.jpg")
                _ = try client.ask("edit \(id) \(Self.wish) write=sidecar")
                try Disk.setMode(folder, 0o555)
                let reply = try client.ask("edit \(id) unset=date write=sidecar")
                try Disk.setMode(folder, 0o777)
                #expect(reply.outcomes == ["error"])
                #expect(try client.item(folder + "1.jpg")?["monthKey"]?.string == "2004-12")
                #expect(try client.ask("batches").first?["pending"] == nil)
            }
        }
    }
}
