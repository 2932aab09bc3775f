import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Photos that somebody puts into the desktop's trash, and gets back.
    @Suite("The trash")
    struct TrashTests {
        private static func trash(_ daemon: DaemonFixture) -> FilePath { daemon.home + ".local/share/Trash" }

        private static func names(in folder: FilePath) throws -> [String] {
            Disk.isFolder(folder) ? try Disk.names(in: folder).map(\.display).sorted() : []
        }

        /// What a folder holds: each file's name and content.
        private static func contents(of folder: FilePath) throws -> [String: [UInt8]] {
            var contents: [String: [UInt8]] = [:]
            for name in try Disk.names(in: folder) {
                contents[name.display] = try Disk.read(folder.appending(name))
            }
            return contents
        }

        /// Waits until a folder, which is there, holds so many files.
        private static func wait(until count: Int, in folder: FilePath) throws {
            let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            defer { close(events) }
            let watch = folder.withCString { inotify_add_watch(events, $0, UInt32(IN_MOVED_TO | IN_CREATE)) }
            try #require(watch >= 0)
            var buffer = [UInt8](repeating: 0, count: 4096)
            while try Disk.names(in: folder).count < count {
                try #require(try Readiness.wait(for: [events], seconds: 30) != nil, "no file comes")
                while read(events, &buffer, buffer.count) > 0 {}
            }
        }

        private static func writeShot(_ serial: Int, in folder: FilePath) throws -> FilePath {
            let path = folder + "IMG_\(serial).jpg"
            try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", serial: serial).bytes, to: path)
            try Disk.write(Array("a RAW file \(serial)".utf8), to: folder + "IMG_\(serial).NEF")
            try Disk.write(Array("no XML \(serial)".utf8), to: folder + "IMG_\(serial).jpg.xmp")
            return path
        }

        @Test(
            "keeps what was said of a photo, whatever is written to its path next",
            arguments: [false, true]
        )
        func namesake(isKilled: Bool) throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let path = daemon.root + "IMG_0001.JPG"
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("edit \(id) favorite=1 group=Beach write=index")
                let batch = try #require(try client.ask("trash \(id)").first?["batch"]?.string)
                if isKilled {
                    try daemon.kill()
                    try daemon.start()
                    client = try daemon.connect()
                    try client.sync()
                }
                try Disk.writePhoto(2, to: path)
                try client.sync()
                let newcomer = try #require(try client.item(path))
                #expect(
                    newcomer["id"]?.string != id && newcomer["favorite"]?.bool != true,
                    "\(newcomer.json)"
                )
                #expect(newcomer["group"]?.string == nil)
                try Disk.rename(path, to: daemon.root + "new.JPG")
                _ = try client.ask("undo \(batch)")
                try client.sync()
                let back = try #require(try client.item(path))
                #expect(back["id"]?.string == id && back["favorite"]?.bool == true, "\(back.json)")
                #expect(try client.item(daemon.root + "new.JPG")?["id"]?.string == newcomer["id"]?.string)
                // It is back, and an editor deletes and writes it anew.
                try Disk.remove(path)
                try client.sync()
                try Disk.writePhoto(3, to: path)
                try client.sync()
                #expect(try client.id(of: path) == id)
            }
        }

        @Test("takes a shot with all that belongs to it, and gives it back with its id and its mark")
        func whole() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folder = daemon.root + "Beach"
                try Disk.makeFolder(folder)
                let path = try Self.writeShot(1, in: folder)
                try Disk.writePhoto(2, to: folder + "other.jpg")
                try client.sync()
                let before = try Self.contents(of: folder)
                let id = try client.id(of: path)
                _ = try client.ask("viewed \(id)")

                let reply = try client.ask("trash \(id)")
                #expect(reply.count == 3)
                let name = try #require(reply.first?["batch"]?.string)
                #expect(reply[1]["id"]?.string == id)
                #expect(reply[1]["result"]?.string == "ok")
                #expect(reply[1]["companions"]?.integer == 2)
                #expect(reply[1]["to"]?.string == (Self.trash(daemon) + "files/IMG_1.jpg").display)
                #expect(reply[2]["ok"]?.integer == 1 && reply[2]["errors"]?.integer == 0)
                // No `sync` between: whoever is told that it is gone does not see it.
                #expect(try client.count() == 1)
                #expect(try Self.names(in: folder) == ["other.jpg"])
                let files = ["IMG_1.NEF", "IMG_1.jpg", "IMG_1.jpg.xmp"]
                #expect(try Self.names(in: Self.trash(daemon) + "files") == files)
                let information = Self.trash(daemon) + "info/IMG_1.NEF.trashinfo"
                let text = String(decoding: try Disk.read(information), as: UTF8.self)
                #expect(text.hasPrefix("[Trash Info]\nPath=\((folder + "IMG_1.NEF").display)\nDeletionDate="))
                let listed = try #require(try client.ask("batches").first)
                #expect(listed["kind"]?.string == "trash" && listed["state"]?.string == "done")

                let undone = try client.ask("undo \(name)")
                #expect(undone.last?["ok"]?.integer == 1 && undone.last?["errors"]?.integer == 0)
                try client.sync()
                #expect(try Self.contents(of: folder) == before)
                #expect(try Self.names(in: Self.trash(daemon) + "files").isEmpty)
                #expect(try Self.names(in: Self.trash(daemon) + "info").isEmpty)
                let item = try #require(try client.item(path))
                #expect(item["id"]?.string == id && item["viewed"]?.bool == true)
                #expect(try client.refusal("undo \(name)").replyCode == .exists)
            }
        }

        @Test("says of each what came of it: an unknown one, one named twice, one by its RAW file's path")
        func mixed() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = try Self.writeShot(1, in: daemon.root)
                let other = try Self.writeShot(2, in: daemon.root)
                try client.sync()
                let words = [
                    "nonsense", path.display, (daemon.root + "IMG_1.NEF").uri, try client.id(of: other),
                    (daemon.root + "absent.jpg").display,
                ]
                try client.send(Request("trash"), identifiers: words)
                let reply = try client.readReply()
                let results = reply.dropFirst().dropLast().compactMap { $0["result"]?.string }
                #expect(results.sorted() == ["error", "error", "ok", "ok", "unchanged"])
                #expect(reply.compactMap { $0["number"]?.integer } == [1, 2, 3, 4, 5])
                #expect(reply.compactMap { $0["name"]?.string } == ["no-such", "no-such"])
                let sums = try #require(reply.last)
                #expect(sums["ok"]?.integer == 2 && sums["unchanged"]?.integer == 1)
                #expect(sums["errors"]?.integer == 2)
                #expect(try client.count() == 0)
            }
        }

        @Test("takes the longest name there is, and gives it back")
        func longName() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let path = daemon.root + (String(repeating: "é", count: 125) + "l.jpg")
                try Disk.writePhoto(1, to: path)
                try client.sync()
                let id = try client.id(of: path)
                let reply = try client.ask("trash \(id)")
                #expect(reply.last?["ok"]?.integer == 1, "\(reply.json)")
                let name = try #require(reply.first?["batch"]?.string)
                #expect(try client.count() == 0)
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == 1)
                try client.sync()
                #expect(try client.id(of: path) == id)
            }
        }

        @Test("leaves what nobody may remove as it is, all of it, and what is left of a list goes on")
        func forbidden() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let (closed, open) = (daemon.root + "closed", daemon.root + "open")
                for folder in [closed, open] {
                    try Disk.makeFolder(folder)
                    _ = try Self.writeShot(folder == closed ? 1 : 2, in: folder)
                    if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                }
                try Disk.setMode(closed, 0o555)
                defer { try? Disk.setMode(closed, 0o755) }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let before = try Self.names(in: closed)
                let words = [closed + "IMG_1.jpg", open + "IMG_2.jpg"].map(\.display).joined(separator: " ")
                let reply = try client.ask("trash \(words)")
                #expect(reply.last?["ok"]?.integer == 1 && reply.last?["errors"]?.integer == 1)
                let refused = try #require(reply.first { $0["result"]?.string == "error" })
                #expect(refused["name"]?.string == "permission")
                #expect(refused["message"]?.string?.contains(closed.display) == true)
                #expect(try Self.names(in: closed) == before)
                #expect(try client.count() == 1)
            }
        }

        @Test(
            "photoctl takes words from standard input, says how to undo it, and ends with 4 where one failed"
        )
        func commandLine() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for serial in 1...3 { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                try client.sync()
                let done = try daemon.photoctl(["--json", "trash", (daemon.root + "1.jpg").display])
                #expect(done.end == .exited(0))
                let name = try #require(try done.lines.first?["batch"]?.string)
                let failed = try daemon.photoctl(["trash", (daemon.root + "2.jpg").display, "nonsense"])
                #expect(failed.end == .exited(4))
                #expect(failed.errors.contains("1 of 2 failed"))
                #expect(try client.count() == 1)
                #expect(try daemon.photoctl(["undo", name]).end == .exited(0))
                try client.sync()
                #expect(try client.count() == 2)
            }
        }

        /// Whatever a kill hits, a shot is in the library or in the trash, as a whole, once photod runs again.
        @Test("a kill in the middle tears no shot apart, and undo brings all back")
        func killed() throws {
            var random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed): PHOTOD_TEST_SEED=\(random.seed) runs it again")
            try DaemonFixture.run { daemon in
                let count = 120
                for serial in 0..<count { _ = try Self.writeShot(serial, in: daemon.root) }
                var client = try daemon.connect()
                try client.sync()
                let before = try Self.contents(of: daemon.root)
                try Disk.makeFolders(Self.trash(daemon) + "files")
                var ids: [FilePath: String] = [:]
                for serial in 0..<count {
                    let path = daemon.root + "IMG_\(serial).jpg"
                    ids[path] = try client.id(of: path)
                }
                for _ in 0..<6 {
                    let words = ids.keys.map(\.display).sorted()
                    try client.send(Request("trash"), identifiers: words)
                    let name = try #require(try client.nextLine().map { try JSONValue.parse($0) })
                    try Self.wait(until: random.below(3 * count), in: Self.trash(daemon) + "files")
                    try daemon.kill()
                    try daemon.start()
                    client = try daemon.connect()
                    try client.sync()
                    let left = try Set(Self.names(in: daemon.root))
                    let trashed = try Set(Self.names(in: Self.trash(daemon) + "files"))
                    for serial in 0..<count {
                        let names = Set(["jpg", "NEF", "jpg.xmp"].map { "IMG_\(serial).\($0)" })
                        let isWhole = names.isSubset(of: left) && names.isDisjoint(with: trashed)
                        let isGone = names.isSubset(of: trashed) && names.isDisjoint(with: left)
                        #expect(isWhole || isGone, "shot \(serial)")
                    }
                    #expect(try client.count() == Int64(left.count / 3))
                    let batch = try #require(name["batch"]?.string)
                    // Where nothing had been moved there is nothing to put back.
                    if !trashed.isEmpty { _ = try client.ask("undo \(batch)") }
                    try client.sync()
                    #expect(try Self.contents(of: daemon.root) == before)
                    for (path, id) in ids { #expect(try client.id(of: path) == id) }
                }
            }
        }
    }
}
