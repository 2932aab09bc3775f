import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Files of folder options")
    struct FolderOptionsFileTests {
        @Test(
            "that cannot be read leave those above in force, and are told in status and once in the log",
            arguments: [
                ("group = \"Beach\"\ngrup = 1\n", ":2: grup: photod knows no such key"),
                ("ignore = [\"[\"]", ":1: ignore: the pattern"),
                ("timezone = \"Mars/Olympus\"", ":1: timezone: \"Mars/Olympus\" is no time zone"),
                ("= broken", ":1: "),
                (String(repeating: "# long\n", count: 10_000), ": it is larger than 64 KiB"),
            ]
        )
        func errors(text: String, expected: String) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let trip = daemon.root + "trip"
                try Disk.makeFolder(trip)
                try Disk.write("group = \"All\"", to: OptionFiles.path(in: daemon.root))
                try Disk.write("group = \"Beach\"\nignore = [\"b*\"]", to: OptionFiles.path(in: trip))
                try Disk.writePhoto(1, to: trip + "a.jpg")
                try Disk.writePhoto(2, to: trip + "b.jpg")
                try client.sync()
                #expect(try client.group(of: trip + "a.jpg") == "Beach")
                #expect(try client.count() == 1)

                try Disk.write(text, to: OptionFiles.path(in: trip))
                try client.sync()
                #expect(try client.group(of: trip + "a.jpg") == "All")
                #expect(try client.group(of: trip + "b.jpg") == "All")
                let problem = try #require(try client.problems().first)
                let complaint = try #require(problem["problem"]?.string)
                #expect(complaint.hasPrefix(OptionFiles.path(in: trip).display + expected), "\(complaint)")
                #expect(problem["remedy"]?.string?.isEmpty == false)
                #expect(try client.status()["state"]?.string == "degraded")
                // Looked at again and again, told once.
                _ = try client.ask("rescan")
                try client.sync()
                let lines = daemon.logText.split(separator: "\n")
                    .filter { $0.contains(OptionFiles.path(in: trip).display + expected) }
                #expect(lines.count == 1, "\(lines)")

                try Disk.write("group = \"Beach\"", to: OptionFiles.path(in: trip))
                try client.sync()
                #expect(try client.group(of: trip + "b.jpg") == "Beach")
                #expect(try client.problems().isEmpty)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("are read from a regular file only: a link and a FIFO are told of, and nobody waits for them")
        func oddFiles() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                for (serial, name) in ["link", "fifo", "folder"].enumerated() {
                    try Disk.makeFolder(daemon.root + name)
                    try Disk.writePhoto(serial, to: daemon.root + "\(name)/a.jpg")
                }
                try Disk.write("group = \"Outside\"", to: daemon.scratch.location + "options")
                try Disk.makeSymbolicLink(
                    OptionFiles.path(in: daemon.root + "link"),
                    to: daemon.scratch.location + "options"
                )
                try Disk.makeFIFO(OptionFiles.path(in: daemon.root + "fifo"))
                try Disk.makeFolder(OptionFiles.path(in: daemon.root + "folder"))
                _ = try client.ask("rescan")
                try client.sync()
                #expect(try client.count() == 3)
                #expect(try client.group(of: daemon.root + "link/a.jpg") == nil)
                let told = try client.problems().compactMap { $0["problem"]?.string }
                #expect(told.count == 3, "\(told)")
                // With the folder its problem goes.
                for name in ["link", "fifo", "folder"] { try Disk.removeTree(daemon.root + name) }
                try client.sync()
                #expect(try client.problems().isEmpty)
            }
        }

        @Test("half written count when they are closed, and as they stand for a barrier")
        func halfWritten() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.writePhoto(1, to: daemon.root + "a.jpg")
                do {
                    let file = try OpenFile(OptionFiles.path(in: daemon.root), O_WRONLY | O_CREAT | O_TRUNC)
                    try file.write(Array("group = \"Beach".utf8)[...])
                    try client.sync()
                    #expect(try client.problems().count == 1)
                    try file.write(Array(" trip\"".utf8)[...])
                }
                try client.sync()
                #expect(try client.group(of: daemon.root + "a.jpg") == "Beach trip")
                // An editor's way: a new file, renamed over the old one.
                try Disk.write("group = \"Beach\"", to: daemon.root + ".photod.toml.new")
                try Disk.rename(daemon.root + ".photod.toml.new", to: OptionFiles.path(in: daemon.root))
                try client.sync()
                #expect(try client.group(of: daemon.root + "a.jpg") == "Beach")
                #expect(try client.problems().isEmpty)
                try Disk.rename(OptionFiles.path(in: daemon.root), to: daemon.root + "off.toml")
                try client.sync()
                #expect(try client.group(of: daemon.root + "a.jpg") == nil)
            }
        }

        // MARK: - The command

        @Test("are shown by options, with the file that each value comes from")
        func shows() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                let trip = daemon.root + "trip"
                try Disk.makeFolders(trip + "below")
                try Disk.writePhoto(1, to: trip + "below/a.jpg")
                try client.sync()
                let plain = try client.ask("options \(daemon.root.display)")
                let keys = plain.compactMap { $0["key"]?.string }
                #expect(keys == ["group", "ignore", "timezone", "follow-symlinks", "write"])
                #expect(plain[0].json == "{\"key\":\"group\",\"value\":null,\"from\":\"default\"}")
                #expect(plain[1].json == "{\"key\":\"ignore\",\"value\":[],\"from\":\"default\"}")
                #expect(plain[2]["value"]?.string == DaemonFixture.zone)
                #expect(plain[2]["from"]?.string == daemon.configuration.display)
                #expect(plain[3].json == "{\"key\":\"follow-symlinks\",\"value\":false,\"from\":\"default\"}")

                try Disk.write("group = \"All\"\nignore = [\"x*\"]", to: OptionFiles.path(in: daemon.root))
                try Disk.write("timezone = \"UTC\"\nignore = [\"y/\"]", to: OptionFiles.path(in: trip))
                try client.sync()
                for path in [trip + "below", trip + "below/a.jpg", trip] {
                    let lines = try client.ask("options \(path.display)")
                    #expect(lines[0]["value"]?.string == "All")
                    #expect(lines[0]["from"]?.string == OptionFiles.path(in: daemon.root).display)
                    #expect(lines[1]["value"] == .array([.string("x*"), .string("y/")]))
                    #expect(lines[1]["from"]?.string == OptionFiles.path(in: trip).display)
                    #expect(
                        lines[1]["parts"]?.array?.compactMap { $0["from"]?.string }
                            == [
                                OptionFiles.path(in: daemon.root).display, OptionFiles.path(in: trip).display,
                            ]
                    )
                    #expect(lines[2]["value"]?.string == "UTC")
                    #expect(lines[2]["from"]?.string == OptionFiles.path(in: trip).display)
                }
                #expect(try client.refusal("options \(daemon.scratch.location.display)").replyCode == .noSuch)
                #expect(try client.refusal("options \((trip + "nowhere").display)").replyCode == .noSuch)
                #expect(try client.refusal("options \((trip + "../..").display)").replyCode == .noSuch)
                #expect(try client.refusal("options relative").replyCode == .argument)
                #expect(try client.refusal("options").replyCode == .argument)
            }
        }
    }
}
