import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Import folders")
    struct ImportFoldersTests {
        private static func photo(_ description: String?, _ serial: Int) -> [UInt8] {
            PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", description: description, serial: serial).bytes
        }

        /// Runs a daemon that imports from `inbox`, which the body is given.
        private static func run(
            in place: String = "inbox",
            inLibrary: Bool = false,
            _ options: String...,
            body: (DaemonFixture, FilePath) throws -> Void
        ) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = (inLibrary ? daemon.root : daemon.scratch.location) + place
                try Disk.makeFolders(inbox)
                try configure(daemon, inbox, options)
                try daemon.start()
                try body(daemon, inbox)
            }
        }

        private static func configure(_ daemon: DaemonFixture, _ inbox: FilePath, _ options: [String]) throws
        {
            let section = ["[[import]]", "path = \"\(inbox.display)\""] + options
            try daemon.configure(libraries: [daemon.root], libraryOptions: section.joined(separator: "\n"))
        }

        private static func names(_ folder: FilePath) throws -> [String] {
            try Disk.names(in: folder).map(\.display).sorted()
        }

        @Test("are emptied into folders by description, what lies there at the start and what comes")
        func empties() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolders(inbox + "DCIM/100")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try Disk.write(Self.photo(nil, 2), to: inbox + "DCIM/100/b.jpg")
                try Disk.write("<nothing/>", to: inbox + "DCIM/100/b.jpg.xmp")
                try Disk.write("no photo", to: inbox + "notes.txt")
                try Self.configure(daemon, inbox, [])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(Disk.isFile(daemon.root + "Beach trip/a.jpg"))
                #expect(
                    Disk.isFile(daemon.root + "Other/b.jpg") && Disk.isFile(daemon.root + "Other/b.jpg.xmp")
                )
                #expect(try client.count() == 2)
                #expect(try Self.names(inbox) == ["DCIM", "notes.txt"])

                try Disk.makeFolders(inbox + "DCIM/101")
                try Disk.write(Self.photo("Beach trip", 3), to: inbox + "DCIM/101/a.jpg")
                try client.sync()
                #expect(try Self.names(daemon.root + "Beach trip") == ["a-2.jpg", "a.jpg"])
                #expect(try client.ask("batches").map { $0["ok"]?.integer } == [1, 2])
                #expect(try client.ask("groups").map { $0["totalCount"]?.integer } == [2, 1])
            }
        }

        @Test("are emptied without anybody asking, two seconds after the last photo came")
        func emptiesByItself() throws {
            try Self.run { daemon, inbox in
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try Waiting.until("the import", below: daemon.scratch.location) {
                    Disk.isFile(daemon.root + "Beach trip/a.jpg")
                }
            }
        }

        @Test("that lie in the library are nothing of it, before the import and after")
        func insideLibrary() throws {
            try Self.run(in: "new/inbox", inLibrary: true) { daemon, inbox in
                let client = try daemon.connect()
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe photos\n".utf8))
                var writer: OpenFile? = try OpenFile(inbox + "slow.jpg", O_WRONLY | O_CREAT)
                let bytes = Self.photo("Slow", 1)
                try writer?.write(bytes[..<200])
                try Disk.write(Self.photo("Beach trip", 2), to: inbox + "a.jpg")
                try client.sync()
                #expect(
                    try client.allItems().map { $0["path"]?.string } == [
                        (daemon.root + "Beach trip/a.jpg").text
                    ]
                )
                #expect(try Self.names(inbox) == ["slow.jpg"])
                try writer?.write(bytes[200...])
                writer = nil
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try Self.names(inbox).isEmpty)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
                // Nobody ever heard of a photo in the import folder: two came, and none went.
                var changes: [String] = []
                while changes.count < 2, let line = try subscriber.nextLine() {
                    if let change = try JSONValue.parse(line)["change"]?.string { changes.append(change) }
                }
                #expect(changes == ["inserted", "inserted"])
            }
        }

        @Test("are imported from only when all files of a shot are complete")
        func wholeShots() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                var raw: OpenFile? = try OpenFile(inbox + "a.cr2", O_WRONLY | O_CREAT)
                try raw?.write(Array("half a RAW file".utf8)[...])
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                #expect(try Self.names(inbox) == ["a.cr2", "a.jpg"])
                raw = nil
                try client.sync()
                #expect(try Self.names(daemon.root + "Beach trip") == ["a.cr2", "a.jpg"])
                #expect(try client.count() == 1)
            }
        }

        @Test("leave a photo alone while a program has it open for writing, however long that pauses")
        func slowWriters() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try Self.configure(daemon, inbox, [])
                let bytes = Self.photo("Beach trip", 1)
                // Begun before anybody watched, and not touched since: no event tells that it is written.
                var writer: OpenFile? = try OpenFile(inbox + "a.jpg", O_WRONLY | O_CREAT)
                try writer?.write(bytes[..<200])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 0)
                #expect(try Self.names(inbox) == ["a.jpg"])
                try writer?.write(bytes[200...])
                writer = nil
                try client.sync()
                #expect(try Self.names(inbox).isEmpty)
                #expect(try Disk.read(daemon.root + "Beach trip/a.jpg") == bytes)
            }
        }

        @Test("leave an empty file alone until its photo has come, as browsers make them")
        func placeholders() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                try Disk.write("", to: inbox + "a.jpg")
                try Disk.write(Self.photo("Beach trip", 2), to: inbox + "b.jpg")
                try client.sync()
                #expect(try Self.names(inbox) == ["a.jpg"] && client.count() == 1)
                let run = try daemon.photoctl(["import", (inbox + "a.jpg").display])
                #expect(run.end == .exited(4) && run.text.contains("is empty"), "\(run.text)")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg.part")
                try Disk.rename(inbox + "a.jpg.part", to: inbox + "a.jpg")
                try client.sync()
                #expect(try Self.names(daemon.root + "Beach trip") == ["a.jpg", "b.jpg"])
                #expect(try Self.names(inbox).isEmpty && Self.names(daemon.root) == ["Beach trip"])
            }
        }

        @Test("leave a shot alone until each of its photos and videos has come, as `import` does")
        func companionPlaceholders() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try Disk.write("", to: inbox + "a.cr2")
                try Disk.write(Self.photo("Beach trip", 2), to: inbox + "b.jpg")
                try Disk.write("", to: inbox + "b.jpg.xmp")
                try client.sync()
                #expect(try Self.names(inbox) == ["a.cr2", "a.jpg"])
                let run = try daemon.photoctl(["import", (inbox + "a.jpg").display])
                #expect(run.end == .exited(4) && run.text.contains("a.cr2 is empty"), "\(run.text)")
                try Disk.write("raw", to: inbox + "a.cr2.part")
                try Disk.rename(inbox + "a.cr2.part", to: inbox + "a.cr2")
                try client.sync()
                #expect(
                    try Self.names(daemon.root + "Beach trip") == ["a.cr2", "a.jpg", "b.jpg", "b.jpg.xmp"]
                )
            }
        }

        @Test("find what waits in them under its name of now where a folder in them was renamed")
        func renamedFolders() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                try Disk.makeFolders(inbox + "a/DCIM")
                try Disk.write("in the way", to: daemon.root + "Beach trip")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a/DCIM/1.jpg")
                try client.sync()
                #expect(try Self.names(inbox + "a/DCIM") == ["1.jpg"])
                try Disk.remove(daemon.root + "Beach trip")
                try Disk.rename(inbox + "a", to: inbox + "b")
                try client.sync()
                #expect(try Self.names(inbox + "b/DCIM").isEmpty)
                #expect(try client.count() == 1)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test(
            "that are copied or linked from are not imported from twice, until a photo changes",
            arguments: ["copy", "hardlink"]
        )
        func remembers(action: String) throws {
            try Self.run("action = \"\(action)\"") { daemon, inbox in
                var client = try daemon.connect()
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                let place = daemon.root + "Beach trip/a.jpg"
                #expect(try client.id(of: place).hasSuffix("/L0/001"))
                // The user does not want it in the library.
                try Disk.remove(place)
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.count() == 0)
                #expect(try Self.names(inbox) == ["a.jpg"])
                try Disk.write(Self.photo("Party", 2), to: inbox + "a.jpg")
                try client.sync()
                #expect(try client.allItems().map { $0["group"]?.string } == ["Party"])
                #expect(Disk.isFile(inbox + "a.jpg"))
            }
        }

        @Test("that are copied from import a new version that comes while the batch is under way")
        func newVersions() throws {
            try Self.run("action = \"copy\"") { daemon, inbox in
                // More than are through at once.
                for serial in 0..<1_000 {
                    try Disk.write(Self.photo("Old", serial), to: inbox + "\(1_000 + serial).jpg")
                }
                let (client, sender) = (try daemon.connect(), try daemon.connect())
                try sender.send(Array("sync\n".utf8))
                try Waiting.until("the first photos") { Disk.isFile(daemon.root + "Old/1000.jpg") }
                try Disk.write(Self.photo("New", 1_000), to: inbox + "1000.jpg.part")
                try Disk.rename(inbox + "1000.jpg.part", to: inbox + "1000.jpg")
                #expect(try sender.readReply().count == 1)
                try client.sync()
                #expect(Disk.isFile(daemon.root + "New/1000.jpg"))
                // By name, so that whoever sees it fail knows which is missing, or where it is.
                var missing: Set<String> = []
                for folder in ["Old", "New"] {
                    missing.formUnion(try Self.names(daemon.root + folder).map { "\(folder)/\($0)" })
                }
                let found = try client.allItems().compactMap { $0["path"]?.string }
                missing.subtract(found.map { String($0.dropFirst(daemon.root.display.count + 1)) })
                #expect(found.count == 1_001 && missing.isEmpty, "\(missing): \(daemon.logText.suffix(2000))")
            }
        }

        @Test("keep what an undo put back, across a restart, until it changes")
        func undone() throws {
            try Self.run { daemon, inbox in
                var client = try daemon.connect()
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                let batch = try #require(try client.ask("batches").first?["batch"]?.string)
                #expect(try client.ask("undo \(batch)").last?["ok"]?.integer == 1)
                try client.sync()
                #expect(try Self.names(inbox) == ["a.jpg"])
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try Self.names(inbox) == ["a.jpg"])
                #expect(try client.count() == 0)
                try Disk.write(Self.photo("Party", 1), to: inbox + "a.jpg")
                try client.sync()
                #expect(try Self.names(inbox).isEmpty)
                #expect(try client.count() == 1)
            }
        }

        @Test(
            "put a RAW file and a sidecar that come after their photo beside it, whatever it is called there"
        )
        func lateCompanions() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                let beach = daemon.root + "Beach trip"
                try Disk.makeFolder(beach)
                try Disk.write(Self.photo("Beach trip", 9), to: beach + "a.jpg")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                let id = try client.id(of: beach + "a-2.jpg")
                for name in ["a.dng", "a.xmp"] {
                    try Disk.write("what comes late", to: inbox + name)
                    try client.sync()
                }
                #expect(try Self.names(beach) == ["a-2.dng", "a-2.jpg", "a-2.xmp", "a.jpg"])
                #expect(try Self.names(inbox).isEmpty)
                #expect(try client.count() == 2)
                #expect(try client.id(of: beach + "a-2.jpg") == id)
                #expect(try client.item(beach + "a-2.jpg")?["companions"]?.array?.count == 2)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("leave a RAW file of another photo apart, and say of a sidecar that its photo is not there")
        func strangers() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                // A TIFF in all but name, taken on another day.
                let other = PhotoFile(
                    dateTimeOriginal: "2016:12:24 18:00:00",
                    description: "Beach trip",
                    serial: 2
                )
                try Disk.write(other.bytes, to: inbox + "a.dng")
                try Disk.write("<nothing/>", to: inbox + "b.xmp")
                try client.sync()
                #expect(try Self.names(daemon.root + "Beach trip") == ["a-2.dng", "a.jpg"])
                #expect(try client.count() == 2)
                #expect(try Self.names(inbox) == ["b.xmp"])
                #expect(try client.status()["problems"]?.json.contains("put it beside its photo") == true)
                try Disk.write(Self.photo("Beach trip", 3), to: inbox + "b.jpg")
                try client.sync()
                #expect(try Self.names(inbox).isEmpty)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("keep duplicates or trash them, and never delete one", arguments: ["keep", "trash"])
        func duplicates(policy: String) throws {
            try Self.run("duplicates = \"\(policy)\"") { daemon, inbox in
                let client = try daemon.connect()
                let bytes = Self.photo("Beach trip", 1)
                try Disk.write(bytes, to: daemon.root + "known.jpg")
                try Disk.write(bytes, to: inbox + "a.jpg")
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try Self.names(inbox) == (policy == "keep" ? ["a.jpg"] : []))
                if policy == "trash" {
                    let trash = daemon.scratch.location + ".local/share/Trash/files/a.jpg"
                    #expect(try Disk.read(trash) == bytes)
                }
            }
        }

        @Test("that are not there are told of, and used once they are")
        func missing() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                try Disk.removeTree(inbox)
                try client.sync()
                #expect(try client.status()["problems"]?.json.contains("the import folder") == true)
                try Disk.makeFolder(inbox)
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("tell of a folder in them that may not be read, and are emptied of it once it may be")
        func closedFolder() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let inbox = daemon.scratch.location + "inbox"
                let closed = inbox + "closed"
                try Disk.makeFolders(closed)
                try Disk.write(Self.photo("Beach trip", 1), to: closed + "a.jpg")
                if getuid() == 0 {
                    for path in [inbox, closed, closed + "a.jpg"] { try Disk.setOwner(path, 65534) }
                }
                try Disk.setMode(closed, 0)
                try Self.configure(daemon, inbox, [])
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let problem = try #require(try client.problems().first)
                #expect(
                    problem["problem"]?.string
                        == "1 folder in import folders cannot be read: \(closed.display)"
                )
                #expect(problem["remedy"]?.string?.contains("ls -ld") == true)
                try Disk.setMode(closed, 0o755)
                try client.sync()
                #expect(try client.problems().isEmpty)
                #expect(try client.count() == 1)
            }
        }

        @Test("leave what cannot be imported, say why, and try again")
        func refused() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                // A file stands where the group's folder would.
                try Disk.write("in the way", to: daemon.root + "Beach trip")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try Disk.write(Self.photo("Party", 2), to: inbox + "b.jpg")
                try client.sync()
                #expect(try Self.names(inbox) == ["a.jpg"])
                let problems = try client.status()["problems"]?.json ?? ""
                #expect(problems.contains("waits in the import folder"), "\(problems)")
                #expect(daemon.logText.contains("not imported: "))
                try Disk.remove(daemon.root + "Beach trip")
                #expect(try client.ask("rescan \(inbox.display)").isEmpty)
                try client.sync()
                #expect(try Self.names(inbox).isEmpty)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("are never imported into, whatever a photo is described as")
        func intoItself() throws {
            try Self.run(in: "new", inLibrary: true) { daemon, inbox in
                let client = try daemon.connect()
                try Disk.write(Self.photo("new", 1), to: inbox + "a.jpg")
                try client.sync()
                #expect(try Self.names(inbox) == ["a.jpg"])
                #expect(daemon.logText.contains("is an import folder"))
                let outside = daemon.scratch.location + "b.jpg"
                try Disk.write(Self.photo("new", 2), to: outside)
                let lines = try client.ask("import \(outside.display)")
                #expect(lines.first?["name"]?.string == "unsupported", "\(lines)")
                #expect(Disk.isFile(outside))
            }
        }

        @Test("come and go with the configuration")
        func reload() throws {
            try Self.run { daemon, inbox in
                let client = try daemon.connect()
                let other = daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                try Self.configure(daemon, other, [])
                _ = try client.ask("reload")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                try Disk.write(Self.photo("Beach trip", 2), to: other + "b.jpg")
                try client.sync()
                #expect(try Self.names(daemon.root + "Beach trip") == ["b.jpg"])
                let imports = try client.ask("config").first?["imports"]?.array
                #expect(imports?.map { $0["path"]?.string } == [other.text])
            }
        }

        @Test("may be named on the command line")
        func commandLine() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try Disk.makeFolder(daemon.root + "new")
                try Disk.write(Self.photo("Beach trip", 1), to: inbox + "a.jpg")
                daemon.arguments = ["--import", "\(inbox.display)=\(daemon.root.display)/new"]
                try daemon.start()
                try daemon.connect().sync()
                #expect(Disk.isFile(daemon.root + "new/Beach trip/a.jpg"))
            }
        }

        @Test("that cannot be are refused at the start, with key, line and remedy")
        func badConfiguration() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Self.configure(daemon, daemon.root, [])
                let refused = try daemon.spawn()
                #expect(try refused.wait() == .exited(1))
                #expect(daemon.logText.contains("import.into: "))
                #expect(daemon.logText.contains("name a folder beside it"))
            }
        }

        @Test("lose nothing where the daemon is killed again and again, and import everything once")
        func killed() throws {
            try Self.run { daemon, inbox in
                var contents: Set<[UInt8]> = []
                for serial in 0..<300 {
                    let bytes = Self.photo("Group \(serial % 7)", serial)
                    contents.insert(bytes)
                    try Disk.write(bytes, to: inbox + "\(serial % 40)-\(serial).jpg")
                }
                for round in 0..<3 {
                    let client = try daemon.connect()
                    try client.send(Array("sync\n".utf8))
                    try Waiting.until("some photos", below: daemon.scratch.location) {
                        try Self.names(inbox).count <= 300 - 60 * round
                    }
                    try daemon.kill()
                    try daemon.start()
                }
                let client = try daemon.connect()
                try client.sync()
                #expect(try Self.names(inbox).isEmpty)
                let items = try client.allItems()
                #expect(items.count == 300)
                #expect(Set(items.compactMap { $0["id"]?.string }).count == 300)
                let there = try items.compactMap { $0["path"]?.string }.map { try Disk.read(FilePath($0)) }
                #expect(Set(there) == contents)
            }
        }
    }
}
