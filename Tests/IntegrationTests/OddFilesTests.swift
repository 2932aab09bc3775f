import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Odd and hostile files")
    struct OddFilesTests {
        @Test(
            "a FIFO, a socket, a symbolic link and a folder named like photos are no photos, and nobody waits for them"
        )
        func skipsWhatIsNoFile() throws {
            try DaemonFixture.run { daemon in
                try Disk.makeFIFO(daemon.root + "fifo.jpg")
                let descriptor = try UnixSocket.make(SOCK_STREAM)
                defer { close(descriptor) }
                try UnixSocket.bind(descriptor, to: daemon.root + "socket.jpg")
                try Disk.makeSymbolicLink(daemon.root + "link.jpg", to: FilePath("/etc/passwd"))
                try Disk.makeFolder(daemon.root + "folder.jpg")
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.allItems().compactMap { $0["filename"]?.string } == ["a.jpg"])
            }
        }

        @Test(
            "what cannot be read is indexed by its name, and status says why",
            arguments: [
                ([UInt8](), "empty"), (Array("a shopping list".utf8), "not-this-format"),
                ([0xFF, 0xD8, 0xFF, 0xE1, 0x40, 0x00, 0x45], "truncated"),
            ]
        )
        func indexesTheUnreadable(bytes: [UInt8], reason: String) throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "IMG_20160912_123456.jpg"
                try Disk.write(bytes, to: path)
                let client = try daemon.connect()
                try client.sync()
                let item = try #require(try client.item(path))
                #expect(item["state"]?.string == "unreadable")
                #expect(item["localTime"]?.string == "2016-09-12T12:34:56")
                #expect(item["dateSource"]?.string == "filename")
                #expect(try client.status()["unreadable"]?[reason]?.integer == 1)
                // Mended, it is read.
                try Disk.write(PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05").bytes, to: path)
                try client.sync()
                #expect(try client.item(path)?["localTime"]?.string == "2011-01-02T03:04:05")
                #expect(try client.status()["unreadable"]?[reason] == nil)
            }
        }

        @Test("files and folders that may not be read are counted, and read when they may")
        func readsWhenItMay() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let photo = daemon.root + "a.jpg"
                let folder = daemon.root + "closed"
                try Disk.makeFolder(folder)
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: photo)
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:06 12:34:56").bytes, to: folder + "b.jpg")
                try Disk.setMode(photo, 0)
                try Disk.setMode(folder, 0)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.status()["unreadable"]?["permission"]?.integer == 1)
                #expect(try client.status()["unreadable"]?["directory"]?.integer == 1)
                try Disk.setMode(photo, 0o644)
                try Disk.setMode(folder, 0o755)
                try client.sync()
                #expect(try client.ask("count 2016-11").first?["photoCount"]?.integer == 2)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("a folder whose names can be read, and nothing behind them, counts as one that cannot be read")
        func namesAlone() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let folder = daemon.root + "closed"
                try Disk.makeFolder(folder)
                for number in 1...2 { try Disk.writePhoto(number, to: folder + "\(number).jpg") }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 2)
                try Disk.setMode(folder, 0o644)
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try client.status()["unreadable"]?["directory"]?.integer == 1)
                // Only root takes something out of it as it is.
                if geteuid() != 0 { try Disk.setMode(folder, 0o755) }
                try Disk.remove(folder + "1.jpg")
                try client.sync()
                try Disk.setMode(folder, 0o755)
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.status()["unreadable"]?["directory"] == nil)
            }
        }

        @Test("what changed below a folder while that could not be entered is found when it can be")
        func findsWhatChangedBelow() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let closed = daemon.root + "closed"
                let below = closed + "below" + "further"
                try Disk.makeFolders(below)
                try Disk.writePhoto(1, to: below + "a.jpg")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                // Whoever stands in there already, or may enter all, goes on.
                let inside = open(below.display, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                defer { close(inside) }
                let changes: [(mode: mode_t, old: String, new: String)] = [
                    (0, "a.jpg", "b.jpg"), (0o644, "b.jpg", "c.jpg"),
                ]
                for (mode, old, new) in changes {
                    let draft = daemon.scratch.location + new
                    try Disk.writePhoto(Int(new.utf8.first ?? 0), to: draft)
                    try Disk.setMode(closed, mode)
                    try client.sync()
                    #expect(unlinkat(inside, old, 0) == 0)
                    #expect(renameat(AT_FDCWD, draft.display, inside, new) == 0)
                    try client.sync()
                    try Disk.setMode(closed, 0o755)
                    try client.sync()
                    #expect(try client.allItems().compactMap { $0["filename"]?.string } == [new])
                    #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                }
            }
        }

        @Test("any legal name is exact in the uri, and leads back to its photo")
        func keepsNamesExact() throws {
            let names: [[UInt8]] = [
                Array("new\nline.jpg".utf8), Array("quo\"te's\\.jpg".utf8),
                [0xFF, 0xFE, 0x80] + Array(".jpg".utf8),
                Array(repeating: 0x61, count: 251) + Array(".jpg".utf8), Array("süß 100% #?&.jpg".utf8),
            ]
            try DaemonFixture.run { daemon in
                for (serial, name) in names.enumerated() {
                    var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                    photo.serial = serial
                    try Disk.write(photo.bytes, to: daemon.root.appending(FileName(name)))
                }
                let client = try daemon.connect()
                try client.sync()
                for name in names {
                    let path = daemon.root.appending(FileName(name))
                    let item = try #require(try client.item(path))
                    #expect(item["uri"]?.string == "file://" + PercentEncoding.encode(path.bytes))
                    #expect((item["path"]?.string != nil) == (path.text != nil))
                }
                #expect(try client.count() == Int64(names.count))
            }
        }

        @Test("folders that hold .nomedia are left alone, and are seen when it goes")
        func heedsNomedia() throws {
            try DaemonFixture.run { daemon in
                let folder = daemon.root + "private"
                try Disk.makeFolder(folder)
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: folder + "a.jpg")
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 1)
                try Disk.write("", to: folder + ".nomedia")
                try client.sync()
                #expect(try client.count() == 0)
                try Disk.remove(folder + ".nomedia")
                try client.sync()
                #expect(try client.count() == 1)
            }
        }
    }
}
