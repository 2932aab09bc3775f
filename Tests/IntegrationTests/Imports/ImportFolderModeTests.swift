import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("What photod makes, and for whom")
    struct ImportFolderModeTests {
        /// Starts the daemon as a shell does that was told so first.
        private static func run(_ commands: String, _ body: (DaemonFixture, Connection) throws -> Void) throws
        {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.launcher = ["/bin/sh", "-c", "\(commands); exec \"$@\"", "sh"]
                let view = daemon.scratch.location + "view"
                try daemon.configure(libraries: [daemon.root], more: "[groups]\nview = \"\(view.display)\"")
                try daemon.start()
                try body(daemon, try daemon.connect())
            }
        }

        private static func modes(below folder: FilePath) throws -> [FilePath: UInt32] {
            var modes: [FilePath: UInt32] = [:]
            for name in try Disk.names(in: folder) {
                let path = folder.appending(name)
                if !Disk.isLink(path), let status = Disk.status(path) {
                    modes[path] = status.st_mode & 0o7777
                }
                if Disk.isFolder(path) { modes.merge(try Self.modes(below: path)) { $1 } }
            }
            return modes
        }

        @Test(
            "folders of imports and of the group view have the mode that the umask gives, what is photod's own is private",
            arguments: [0o022, 0o002, 0o027, 0o077] as [UInt32]
        )
        func umask(_ mask: UInt32) throws {
            try Self.run("umask \(String(mask, radix: 8))") { daemon, client in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try Disk.writePhoto(1, to: inbox + "a.jpg", description: "Beach")
                try Disk.setMode(inbox + "a.jpg", 0o640)
                let lines = try client.ask("import \(inbox.display) layout={year}/{group}")
                #expect(lines.compactMap { $0["result"]?.string } == ["ok"], "\(lines)")
                try client.sync()
                let view = daemon.scratch.location + "view"
                try Waiting.until("the view has a folder") { Disk.isFolder(view + "Beach") }
                let year = daemon.root.appending(try Disk.names(in: daemon.root)[0])
                for folder in [year, year + "Beach", view, view + "Beach"] {
                    #expect(
                        Disk.status(folder).map { $0.st_mode & 0o7777 } == 0o777 & ~mask,
                        "\(folder.display)"
                    )
                }
                #expect(Disk.status(year + "Beach/a.jpg").map { $0.st_mode & 0o7777 } == 0o640)
                #expect(Disk.status(daemon.socket).map { $0.st_mode & 0o7777 } == 0o600)
                #expect(Disk.status(daemon.state).map { $0.st_mode & 0o7777 } == 0o700)
                for (path, mode) in try Self.modes(below: daemon.state) {
                    #expect(mode & 0o077 == 0, "\(path.display) \(String(mode, radix: 8))")
                }
            }
        }

        @Test("a photo larger than files may grow is refused by name, and the daemon goes on")
        func fileSizeLimit() throws {
            // In blocks of 512 bytes, as POSIX has them.
            try Self.run("ulimit -f 8192") { daemon, client in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                try Disk.writePhoto(1, to: inbox + "a.jpg", description: "Beach")
                try Disk.writePhoto(2, to: inbox + "b.jpg", description: "Beach")
                try Disk.truncate(inbox + "b.jpg", to: 5 << 20)
                let lines = try client.ask("import \(inbox.display)")
                #expect(lines.compactMap { $0["result"]?.string }.sorted() == ["error", "ok"])
                let refusal = try #require(lines.first { $0["result"]?.string == "error" })
                #expect(refusal["message"]?.string?.contains("ulimit -f") == true, "\(refusal)")
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try Disk.names(in: daemon.root + "Beach").map(\.display) == ["a.jpg"])
            }
        }
    }
}
