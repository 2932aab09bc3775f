import Glibc
import LineProtocol
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("photoctl, the program")
    struct PhotoctlProgramTests {
        private func photoctl(_ daemon: DaemonFixture, _ arguments: String...) throws -> PhotoctlRun {
            try daemon.photoctl(arguments)
        }

        private func write(_ names: [[UInt8]], in daemon: DaemonFixture) throws {
            for (serial, name) in names.enumerated() {
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                photo.serial = serial
                try Disk.write(photo.bytes, to: daemon.root.appending(FileName(name)))
            }
        }

        @Test("verify prints nothing but totals where nothing differs, and exits with 0")
        func verifies() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8), Array("b.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let tabbed = try photoctl(daemon, "verify")
                #expect(tabbed.end == .exited(0) && tabbed.text.isEmpty)
                let json = try photoctl(daemon, "--json", "verify")
                #expect(json.text == "{\"checked\":2,\"differences\":0}\n")
            }
        }

        @Test("a mistyped command is told from a wrong argument, and the nearest is named")
        func mistyped() throws {
            try DaemonFixture.run { daemon in
                let mistyped = try photoctl(daemon, "--json", "monts", "2016")
                #expect(
                    mistyped.end == .exited(2)
                        && mistyped.errors.contains("“monts” is no command; did you mean months?")
                )
                #expect(try photoctl(daemon, "mon\nths").errors.split(separator: "\n").count == 1)
                let other = try photoctl(daemon, "xyzzy")
                #expect(other.end == .exited(2) && !other.errors.contains("did you mean"))
                for words in [
                    ["months", "--xyzzy"], ["--limit", "5", "photos"], ["frame", "v", "--outptu", "x.png"],
                    ["thumb", "--al"], ["undo", "--lst"],
                ] {
                    #expect(try daemon.photoctl(words).errors.contains("Unknown option"), "\(words)")
                }
            }
        }

        @Test("an option that is written as the protocol has it is taken for no photo")
        func optionsOfTheProtocol() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8)], in: daemon)
                let path = (daemon.root + "a.jpg").display
                for key in ["break-links", "dry-run", "write"] {
                    let edited = try photoctl(daemon, "edit", path, "--title", "x", "\(key)=1")
                    #expect(
                        edited.end == .exited(2) && edited.errors.contains("Write --\(key) for the option")
                    )
                }
            }
        }

        @Test("what is edited, and what is asked for, may begin with a hyphen")
        func hyphens() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let path = (daemon.root + "a.jpg").display
                let edits = [
                    [path, "--description", "-5 degrees"], [path, "--title", "-x"],
                    [path, "--group", "-3 hikers"],
                    [path, "--location", "-33.9,18.4"], [path, "--shift", "-1h"],
                    ["--in-group", "-3 hikers", "--rating", "4"], ["--find", "-5 degrees", "--rating", "5"],
                ]
                for words in edits {
                    let edited = try daemon.photoctl(["edit"] + words + ["--write", "index"])
                    #expect(edited.end == .exited(0), "\(words): \(edited.text)")
                }
                let item = try #require(try daemon.connect().item(daemon.root + "a.jpg"))
                #expect(item["description"]?.string == "-5 degrees")
                #expect(item["rating"]?.integer == 5)
                #expect(try photoctl(daemon, "photos", "--all", "--group", "-3 hikers").end == .exited(0))
            }
        }

        @Test(
            "“..” in a path means what the system means, and a library that is called by a link is found by it"
        )
        func parents() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let library = daemon.scratch.location + "library"
                try Disk.makeSymbolicLink(library, to: daemon.root)
                let plain = daemon.scratch.location + "plain"
                try daemon.configure(libraries: [library, plain])
                for folder in [daemon.root + "deep", plain, plain + "deep"] { try Disk.makeFolder(folder) }
                try Disk.makeSymbolicLink(daemon.scratch.location + "link", to: plain + "deep")
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                try Disk.writePhoto(2, to: plain + "b.jpg")
                try daemon.start()
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                for path in [library + "deep/../a.jpg", daemon.scratch.location + "link/../b.jpg"] {
                    let shown = try photoctl(daemon, "show", path.display)
                    #expect(shown.end == .exited(0), "\(shown.errors)")
                }
            }
        }

        @Test("-0 prints the very bytes of every path, and nothing else")
        func printsPaths() throws {
            try DaemonFixture.run { daemon in
                let names = [
                    Array("new\nline.jpg".utf8), Array("tab\t\\.jpg".utf8),
                    [0xFF, 0xFE] + Array(".jpg".utf8),
                    Array("süß%41.jpg".utf8),
                ]
                try write(names, in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let listed = try photoctl(daemon, "-0", "photos", "2016-11", "--limit", "100")
                #expect(listed.end == .exited(0))
                #expect(listed.output.last == 0)
                let paths = Set(listed.output.split(separator: 0).map { FilePath(Array($0)) })
                #expect(paths == Set(names.map { daemon.root.appending(FileName($0)) }))
            }
        }

        @Test("groups and group print records, and exit with 1 where nothing matched")
        func printsGroups() throws {
            try DaemonFixture.run { daemon in
                for (serial, description) in ["Beach trip", "Beach trip", nil].enumerated() {
                    try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg", description: description)
                }
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let rows = try photoctl(daemon, "groups").text.split(separator: "\n")
                    .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
                #expect(rows.map { $0.prefix(4) } == [["Beach trip", "2", "2", "0"], ["", "1", "1", "0"]])
                #expect(rows.allSatisfy { $0.count == 6 && $0[4].hasSuffix("/L0/001") })
                #expect(rows.map(\.last) == ["Beach trip", "Other"])
                let paths = try photoctl(daemon, "-0", "group", "Beach trip", "--limit", "1", "--offset", "1")
                #expect(paths.output.split(separator: 0).count == 1)
                #expect(try photoctl(daemon, "group", "Beach", "trip").text.split(separator: "\n").count == 2)
                let other = try photoctl(daemon, "group", "--other", "--fields", "filename")
                #expect(other.end == .exited(0) && other.text == "2.jpg\n")
                #expect(try photoctl(daemon, "group", "Beach trip", "--type", "video").end == .exited(1))
                let wrong = try photoctl(daemon, "group", "Beach tripp")
                #expect(wrong.end == .exited(4) && wrong.errors.contains("did you mean Beach trip?"))
            }
        }

        @Test("show --json has the same members for every photo, of whatever little is known")
        func showsAll() throws {
            try DaemonFixture.run { daemon in
                try write([Array("whole.jpg".utf8)], in: daemon)
                try Disk.write([], to: daemon.root + "empty.jpg")
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                for name in ["whole.jpg", "empty.jpg"] {
                    let shown = try photoctl(daemon, "--json", "show", (daemon.root + name).display).text
                    let photo = try JSONValue.parse(Array(shown.utf8.dropLast()))
                    let known = try daemon.connect().ask("photo \((daemon.root + name).uri)").first
                    for member in PhotoMembers.names {
                        #expect(photo[member] != nil, "\(name) has no \(member)")
                        #expect(
                            photo[member] == known?[member] || photo[member] == .null,
                            "\(name): \(member)"
                        )
                    }
                }
            }
        }

        @Test("a pipe gets tab-separated values, --json the daemon's lines")
        func printsRecords() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                #expect(try photoctl(daemon, "months").text == "2016-11\t1\t1\t0\n")
                let json = try photoctl(daemon, "--json", "count", "2016-11").text
                #expect(json == "{\"totalCount\":1,\"photoCount\":1,\"videoCount\":0}\n")
            }
        }

        @Test("options prints a record for each key, whether the folder is named relatively or not")
        func printsOptions() throws {
            try DaemonFixture.run { daemon in
                let file = daemon.root + ".photod.toml"
                try Disk.write("group = \"Beach trip\"\nignore = [\"x*\", \"y/\"]", to: file)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let result = try photoctl(daemon, "options", daemon.root.display + "/./")
                #expect(result.end == .exited(0))
                #expect(
                    result.text == """
                        group\tBeach trip\t\(file.display)
                        ignore\t["x*","y/"]\t\(file.display)
                        timezone\t\(DaemonFixture.zone)\t\(daemon.configuration.display)
                        follow-symlinks\tfalse\tdefault
                        write\tsidecar\tdefault

                        """
                )
                let json = try photoctl(daemon, "--json", "options", daemon.root.display).text
                #expect(json.hasPrefix("{\"key\":\"group\",\"value\":\"Beach trip\",\"from\":"))
                let elsewhere = try photoctl(daemon, "options", "/")
                #expect(elsewhere.end == .exited(4))
                #expect(elsewhere.errors.contains("ACK [50@0] {options} no-such"))
            }
        }

        @Test("find and favorites print what photos prints, and exit with 1 where nothing matched")
        func finds() throws {
            try DaemonFixture.run { daemon in
                try write([Array("IMG_1.jpg".utf8), Array("-x y.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let found = try photoctl(daemon, "-0", "find", "IMG_")
                #expect(found.end == .exited(0) && found.text == (daemon.root + "IMG_1.jpg").display + "\0")
                let listed = try photoctl(daemon, "photos", "2016-11").text
                #expect(try photoctl(daemon, "find", "jpg").text == listed)
                let fields = try photoctl(daemon, "find", "--fields", "filename", "--", "-x", "a=b", "y")
                #expect(fields.end == .exited(1))
                #expect(
                    try photoctl(daemon, "find", "--fields", "filename", "--", "-x", "y").text == "-x y.jpg\n"
                )
                let nothing = try photoctl(daemon, "find", "forest")
                #expect(nothing.end == .exited(1) && nothing.text.isEmpty)
                #expect(try photoctl(daemon, "favorites").end == .exited(1))
                #expect(try photoctl(daemon, "find", "--near", "-90,0,100").end == .exited(1))
                let refused = try photoctl(daemon, "find")
                #expect(refused.end == .exited(4) && refused.errors.contains("ACK [2@0] {find} argument"))
                #expect(try photoctl(daemon, "-0", "find", "a", "--fields", "id").end == .exited(2))
            }
        }

        @Test("status --unreadable prints reason and path first, and exits with 0 also where there is none")
        func listsUnreadable() throws {
            try DaemonFixture.run { daemon in
                let none = try photoctl(daemon, "status", "--unreadable")
                #expect(none.end == .exited(0) && none.text.isEmpty)
                // More than a page of them.
                for number in 0..<1003 { try Disk.write("", to: daemon.root + "empty\(number).jpg") }
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let tabbed = try photoctl(daemon, "status", "--unreadable").text.split(separator: "\n")
                #expect(tabbed.count == 1003)
                #expect(tabbed.allSatisfy { $0.hasPrefix("empty\t\(daemon.root.display)/empty") })
                let paths = try photoctl(daemon, "-0", "status", "--unreadable")
                #expect(Set(paths.output.split(separator: 0)).count == 1003)
                let json = try photoctl(daemon, "--json", "status", "--unreadable").text.split(
                    separator: "\n"
                )
                #expect(json.count == 1005 && json.last?.hasPrefix("{\"page\":") == true)
                #expect(try photoctl(daemon, "status", "--unreadable", "--follow").end == .exited(2))
            }
        }

        @Test("the daemon judges values, and its message is printed")
        func refused() throws {
            try DaemonFixture.run { daemon in
                for value in ["-1", "nonsense"] {
                    let result = try photoctl(daemon, "photos", "2016-11", "--offset", value)
                    #expect(result.end == .exited(4))
                    #expect(result.errors.contains("ACK [2@0] {photos} argument"))
                    #expect(result.output.isEmpty)
                }
                #expect(try photoctl(daemon, "photos", "2016-11").end == .exited(1))
                #expect(try photoctl(daemon, "paint").end == .exited(2))
            }
        }

        @Test("a root that is offline is named, and nothing fails for it")
        func syncsWithoutARoot() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let missing = daemon.scratch.location + "missing"
                try daemon.configure(libraries: [daemon.root, missing])
                try daemon.start()
                let result = try photoctl(daemon, "sync")
                #expect(result.end == .exited(0))
                #expect(result.errors.contains("\(missing.display) is offline"))
                #expect(result.errors.contains("“photoctl doctor” says why"))
                #expect(result.text.hasPrefix("c:"))
                // It has no watch, but raising a limit would not help it.
                let status = try #require(try daemon.connect().status()["problems"]?.array)
                #expect(status.count == 1)
                #expect(status.first?["problem"]?.string?.contains("offline") == true)
            }
        }

        /// The findings of `doctor` by subject, each with its state.
        private func findings(_ result: PhotoctlRun) throws -> [String: [JSONValue]] {
            let lines = try result.output.split(separator: 0x0A).map { try JSONValue.parse($0) }
            return Dictionary(grouping: lines) { $0["subject"]?.string ?? "" }
        }

        @Test("doctor finds a healthy daemon in order, and a root that goes an error with its remedy")
        func doctor() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let second = daemon.scratch.location + "second"
                try Disk.makeFolder(second)
                try daemon.configure(libraries: [daemon.root, second])
                try daemon.start()
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let well = try photoctl(daemon, "--json", "doctor")
                #expect(well.end == .exited(0), "\(well.text)")
                let healthy = try findings(well)
                for subject in ["daemon", "watches", "instances", "state", "index", "identities", "worker"] {
                    #expect(healthy[subject]?.first?["state"]?.string == "ok", "\(subject): \(well.text)")
                }
                #expect(healthy["root"]?.count == 2)
                #expect(healthy["state"]?.first?["text"]?.string == daemon.state.display)

                try Disk.removeTree(second)
                try Disk.setMode(daemon.state, 0o755)
                let ill = try photoctl(daemon, "--json", "doctor")
                #expect(ill.end == .exited(1))
                let troubled = try findings(ill)
                let root = try #require(troubled["root"]?.first { $0["state"]?.string == "error" })
                #expect(root["text"]?.string?.contains(second.display) == true)
                #expect(root["remedy"]?.string == "ls -l \(daemon.scratch.location.display)")
                #expect(troubled["state"]?.first?["state"]?.string == "warning")
                #expect(troubled["state"]?.first?["remedy"]?.string == "chmod 0700 \(daemon.state.display)")
            }
        }

        @Test("doctor works without a daemon, and says how to start it")
        func doctorAlone() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.makeFolder(daemon.state)
                try Disk.setMode(daemon.state, 0o700)
                try Disk.write("", to: daemon.state + "index.sqlite")
                try Disk.write("", to: daemon.state + "index.sqlite.damaged")
                let result = try photoctl(daemon, "--json", "doctor", "--state-dir", daemon.state.display)
                #expect(result.end == .exited(1))
                let found = try findings(result)
                #expect(found["daemon"]?.first?["state"]?.string == "error")
                #expect(found["daemon"]?.first?["remedy"]?.string?.hasPrefix("systemctl") == true)
                #expect(found["daemon"]?.first?["text"]?.string?.contains(daemon.socket.display) == true)
                #expect(found["index"]?.first?["state"]?.string == "error")
                #expect(found["watches"]?.first?["state"] != nil)
                let records = try photoctl(daemon, "doctor", "--state-dir", daemon.state.display)
                #expect(
                    records.text.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count >= 3 }
                )
            }
        }

        /// A path of some thousand bytes at which nothing is.
        private func longPath(_ number: Int) -> String {
            "/nowhere/"
                + (0..<15).map { "\(number)-\($0)-" + String(repeating: "n", count: 240) }.joined(
                    separator: "/"
                )
        }

        @Test("as many paths as a command line has room for can be asked, however long they are")
        func longPaths() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let paths = (0..<90).map(longPath) + [(daemon.root + "a.jpg").display]
                let result = try daemon.photoctl(["viewed"] + paths)
                #expect(
                    result.end == .exited(4) && result.errors.contains("90 of 91 failed"),
                    "\(result.errors)"
                )
                #expect(result.text.split(separator: "\n").count == 91)
            }
        }

        @Test("what is asked in parts goes on behind a part of which some failed")
        func failingParts() throws {
            try DaemonFixture.run { daemon in
                try write([Array("a.jpg".utf8)], in: daemon)
                #expect(try photoctl(daemon, "sync").end == .exited(0))
                let (list, photo) = (daemon.scratch.location + "list", daemon.root + "a.jpg")
                // More than one request takes, and the photo at the end.
                let count = ProtocolVersion.uploadLimit / longPath(0).utf8.count + 1
                let paths = (0..<count).map(longPath) + [photo.display]
                try Disk.write(paths.joined(separator: "\n"), to: list)
                let errors = daemon.scratch.location + "errors"
                let process = try ChildProcess(
                    FilePath("/bin/sh"),
                    [
                        "-c", #"exec "$1" --socket "$2" trash - <"$3""#, "sh",
                        try Programs.path(of: "photoctl").display, daemon.socket.display, list.display,
                    ],
                    environment: ["HOME=\(daemon.home.display)"],
                    log: errors
                )
                #expect(try process.wait() == .exited(4))
                #expect(!Disk.isFile(photo))
                let said = String(decoding: try Disk.read(errors), as: UTF8.self)
                #expect(said.contains("\(count) of \(count + 1) failed"), "\(said)")
            }
        }

        @Test("one import takes more paths than a request has room for", arguments: [false, true])
        func importOfMany(readsThem: Bool) throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                let photos = [Array("a.jpg".utf8), Array("b\n.jpg".utf8), [0xFF] + Array(".jpg".utf8)]
                for (serial, name) in photos.enumerated() {
                    let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", serial: serial)
                    try Disk.write(photo.bytes, to: inbox.appending(FileName(name)))
                }
                let found = photos.map { inbox.appending(FileName($0)).bytes }
                let list = daemon.scratch.location + "list"
                let paths = (0..<20).map { Array(longPath($0).utf8) } + found
                try Disk.write(paths.flatMap { $0 + [0] }, to: list)
                let errors = daemon.scratch.location + "errors"
                let run = #""$1" --socket "$2" import --action move"#
                let process = try ChildProcess(
                    FilePath("/bin/sh"),
                    [
                        "-c", readsThem ? #"exec \#(run) - <"$3""# : #"xargs -0 \#(run) <"$3""#, "sh",
                        try Programs.path(of: "photoctl").display, daemon.socket.display, list.display,
                    ],
                    environment: ["HOME=\(daemon.home.display)", "PATH=/usr/bin:/bin"],
                    log: errors
                )
                // xargs tells with 123 that what it ran failed.
                #expect(try process.wait() == .exited(readsThem ? 4 : 123))
                #expect(String(decoding: try Disk.read(errors), as: UTF8.self).contains("20 of 23 failed"))
                let client = try daemon.connect()
                #expect(try client.ask("batches").count == 1)
                #expect(try client.ask("status").last?["photos"]?.integer == 3)
            }
        }

        @Test("where no daemon answers the exit status is 3")
        func unreachable() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                #expect(try photoctl(daemon, "ping").end == .exited(3))
                try daemon.start()
                #expect(try photoctl(daemon, "ping").end == .exited(0))
            }
        }

        @Test("a daemon that is stopped is told of, with 5, once the time is over")
        func stopped() throws {
            try DaemonFixture.run { daemon in
                try daemon.running.halt()
                for command in [["ping", "--timeout", "0.2"], ["sync", "--timeout", "0"]] {
                    let result = try daemon.photoctl(command)
                    #expect(result.end == .exited(5) && result.text.isEmpty, "\(command)")
                    #expect(result.errors.contains("photod did not answer in time"), "\(result.errors)")
                }
                try daemon.running.signal(SIGCONT)
                #expect(try photoctl(daemon, "ping", "--timeout", "soon").end == .exited(2))
                #expect(try photoctl(daemon, "sync", "--timeout", "soon").end == .exited(4))
                #expect(try photoctl(daemon, "ping").end == .exited(0))
            }
        }

        @Test(
            "import files photos, says how to undo it, and exits with 4 where one failed; undo puts them back"
        )
        func imports() throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", description: "Beach")
                try Disk.write(photo.bytes, to: inbox + "a.jpg")
                try Disk.write("no photo", to: inbox + "notes.txt")
                let done = try photoctl(daemon, "--tsv", "import", inbox.display, "--action", "move")
                #expect(done.end == .exited(0))
                let fields = done.text.dropLast().split(separator: "\t", omittingEmptySubsequences: false)
                #expect(
                    fields == ["ok", "\(inbox.display)/a.jpg", "\(daemon.root.display)/Beach/a.jpg", "", ""]
                )
                let batches = try photoctl(daemon, "--tsv", "batches")
                let batch = try #require(batches.text.split(separator: "\t").first)
                let failed = try photoctl(daemon, "--tsv", "import", "\(inbox.display)/notes.txt")
                #expect(failed.end == .exited(4))
                #expect(failed.text.contains("unsupported"))
                #expect(try photoctl(daemon, "undo", String(batch)).end == .exited(0))
                #expect(Disk.isFile(inbox + "a.jpg"))
                #expect(try photoctl(daemon, "undo", String(batch)).end == .exited(4))
            }
        }
    }
}
