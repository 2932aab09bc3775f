import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// Names in Latin-1, as old disks have them.
    @Suite("Folders with names that are not UTF-8")
    struct OtherEncodingTests {
        private static let name = FileName(Array("caf".utf8) + [0xE9])

        @Test(
            "are refused on the command line, and nothing is made or watched in their place",
            arguments: ["library", "state-dir", "import", "config"],
            [false, true]
        )
        func commandLine(option: String, isJoined: Bool) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let word = "$(printf '\(daemon.scratch.location.display)/caf\\351')"
                let words = isJoined ? "\"--\(option)=\(word)\"" : "--\(option) \"\(word)\""
                daemon.launcher = ["/bin/sh", "-c", "exec \"$@\" \(words)", "sh"]
                let end = try daemon.spawn().wait()
                #expect(end == .exited(64))
                #expect(daemon.logText.contains("caf\u{FFFD}” is not UTF-8"))
                #expect(daemon.logText.contains("photoctl roots add"))
                #expect(Disk.status(daemon.state) == nil)
            }
        }

        @Test("are refused by the gallery as well", arguments: ["state-dir", "control", "socket"])
        func gallery(option: String) throws {
            try GalleryFixture.run(isStarted: false) { gallery in
                gallery.daemon.launcher = [
                    "/bin/sh", "-c", "exec \"$@\" --\(option) \"$(printf '/caf\\351')\"", "sh",
                ]
                let end = try gallery.spawn().wait()
                #expect(end == .exited(64))
                #expect(gallery.logText.contains("“/caf\u{FFFD}” is not UTF-8"))
                #expect(Disk.status(gallery.state) == nil)
            }
        }

        @Test("are served by a link's name", arguments: [false, true])
        func link(isState: Bool) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let folder = daemon.scratch.location.appending(Self.name)
                let link = daemon.scratch.location + "link"
                try Disk.makeFolder(folder)
                try Disk.makeSymbolicLink(link, to: folder)
                try Disk.writePhoto(1, to: (isState ? daemon.root : folder) + "1.jpg")
                daemon.isConfigurationNamed = false
                daemon.arguments =
                    isState
                    ? ["--library", daemon.root.display, "--state-dir", link.display]
                    : ["--library", link.display]
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.item((isState ? daemon.root : link) + "1.jpg") != nil)
                #expect(!isState || Disk.isFile(folder + "index.sqlite"))
            }
        }

        @Test("are looked at by doctor as they are, and named by roots exactly")
        func root() throws {
            try DaemonFixture.run { daemon in
                let root = daemon.scratch.location.appending(Self.name)
                try Disk.makeFolder(root)
                let client = try daemon.connect()
                let uri = PathWord.uri(of: root.bytes)
                #expect(try client.ask("root-add \(uri)").isEmpty)
                let findings = try daemon.photoctl(["--json", "doctor"]).lines
                    .filter { $0["subject"]?.string == "root" }
                #expect(findings.count == 2 && findings.allSatisfy { $0["state"]?.string == "ok" })
                let rows = try daemon.photoctl(["--tsv", "roots"]).text.split(separator: "\n")
                #expect(rows.count { $0.hasPrefix("\(uri)\t") } == 1)
                #expect(rows.count { $0.hasPrefix("\(daemon.root.display)\t") } == 1)
            }
        }

        @Test(
            "keep thumbnails that are told exactly",
            .enabled(if: Vips.isThere, "vips is missing: install libvips-tools")
        )
        func cache() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let vips = Vips(folder: daemon.scratch.location)
                let photo = daemon.root + "a.png"
                #expect(try vips.write(QuarteredPicture(width: 400, height: 200), to: photo))
                let variable = "XDG_CACHE_HOME=\"$(printf '\(daemon.scratch.location.display)/caf\\351')\""
                daemon.launcher = ["/bin/sh", "-c", "\(variable) exec \"$@\"", "sh"]
                try daemon.start()
                try daemon.connect().sync()
                let told = try daemon.photoctl(["-0", "thumb", photo.display])
                let file = FilePath(Array(told.output.dropLast()))
                #expect(file.isInside(daemon.scratch.location.appending(Self.name)) && Disk.isFile(file))
                let row = try daemon.photoctl(["--tsv", "thumb", photo.display]).text
                #expect(row.contains("\t\(PathWord.uri(of: file.bytes))\t"))
                let copy = try daemon.photoctl(["thumb", "--output", "-", photo.display])
                #expect(try copy.end == .exited(0) && copy.output == Disk.read(file))
            }
        }
    }
}
