import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Options of folders")
    struct FolderOptionsTests {
        // MARK: - ignore

        @Test("ignore takes photos and folders out, and lifting it brings them back with their ids")
        func ignores() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let trip = daemon.root + "trip"
                try Disk.makeFolders(trip + "exports/deep")
                try Disk.writePhoto(1, to: trip + "a.jpg")
                try Disk.writePhoto(2, to: trip + "b_edited.jpg")
                try Disk.writePhoto(3, to: trip + "exports/deep/c.jpg")
                try Disk.writePhoto(4, to: daemon.root + "d_edited.jpg")
                try client.sync()
                let ids = try ["b_edited.jpg", "exports/deep/c.jpg"].map { try client.id(of: trip + $0) }
                _ = try client.ask("viewed \(ids[0])")
                let watches = try client.status()["watches"]?["used"]?.integer

                try Disk.write("ignore = [\"*_edited.jpg\", \"exports/\"]\n", to: OptionFiles.path(in: trip))
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try client.item(trip + "b_edited.jpg") == nil)
                #expect(try client.item(daemon.root + "d_edited.jpg") != nil)
                #expect(try client.status()["watches"]?["used"]?.integer == watches.map { $0 - 2 })

                // What comes while it is ignored is ignored, in folders old and new.
                try Disk.writePhoto(5, to: trip + "e_edited.jpg")
                try Disk.writePhoto(6, to: trip + "exports/deep/f.jpg")
                try Disk.makeFolders(trip + "sub/exports")
                try Disk.writePhoto(7, to: trip + "sub/exports/g.jpg")
                try Disk.writePhoto(8, to: trip + "sub/h.jpg")
                try client.sync()
                #expect(try client.count() == 3)

                try Disk.remove(OptionFiles.path(in: trip))
                try client.sync()
                #expect(try client.count() == 8)
                let back = try ["b_edited.jpg", "exports/deep/c.jpg"].map { try client.id(of: trip + $0) }
                #expect(back == ids)
                #expect(try client.item(trip + "b_edited.jpg")?["viewed"]?.bool == true)
            }
        }

        @Test("ignore adds up down the tree, and counts from each folder")
        func ignoresNested() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (outer, inner) = (daemon.root + "outer", daemon.root + "outer/inner")
                try Disk.makeFolders(inner + "raw")
                try Disk.makeFolders(outer + "raw")
                try Disk.write("ignore = [\"/raw\", \"x*\"]", to: OptionFiles.path(in: outer))
                try Disk.write("ignore = [\"y*\"]", to: OptionFiles.path(in: inner))
                for (serial, name) in ["x.jpg", "y.jpg", "z.jpg", "raw/z.jpg"].enumerated() {
                    try Disk.writePhoto(serial, to: outer + name)
                    try Disk.writePhoto(10 + serial, to: inner + name)
                }
                try client.sync()
                let expected = ["y.jpg", "z.jpg", "inner/z.jpg", "inner/raw/z.jpg"]
                let found = try client.allItems().compactMap { $0["path"]?.string }
                #expect(Set(found) == Set(expected.map { (outer + $0).display }))
                try Disk.write("", to: OptionFiles.path(in: outer))
                try client.sync()
                #expect(try client.count() == 7)
            }
        }

        @Test("a folder that gets an ignored name leaves, with its watch, and comes back under another")
        func ignoresRenamed() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.write("ignore = [\"exports/\"]", to: OptionFiles.path(in: daemon.root))
                try Disk.makeFolder(daemon.root + "kept")
                try Disk.writePhoto(1, to: daemon.root + "kept/a.jpg")
                try client.sync()
                let id = try client.id(of: daemon.root + "kept/a.jpg")
                try Disk.rename(daemon.root + "kept", to: daemon.root + "exports")
                try client.sync()
                #expect(try client.count() == 0)
                try Disk.writePhoto(2, to: daemon.root + "exports/b.jpg")
                try client.sync()
                #expect(try client.count() == 0)
                #expect(try client.status()["watches"]?["used"]?.integer == 1)
                try Disk.rename(daemon.root + "exports", to: daemon.root + "again")
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try client.id(of: daemon.root + "again/a.jpg") == id)
            }
        }

        @Test("a folder made while photod watches is ignored by the library's own patterns too")
        func ignoresByConfiguration() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.write(
                    "[[library]]\npath = \"\(daemon.root.display)\"\nignore = [\"exports/\"]\n",
                    to: daemon.configuration
                )
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                try Disk.makeFolder(daemon.root + "exports")
                try Disk.writePhoto(1, to: daemon.root + "exports/a.jpg")
                try Disk.writePhoto(2, to: daemon.root + "b.jpg")
                try client.sync()
                #expect(try client.count() == 1)
                let lines = try client.ask("options \(daemon.root.display)")
                let ignore = try #require(lines.first { $0["key"]?.string == "ignore" })
                #expect(ignore["value"] == .array([.string("exports/")]))
                #expect(ignore["from"]?.string == daemon.configuration.display)
            }
        }

        // MARK: - timezone

        @Test("timezone moves the instants of photos old and new, and never their months")
        func zones() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let trip = daemon.root + "trip"
                try Disk.makeFolders(trip + "below")
                let files = [trip + "a.jpg", trip + "below/b.jpg"]
                for (serial, file) in files.enumerated() { try Disk.writePhoto(serial, to: file) }
                var withOffset = PhotoFile(dateTimeOriginal: OptionFiles.date)
                withOffset.offset = "-03:00"
                try Disk.write(withOffset.bytes, to: trip + "c.jpg")
                try client.sync()
                let ids = try files.map { try client.id(of: $0) }
                // 2016-11-05T12:34:56 of Kathmandu, of Tokyo, of UTC.
                let universal: Int64 = 1_478_349_296_000
                let home = universal - Int64(DaemonFixture.zoneSeconds) * 1000
                let fixed = try client.timestamp(of: trip + "c.jpg")
                for file in files { #expect(try client.timestamp(of: file) == home) }

                try Disk.write("timezone = \"Asia/Tokyo\"", to: OptionFiles.path(in: trip))
                try client.sync()
                for file in files { #expect(try client.timestamp(of: file) == universal - 9 * 3_600_000) }
                #expect(try client.timestamp(of: trip + "c.jpg") == fixed)
                try Disk.write("timezone = \"UTC\"", to: OptionFiles.path(in: trip + "below"))
                try Disk.writePhoto(9, to: trip + "below/new.jpg")
                try client.sync()
                #expect(try client.timestamp(of: files[0]) == universal - 9 * 3_600_000)
                #expect(try client.timestamp(of: files[1]) == universal)
                #expect(try client.timestamp(of: trip + "below/new.jpg") == universal)
                for file in files {
                    #expect(try client.item(file)?["localTime"]?.string == "2016-11-05T12:34:56")
                }

                try Disk.remove(OptionFiles.path(in: trip))
                try Disk.remove(OptionFiles.path(in: trip + "below"))
                try client.sync()
                for file in files { #expect(try client.timestamp(of: file) == home) }
                #expect(try files.map { try client.id(of: $0) } == ids)
            }
        }

        @Test("timezone says which wall clock a modification time was, and so can move a photo's month")
        func zonesOfModificationTimes() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let file = daemon.root + "scan.jpg"
                try Disk.write(PhotoFile().bytes, to: file)
                // 2016-11-30T20:00:00Z: December in Kathmandu already.
                try Disk.setTime(file, seconds: 1_480_536_000)
                try client.sync()
                #expect(try client.item(file)?["monthKey"]?.string == "2016-12")
                try Disk.write("timezone = \"America/New_York\"", to: OptionFiles.path(in: daemon.root))
                try client.sync()
                #expect(try client.item(file)?["localTime"]?.string == "2016-11-30T15:00:00")
                #expect(try client.ask("months").compactMap { $0["monthKey"]?.string } == ["2016-11"])
                let why = try #require(try client.item(file)?["why"]?["date"]?["candidates"]?.array)
                #expect(why.contains { $0["verdict"]?.string == "accepted" })
            }
        }

        // MARK: - group

        @Test("group takes all photos below that have none of their own; the nearest wins")
        func groups() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let trip = daemon.root + "trip"
                try Disk.makeFolder(trip)
                try Disk.writePhoto(1, to: trip + "plain.jpg")
                try Disk.writePhoto(2, to: trip + "described.jpg", description: "Harbour")
                try Disk.writePhoto(3, to: trip + "marked.jpg")
                try client.sync()
                try Self.override(of: try client.id(of: trip + "marked.jpg"), to: "Mine", daemon)
                client = try daemon.connect()
                try client.sync()
                #expect(try client.group(of: trip + "marked.jpg") == "Mine")

                try Disk.write("group = \"  Beach \\u00A0 trip\"", to: OptionFiles.path(in: trip))
                try Disk.makeFolder(trip + "day 2")
                try Disk.writePhoto(4, to: trip + "day 2/new.jpg")
                try client.sync()
                #expect(try client.group(of: trip + "described.jpg") == "Harbour")
                #expect(try client.groupRule(of: trip + "described.jpg") == "description")
                for name in ["plain.jpg", "day 2/new.jpg"] {
                    #expect(try client.group(of: trip + name) == "Beach trip", "\(name)")
                    #expect(try client.groupRule(of: trip + name) == "folder")
                }
                let why = try client.item(trip + "day 2/new.jpg")?["why"]?["group"]
                #expect(why?["from"]?.string == OptionFiles.path(in: trip).display)
                #expect(try client.group(of: trip + "marked.jpg") == "Mine")
                #expect(try client.groupRule(of: trip + "marked.jpg") == "override")

                try Disk.write("group = \"Second\"", to: OptionFiles.path(in: trip + "day 2"))
                try client.sync()
                #expect(try client.group(of: trip + "day 2/new.jpg") == "Second")
                #expect(try client.group(of: trip + "plain.jpg") == "Beach trip")

                try Disk.remove(OptionFiles.path(in: trip))
                try client.sync()
                #expect(try client.group(of: trip + "plain.jpg") == nil)
                #expect(try client.groupRule(of: trip + "plain.jpg") == "none")
                #expect(try client.group(of: trip + "described.jpg") == "Harbour")
                #expect(try client.groupRule(of: trip + "described.jpg") == "description")
                #expect(try client.group(of: trip + "day 2/new.jpg") == "Second")
            }
        }

        /// Writes a group into an identity document by hand, while the daemon is stopped.
        private static func override(of id: String, to group: String, _ daemon: DaemonFixture) throws {
            try daemon.stop()
            let document = daemon.state + "photos/2016-11.json"
            let text = String(decoding: try Disk.read(document), as: UTF8.self)
            let mark = "\"id\":\"\(id)\","
            let parts = text.split(separator: mark, maxSplits: 1)
            try #require(parts.count == 2)
            try Disk.write("\(parts[0])\(mark)\"groupOverride\":\"\(group)\",\(parts[1])", to: document)
            try daemon.start()
        }

        @Test("follow a folder that is moved from under one to under another, and files that are moved")
        func moves() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (first, second) = (daemon.root + "first", daemon.root + "second")
                try Disk.makeFolders(first + "album/deep")
                try Disk.makeFolder(second)
                try Disk.write("group = \"First\"", to: OptionFiles.path(in: first))
                try Disk.write("group = \"Second\"\nignore = [\"x*\"]", to: OptionFiles.path(in: second))
                try Disk.writePhoto(1, to: first + "album/deep/a.jpg")
                try Disk.writePhoto(2, to: first + "album/x.jpg")
                try Disk.writePhoto(3, to: first + "file.jpg")
                try client.sync()
                let ids = try ["album/deep/a.jpg", "album/x.jpg"].map { try client.id(of: first + $0) }
                #expect(try client.group(of: first + "album/deep/a.jpg") == "First")

                try Disk.rename(first + "album", to: second + "album")
                try Disk.rename(first + "file.jpg", to: second + "file.jpg")
                try client.sync()
                #expect(try client.group(of: second + "album/deep/a.jpg") == "Second")
                #expect(try client.id(of: second + "album/deep/a.jpg") == ids[0])
                #expect(try client.item(second + "album/x.jpg") == nil)
                #expect(try client.group(of: second + "file.jpg") == "Second")

                try Disk.rename(second + "album", to: daemon.root + "album")
                try client.sync()
                #expect(try client.group(of: daemon.root + "album/deep/a.jpg") == nil)
                #expect(try client.group(of: daemon.root + "album/x.jpg") == nil)
                #expect(try client.id(of: daemon.root + "album/x.jpg") == ids[1])
            }
        }

        @Test("of hard links hold in each folder by themselves, also when one of them is written")
        func links() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let (first, second) = (daemon.root + "first", daemon.root + "second")
                try Disk.makeFolder(first)
                try Disk.makeFolder(second)
                try Disk.write("group = \"First\"", to: OptionFiles.path(in: first))
                try Disk.writePhoto(1, to: first + "a.jpg")
                try Disk.link(first + "a.jpg", to: second + "a.jpg")
                try client.sync()
                try Disk.writePhoto(2, to: first + "a.jpg")
                try client.sync()
                #expect(try client.group(of: first + "a.jpg") == "First")
                #expect(try client.group(of: second + "a.jpg") == nil)
            }
        }

        @Test("that changed, came or went while photod was stopped hold when it is back")
        func changesUnseen() throws {
            try DaemonFixture.run { daemon in
                var client = try daemon.connect()
                let folders = ["changed", "gone", "new"].map { daemon.root + $0 }
                for (serial, folder) in folders.enumerated() {
                    try Disk.makeFolder(folder)
                    try Disk.writePhoto(serial, to: folder + "a.jpg")
                }
                try Disk.write("group = \"Old\"", to: OptionFiles.path(in: folders[0]))
                try Disk.write("group = \"Old\"", to: OptionFiles.path(in: folders[1]))
                try client.sync()
                try daemon.stop()
                try Disk.write("group = \"New\"", to: OptionFiles.path(in: folders[0]))
                try Disk.remove(OptionFiles.path(in: folders[1]))
                try Disk.write("group = \"New\"", to: OptionFiles.path(in: folders[2]))
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.group(of: folders[0] + "a.jpg") == "New")
                #expect(try client.group(of: folders[1] + "a.jpg") == nil)
                #expect(try client.group(of: folders[2] + "a.jpg") == "New")
                // Nothing is made anew that is as it was.
                let clock = try client.sync()
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                let changes = try client.ask("changes since=\(clock)")
                #expect(changes.count == 1, "\(changes.json)")
            }
        }
    }
}
