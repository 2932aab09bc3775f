import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Imports")
    struct ImportTests {
        private static let date = "2016:11:05 12:34:56"

        /// An inbox outside the library with a photo of a group, one without, and one with a sidecar.
        private static func fill(_ daemon: DaemonFixture) throws -> FilePath {
            let inbox = daemon.scratch.location + "inbox"
            try Disk.makeFolders(inbox + "DCIM/100")
            func write(_ name: String, _ description: String?, _ serial: Int) throws {
                let photo = PhotoFile(dateTimeOriginal: date, description: description, serial: serial)
                try Disk.write(photo.bytes, to: inbox + name)
            }
            try write("beach.jpg", "Beach trip", 1)
            try write("DCIM/100/plain.jpg", nil, 2)
            try write("DCIM/100/party.jpg", "Party", 3)
            try Disk.write("<nothing/>", to: inbox + "DCIM/100/party.jpg.xmp")
            try Disk.write("no photo", to: inbox + "notes.txt")
            return inbox
        }

        private static func results(_ lines: [JSONValue]) -> [String: Int] {
            Dictionary(lines.compactMap { $0["result"]?.string }.map { ($0, 1) }, uniquingKeysWith: +)
        }

        private static func files(below folder: FilePath) throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for name in try Disk.names(in: folder) {
                let path = folder.appending(name)
                if Disk.isFolder(path) {
                    for (below, bytes) in try Self.files(below: path) {
                        files["\(name.display)/\(below)"] = bytes
                    }
                } else {
                    files[name.display] = try Disk.read(path)
                }
            }
            return files
        }

        @Test(
            "what is in the library is filed anew by what photod shows, and is not copied into it once more"
        )
        func filedAnew() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let folder = daemon.root + "x"
                try Disk.makeFolder(folder)
                for (serial, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
                    let photo = PhotoFile(dateTimeOriginal: Self.date, description: "Old", serial: serial)
                    try Disk.write(photo.bytes, to: folder + name)
                }
                try client.sync()
                _ = try client.ask("edit \(try client.id(of: folder + "a.jpg")) group=Summer")
                _ = try client.ask("edit \(try client.id(of: folder + "b.jpg")) date=2001-02-03 write=index")
                let ids = try ["a.jpg", "b.jpg", "c.jpg"].map { try client.id(of: folder + $0) }
                let copied = try client.ask("import \(folder.display)")
                #expect(copied.last?["unchanged"]?.integer == 3 && copied.last?["ok"]?.integer == 0)
                _ = try client.ask("import \(folder.display) action=move layout={year}/{group}")
                try client.sync()
                let places = ["2016/Summer/a.jpg", "2001/Old/b.jpg", "2016/Old/c.jpg"]
                #expect(try Set(Self.files(below: daemon.root).keys) == Set(places))
                for (place, id) in zip(places, ids) { #expect(try client.id(of: daemon.root + place) == id) }
            }
        }

        @Test(
            "what is written to a place that an undo has emptied is another photo",
            arguments: ["copy", "move"]
        )
        func namesakeOfUndone(action: String) throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let client = try daemon.connect()
                let lines = try client.ask("import \(inbox.display) action=\(action)")
                let batch = try #require(lines.last?["batch"]?.string)
                let path = daemon.root + "Other/plain.jpg"
                try client.sync()
                let id = try client.id(of: path)
                _ = try client.ask("edit \(id) favorite=1 write=index")
                try Disk.makeFolders(daemon.root + "Other/kept")
                _ = try client.ask("undo \(batch)")
                try client.sync()
                try Disk.writePhoto(77, to: path)
                try client.sync()
                let newcomer = try #require(try client.item(path))
                #expect(
                    newcomer["id"]?.string != id && newcomer["favorite"]?.bool != true,
                    "\(newcomer.json)"
                )
            }
        }

        @Test(
            "a folder is filed by descriptions, companions along, and “undo” puts it back to the byte",
            arguments: ["move", "copy"]
        )
        func importsAndUndoes(action: String) throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let before = try Self.files(below: inbox)
                let client = try daemon.connect()
                let lines = try client.ask("import \(inbox.display) action=\(action)")
                #expect(Self.results(lines) == ["ok": 3], "\(lines)")
                let sums = try #require(lines.last)
                #expect(sums["ok"]?.integer == 3 && sums["errors"]?.integer == 0)
                let batch = try #require(sums["batch"]?.string)
                #expect(lines.first?.json == "{\"batch\":\"\(batch)\"}")
                try client.sync()
                let there = try Self.files(below: daemon.root)
                #expect(
                    Set(there.keys) == [
                        "Beach trip/beach.jpg", "Other/plain.jpg", "Party/party.jpg", "Party/party.jpg.xmp",
                    ]
                )
                #expect(try Self.files(below: inbox).count == (action == "move" ? 1 : 5))
                #expect(
                    try client.item(daemon.root + "Beach trip/beach.jpg")?["group"]?.string == "Beach trip"
                )
                #expect(try client.count() == 3)

                let batches = try client.ask("batches")
                #expect(batches.map { $0["batch"]?.string } == [batch])
                #expect(batches.first?["state"]?.string == "done" && batches.first?["ok"]?.integer == 3)

                let undone = try client.ask("undo \(batch)")
                #expect(Self.results(undone) == ["ok": 3], "\(undone)")
                try client.sync()
                #expect(try Self.files(below: inbox) == before)
                #expect(try Disk.names(in: daemon.root).isEmpty)
                #expect(try client.count() == 0)
                #expect(try client.ask("batches").first?["state"]?.string == "undone")
                #expect(try client.refusal("undo \(batch)").replyCode == .exists)
                #expect(try client.refusal("undo 20010101-0001").replyCode == .noSuch)
                #expect(try client.refusal("undo ../../etc/passwd").replyCode == .noSuch)
            }
        }

        @Test("what the library has already stays where it is, and a taken name gets a number")
        func duplicatesAndNames() throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let client = try daemon.connect()
                _ = try client.ask("import \(inbox.display) action=copy")
                try client.sync()
                let again = try client.ask("import \(inbox.display) action=copy")
                #expect(Self.results(again) == ["unchanged": 3], "\(again)")
                #expect(again.last?["batch"] == .null)
                #expect(again.first?["duplicateOf"]?.string?.hasPrefix(daemon.root.display) == true)
                let other = PhotoFile(dateTimeOriginal: Self.date, description: "Beach trip", serial: 9)
                try Disk.write(other.bytes, to: inbox + "beach.jpg")
                let third = try client.ask("import \(inbox.display)/beach.jpg action=move")
                #expect(
                    third.dropFirst().first?["to"]?.string == daemon.root.display + "/Beach trip/beach-2.jpg"
                )
                #expect(try Disk.read(daemon.root + "Beach trip/beach-2.jpg") == other.bytes)
            }
        }

        @Test("a photo joins no RAW file and no sidecar of another that has its name")
        func stems() throws {
            try DaemonFixture.run { daemon in
                let beach = daemon.root + "Beach trip"
                try Disk.makeFolder(beach)
                try Disk.write("raw", to: beach + "beach.cr2")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: beach + "beach.cr2")
                let inbox = try Self.fill(daemon)
                let lines = try client.ask("import \(inbox.display)/beach.jpg action=move")
                #expect(lines.dropFirst().first?["to"]?.string == beach.display + "/beach-2.jpg")
                try client.sync()
                #expect(try client.count() == 2)
                #expect(try client.id(of: beach + "beach.cr2") == id)
            }
        }

        @Test(
            "killed in the middle of an import, it has every photo exactly once after a restart, and undo brings all back"
        )
        func survivesKills() throws {
            var random = SeededGenerator.fromEnvironment()
            print("seed \(random.seed)")
            for _ in 0..<3 {
                try DaemonFixture.run { daemon in
                    let inbox = daemon.scratch.location + "inbox"
                    try Disk.makeFolder(inbox)
                    for serial in 0..<400 {
                        let group = ["Beach", "Party", "Hike", nil][serial % 4]
                        let photo = PhotoFile(dateTimeOriginal: Self.date, description: group, serial: serial)
                        try Disk.write(photo.bytes, to: inbox + "\(serial).jpg")
                    }
                    let before = try Self.files(below: inbox)
                    let sender = try daemon.connect()
                    try sender.send(Request("import", [inbox.display]).adding("action", "move"))
                    let arrived = 1 + random.below(380)
                    // A client that goes would have it stopped.
                    try withExtendedLifetime(sender) {
                        try Waiting.until("\(arrived) photos in the library", below: daemon.scratch.location)
                        {
                            try Disk.names(in: inbox).count <= 400 - arrived
                        }
                        try daemon.kill()
                    }
                    try daemon.start()
                    let client = try daemon.connect()
                    try client.sync()
                    let rest = try Self.files(below: inbox)
                    let there = try Self.files(below: daemon.root)
                    let everywhere = (Array(rest.values) + Array(there.values)).map { String(describing: $0) }
                    #expect(everywhere.count == 400 && Set(everywhere).count == 400)
                    let items = try client.allItems()
                    #expect(items.count == there.count)
                    #expect(Set(items.compactMap { $0["id"]?.string }).count == there.count)
                    let batch = try #require(try client.ask("batches").first)
                    #expect(["done", "recovered"].contains(batch["state"]?.string))
                    _ = try client.ask("undo \(try #require(batch["batch"]?.string))")
                    try client.sync()
                    #expect(try Self.files(below: inbox) == before)
                    #expect(try client.count() == 0)
                }
            }
        }

        @Test("a folder above the library brings what lies beside it; within it, what is named is filed anew")
        func aroundTheLibrary() throws {
            try DaemonFixture.run { daemon in
                _ = try Self.fill(daemon)
                let misfiled = PhotoFile(dateTimeOriginal: Self.date, description: "Hike", serial: 7)
                try Disk.makeFolder(daemon.root + "heap")
                try Disk.write(misfiled.bytes, to: daemon.root + "heap/hike.jpg")
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "heap/hike.jpg")
                let lines = try client.ask("import \(daemon.scratch.location.display) action=move")
                #expect(Self.results(lines) == ["ok": 3], "\(lines)")
                #expect(Disk.isFile(daemon.root + "heap/hike.jpg"))
                _ = try client.ask("import \(daemon.root.display)/heap action=move")
                try client.sync()
                #expect(try client.id(of: daemon.root + "Hike/hike.jpg") == id)
                #expect(try client.count() == 4)
            }
        }

        @Test(
            "what lies in the library is filed anew by any path that leads there, and is no duplicate of itself",
            arguments: ["", "/hike.jpg"]
        )
        func byAnotherPath(named: String) throws {
            try DaemonFixture.run { daemon in
                try Disk.makeFolder(daemon.root + "heap")
                let misfiled = PhotoFile(dateTimeOriginal: Self.date, description: "Hike", serial: 7)
                try Disk.write(misfiled.bytes, to: daemon.root + "heap/hike.jpg")
                let alias = daemon.scratch.location + "alias"
                try Disk.makeSymbolicLink(alias, to: daemon.root)
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: daemon.root + "heap/hike.jpg")
                let lines = try client.ask(
                    "import \(alias.display)/heap\(named) action=move duplicates=trash"
                )
                #expect(Self.results(lines) == ["ok": 1], "\(lines)")
                try client.sync()
                #expect(try client.id(of: daemon.root + "Hike/hike.jpg") == id)
                #expect(try client.count() == 1)
            }
        }

        @Test(
            "a client that goes has the import stopped, or go on where that was asked for",
            arguments: [false, true]
        )
        func clientGoes(isDetached: Bool) throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                // Where it is stopped, many more than are through when a busy machine notices that the client is gone.
                let count = isDetached ? 400 : 3_000
                for serial in 0..<count {
                    try Disk.writePhoto(serial, to: inbox + "\(serial).jpg", description: "Beach")
                }
                let client = try daemon.connect()
                var sender: Connection? = try daemon.connect()
                let words = "import \(inbox.display) action=copy" + (isDetached ? " detach=1" : "")
                try sender?.send(Array("\(words)\n".utf8))
                // It has begun: with its batch's name.
                let first = try JSONValue.parse(try #require(try sender?.nextLine()))
                let batch = try #require(first["batch"]?.string)
                sender = nil
                try client.sync()
                let listed = try #require(try client.ask("batches").first)
                #expect(listed["batch"]?.string == batch && listed["state"]?.string == "done")
                let beach = daemon.root + "Beach"
                let there = Disk.isFolder(beach) ? try Disk.names(in: beach).count : 0
                #expect(listed["ok"]?.integer == Int64(there))
                #expect(listed["errors"]?.integer == Int64(count - there))
                #expect(isDetached ? there == count : there < count, "\(there)")
            }
        }

        @Test(
            "what a program has open for writing stays where it is, and is told",
            arguments: ["move", "copy"]
        )
        func beingWritten(action: String) throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let client = try daemon.connect()
                let writer = try OpenFile(inbox + "beach.jpg", O_WRONLY)
                let lines = try withExtendedLifetime(writer) {
                    try client.ask("import \(inbox.display) action=\(action)")
                }
                #expect(Self.results(lines) == ["ok": 2, "error": 1], "\(lines)")
                let refusal = try #require(lines.first { $0["result"]?.string == "error" })
                #expect(refusal["name"]?.string == "busy")
                #expect(refusal["message"]?.string?.contains("is being written") == true)
                #expect(lines.compactMap { $0["number"]?.integer } == [1, 2, 3])
                #expect(lines.compactMap { $0["total"]?.integer } == [3, 3, 3])
                #expect(
                    Disk.isFile(inbox + "beach.jpg") && !Disk.isFile(daemon.root + "Beach trip/beach.jpg")
                )
            }
        }

        @Test("what is named twice is imported once")
        func namedTwice() throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                try Disk.makeSymbolicLink(daemon.scratch.location + "link", to: inbox)
                let link = daemon.scratch.location + "link"
                let client = try daemon.connect()
                let words = [
                    inbox, inbox + "beach.jpg", inbox + "DCIM", inbox + "DCIM/100/party.jpg",
                    link + "beach.jpg",
                ]
                let lines = try client.ask("import " + words.map(\.display).joined(separator: " "))
                #expect(Self.results(lines) == ["ok": 3], "\(lines)")
                #expect(
                    try Set(Self.files(below: daemon.root).keys) == [
                        "Beach trip/beach.jpg", "Other/plain.jpg", "Party/party.jpg", "Party/party.jpg.xmp",
                    ]
                )
                let twice = try client.ask(
                    "import \(link.display)/beach.jpg \(inbox.display)/beach.jpg action=move"
                )
                #expect(Self.results(twice) == ["unchanged": 1], "\(twice)")
            }
        }

        @Test("a place that the library does not look into is refused, with what to do about it")
        func ignoredPlaces() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let inbox = try Self.fill(daemon)
                try daemon.configure(
                    libraries: [daemon.root],
                    libraryOptions: "ignore = [\"Party\", \"beach*\"]"
                )
                for folder in ["hidden/below", "Hike", ".away"] { try Disk.makeFolders(daemon.root + folder) }
                try Disk.write("", to: daemon.root + "hidden/.nomedia")
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                for (into, why) in [
                    ("/hidden", ".nomedia"), ("/hidden/below", ".nomedia"), ("/.away", "hidden"),
                ] {
                    let lines = try client.ask(
                        "import \(inbox.display) action=move into=\(daemon.root.display)\(into)"
                    )
                    #expect(Self.results(lines) == ["error": 3], "\(into): \(lines)")
                    let refusal = try #require(lines.first)
                    #expect(refusal["name"]?.string == "unsupported")
                    let message = refusal["message"]?.string ?? ""
                    #expect(message.contains(why) && message.contains("change that"), "\(message)")
                }
                // A folder by its name, a photo by its own, and one that is let in.
                let lines = try client.ask("import \(inbox.display) action=move")
                #expect(Self.results(lines) == ["error": 2, "ok": 1], "\(lines)")
                #expect(lines.filter { $0["message"]?.string?.contains("“ignore”") == true }.count == 2)
                #expect(
                    try Set(Self.files(below: daemon.root).keys) == ["hidden/.nomedia", "Other/plain.jpg"]
                )
            }
        }

        @Test("a dry run says what would be done and does nothing")
        func dryRun() throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let before = try Self.files(below: inbox)
                let client = try daemon.connect()
                let lines = try client.ask(
                    "import \(inbox.display) action=move dry-run=1 layout={year}/{group}"
                )
                #expect(Self.results(lines) == ["planned": 3], "\(lines)")
                #expect(
                    lines.compactMap { $0["to"]?.string }.sorted()
                        == ["Beach trip/beach.jpg", "Other/plain.jpg", "Party/party.jpg"]
                        .map { "\(daemon.root.display)/2016/\($0)" }
                )
                #expect(lines.compactMap { $0["toUri"]?.string }.count == 3)
                #expect(try Self.files(below: inbox) == before)
                #expect(try Disk.names(in: daemon.root).isEmpty)
                #expect(try client.ask("batches").isEmpty)
                #expect(!Disk.isFile(daemon.state + "folders.json"))
            }
        }

        @Test(
            "what cannot be is refused by name",
            arguments: [
                ("INBOX action=steal", ReplyCode.argument, "steal"),
                ("INBOX layout={grupp}", .argument, "group"),
                ("INBOX layout=../x", .argument, ".."),
                ("INBOX duplicates=burn", .argument, "burn"),
                ("INBOX into=/nowhere", .noSuch, "root"),
                ("INBOX into=ROOT/none", .noSuch, "make it"),
                ("INBOX into=ROOT/file", .argument, "is a file"),
                ("inbox", .argument, "absolute"),
            ]
        )
        func refusals(words: String, code: ReplyCode, message: String) throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                try Disk.write("", to: daemon.root + "file")
                let words = words.replacing("INBOX", with: inbox.display)
                    .replacing("ROOT", with: daemon.root.display)
                let refusal = try daemon.connect().refusal("import \(words)")
                #expect(refusal.replyCode == code)
                #expect(refusal.message.contains(message), "\(refusal.message)")
            }
        }

        @Test("a folder that photod may not look into, or below, is refused as such")
        func closed() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let inbox = try Self.fill(daemon)
                let closed = daemon.root + "closed"
                try Disk.makeFolder(closed)
                try Disk.makeFolder(closed + "below")
                try Disk.setMode(closed, 0)
                defer { #expect(throws: Never.self) { try Disk.setMode(closed, 0o755) } }
                try daemon.start()
                let client = try daemon.connect()
                for folder in [closed, closed + "below"] {
                    let refusal = try client.refusal("import \(inbox.display) into=\(folder.display)")
                    #expect(refusal.replyCode == .permission)
                    #expect(refusal.message.contains("make it readable"), "\(refusal.message)")
                }
            }
        }

        @Test(
            "a folder of the library that is a link out of it is refused, and nothing goes through one on the way"
        )
        func links() throws {
            try DaemonFixture.run { daemon in
                let inbox = try Self.fill(daemon)
                let outside = daemon.scratch.location + "outside"
                try Disk.makeFolder(outside)
                try Disk.makeSymbolicLink(daemon.root + "away", to: outside)
                try Disk.makeSymbolicLink(daemon.root + "Party", to: outside)
                let client = try daemon.connect()
                #expect(
                    try client.refusal("import \(inbox.display) into=\(daemon.root.display)/away").replyCode
                        == .permission
                )
                let lines = try client.ask("import \(inbox.display) action=move")
                #expect(Self.results(lines) == ["ok": 2, "error": 1], "\(lines)")
                #expect(try Disk.names(in: outside).isEmpty)
                #expect(
                    Disk.isFile(inbox + "DCIM/100/party.jpg") && Disk.isFile(inbox + "DCIM/100/party.jpg.xmp")
                )
            }
        }
    }
}
