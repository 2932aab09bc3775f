import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Links, and files that come about in odd ways")
    struct LinkTests {
        private func photo(_ serial: Int, _ date: String = "2016:11:05 12:34:56") -> [UInt8] {
            var photo = PhotoFile(dateTimeOriginal: date)
            photo.serial = serial
            return photo.bytes
        }

        private func paths(_ client: Connection, _ daemon: DaemonFixture) throws -> [String] {
            try client.sync()
            return try client.allItems().map { item in
                let path = try #require(item["path"]?.string)
                return String(path.dropFirst(daemon.root.display.utf8.count + 1))
            }.sorted()
        }

        @Test("a folder that gives its name to a link to itself is there once, under its new name")
        func folderBecomesLink() throws {
            try DaemonFixture.run { daemon in
                let foo = daemon.root + "foo"
                let bar = daemon.root + "bar"
                try Disk.makeFolders(foo + "deep")
                try Disk.write(photo(1), to: foo + "a.jpg")
                try Disk.write(photo(2), to: foo + "deep" + "b.jpg")
                let client = try daemon.connect()
                #expect(try paths(client, daemon) == ["foo/a.jpg", "foo/deep/b.jpg"])
                let id = try client.id(of: foo + "a.jpg")
                try Disk.rename(foo, to: bar)
                try Disk.makeSymbolicLink(foo, to: FilePath("bar"))
                #expect(try paths(client, daemon) == ["bar/a.jpg", "bar/deep/b.jpg"])
                #expect(try client.id(of: bar + "a.jpg") == id)
                // Through the link or not, a file is written where it lies.
                try Disk.write(photo(3), to: foo + "c.jpg")
                try Disk.write(photo(4), to: bar + "deep" + "d.jpg")
                #expect(
                    try paths(client, daemon) == [
                        "bar/a.jpg", "bar/c.jpg", "bar/deep/b.jpg", "bar/deep/d.jpg",
                    ]
                )
                // And back again.
                try Disk.remove(foo)
                try Disk.rename(bar, to: foo)
                #expect(
                    try paths(client, daemon) == [
                        "foo/a.jpg", "foo/c.jpg", "foo/deep/b.jpg", "foo/deep/d.jpg",
                    ]
                )
                #expect(try client.id(of: foo + "a.jpg") == id)
            }
        }

        @Test("links that lead to themselves, to each other and upwards lead nowhere")
        func loops() throws {
            try DaemonFixture.run { daemon in
                try Disk.makeFolder(daemon.root + "trip")
                try Disk.makeSymbolicLink(daemon.root + "self", to: FilePath("self"))
                try Disk.makeSymbolicLink(daemon.root + "one", to: FilePath("two"))
                try Disk.makeSymbolicLink(daemon.root + "two", to: FilePath("one"))
                try Disk.makeSymbolicLink(daemon.root + "trip" + "up", to: FilePath(".."))
                try Disk.makeSymbolicLink(daemon.root + "trip" + "loop.jpg", to: FilePath("loop.jpg"))
                try Disk.write(photo(1), to: daemon.root + "trip" + "a.jpg")
                let client = try daemon.connect()
                #expect(try paths(client, daemon) == ["trip/a.jpg"])
                try daemon.restart()
                let second = try daemon.connect()
                #expect(try paths(second, daemon) == ["trip/a.jpg"])
                #expect(try second.status()["state"]?.string == "ready")
            }
        }

        @Test("what is written into a renamed tree at once is found in it, 20 of 20")
        func renamedAndWrittenInto() throws {
            try DaemonFixture.run { daemon in
                var name = daemon.root + "tree-0"
                try Disk.makeFolders(name + "a" + "b")
                let client = try daemon.connect()
                var expected: [String] = []
                for number in 1...20 {
                    let next = daemon.root + "tree-\(number)"
                    try Disk.rename(name, to: next)
                    name = next
                    try Disk.write(photo(2 * number), to: name + "\(number).jpg")
                    try Disk.write(photo(2 * number + 1), to: name + "a" + "b" + "\(number).jpg")
                    expected += ["\(number).jpg", "a/b/\(number).jpg"]
                    let found = try paths(client, daemon)
                    #expect(found == expected.map { "tree-\(number)/\($0)" }.sorted())
                }
            }
        }

        @Test("a file made without a name and linked in is read")
        func linkedIn() throws {
            try DaemonFixture.run { daemon in
                try Disk.writeUnnamed(photo(1), to: daemon.root + "a.jpg", in: daemon.root)
                let client = try daemon.connect()
                #expect(try paths(client, daemon) == ["a.jpg"])
                #expect(try client.item(daemon.root + "a.jpg")?["localTime"]?.string == "2016-11-05T12:34:56")
            }
        }

        @Test("a file that is cut off without being opened is read again")
        func truncated() throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "a.jpg"
                try Disk.write(photo(1), to: path)
                let client = try daemon.connect()
                #expect(try paths(client, daemon) == ["a.jpg"])
                #expect(try client.item(path)?["state"]?.string == "ok")
                try Disk.truncate(path, to: 7)
                try client.sync()
                #expect(try client.item(path)?["state"]?.string == "unreadable")
                #expect(try client.item(path)?["size"]?.integer == 7)
            }
        }

        @Test("a time that is set after closing counts where the photo has no date of its own")
        func timeSetLate() throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "plain.jpg"
                var plain = PhotoFile()
                plain.serial = 1
                try Disk.write(plain.bytes, to: path)
                let client = try daemon.connect()
                try client.sync()
                // 2010-06-15 00:00:00 UTC
                try Disk.setTime(path, seconds: 1_276_560_000)
                try client.sync()
                let item = try #require(try client.item(path))
                #expect(item["dateSource"]?.string == "mtime")
                #expect(item["monthKey"]?.string == "2010-06")
            }
        }

        @Test("what is copied into a folder nobody may read is found when it may be read again")
        func closedWhileCopying() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let folder = daemon.root + "copy"
                try Disk.makeFolder(folder)
                if getuid() == 0 { try Disk.setOwner(folder, 65534) }
                try daemon.start()
                let client = try daemon.connect()
                try Disk.write(photo(1), to: folder + "1.jpg")
                #expect(try paths(client, daemon) == ["copy/1.jpg"])
                let id = try client.id(of: folder + "1.jpg")
                try Disk.setMode(folder, 0)
                for number in 2...5 where getuid() == 0 {
                    try Disk.write(photo(number), to: folder + "\(number).jpg")
                    try client.sync()
                }
                // What is known of it stays meanwhile: not to be read is not to be gone.
                try client.sync()
                #expect(try client.id(of: folder + "1.jpg") == id)
                #expect(try client.status()["unreadable"]?["directory"]?.integer == 1)
                try Disk.setMode(folder, 0o755)
                let count = getuid() == 0 ? 5 : 1
                #expect(try paths(client, daemon) == (1...count).map { "copy/\($0).jpg" })
                #expect(try client.id(of: folder + "1.jpg") == id)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }
    }
}
