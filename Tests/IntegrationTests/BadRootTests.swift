import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Folders that are no good as roots")
    struct BadRootTests {
        enum Bad: String, CaseIterable, CustomTestStringConvertible {
            case file, processes, root, state, aboveState, insideState

            var testDescription: String { rawValue }

            /// Makes what is needed and returns the path.
            func path(_ daemon: DaemonFixture) throws -> FilePath {
                switch self {
                case .file:
                    let path = daemon.scratch.location + "file.txt"
                    try Disk.write("no folder", to: path)
                    return path
                case .processes: return FilePath("/proc")
                case .root: return FilePath("/")
                case .state: return daemon.state
                case .aboveState: return daemon.scratch.location
                case .insideState: return daemon.state + "photos"
                }
            }

            /// What the message has to say.
            var expected: String {
                switch self {
                case .file: "is a file; name the folder it lies in"
                case .processes, .root: "belongs to the system and holds no photos; name a folder of photos"
                case .state, .aboveState: "the state directory"
                case .insideState: "lies inside the state directory"
                }
            }
        }

        @Test("is refused at the start and by --check-config, with the remedy", arguments: Bad.allCases)
        func refusedAtTheStart(bad: Bad) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.makeFolders(daemon.state + "photos")
                let path = try bad.path(daemon)
                try daemon.configure(libraries: [path])
                for options in [["--check-config"], []] {
                    let before = daemon.logText
                    let end = try daemon.spawn(options).wait()
                    #expect(end != .exited(0))
                    let said = daemon.logText.dropFirst(before.hasPrefix("no log") ? 0 : before.count)
                    #expect(said.contains(bad.expected), "\(said)")
                    #expect(said.contains(path.display))
                }
            }
        }

        @Test("is refused by root-add, and the roots stay as they are", arguments: Bad.allCases)
        func refusedByCommand(bad: Bad) throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try client.sync()
                let refusal = try client.refusal("root-add \(try bad.path(daemon).display)")
                #expect(refusal.message.contains(bad.expected), "\(refusal.message)")
                #expect(try client.ask("roots").count == 1)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        @Test("a link that leads to itself is offline with its reason, and a root once it leads somewhere")
        func linkToItself() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let link = daemon.scratch.location + "link"
                try Disk.makeSymbolicLink(link, to: FilePath("link"))
                try daemon.configure(libraries: [daemon.root, link])
                #expect(try daemon.spawn(["--check-config"]).wait() == .exited(0))
                #expect(daemon.logText.contains("\(link.display) is a symbolic link that leads to itself"))
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("roots").compactMap { $0["state"]?.string } == ["online", "offline"])
                let problem = try #require(try client.status()["problems"]?.array?.first)
                #expect(
                    problem["problem"]?.string?.contains("symbolic link that leads to itself or to nothing")
                        == true
                )
                #expect(problem["remedy"]?.string?.contains("link") == true)
                // By command it would be a slip.
                let other = daemon.scratch.location + "other"
                try Disk.makeSymbolicLink(other, to: FilePath("other"))
                #expect(try client.refusal("root-add \(other.display)").message.contains("leads to itself"))

                let real = daemon.scratch.location + "real"
                try Disk.makeFolder(real)
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: real + "a.jpg")
                try Disk.remove(link)
                try Disk.makeSymbolicLink(link, to: FilePath("real"))
                try client.sync()
                #expect(try client.ask("roots").compactMap { $0["state"]?.string } == ["online", "online"])
                #expect(try client.count() == 1)
            }
        }

        @Test(
            "a folder without permission is offline with its reason, keeps its photos, and opens by itself",
            arguments: [0o000, 0o444]
        )
        func withoutPermission(mode: mode_t) throws {
            try DaemonFixture.runUnprivileged { daemon in
                let photo = daemon.root + "a.jpg"
                try Disk.write(PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes, to: photo)
                try daemon.start()
                let first = try daemon.connect()
                try first.sync()
                let id = try first.id(of: photo)
                try Disk.setMode(daemon.root, mode)
                try first.sync()
                try expectClosed(first, daemon, id)
                try daemon.restart()
                let second = try daemon.connect()
                try second.sync()
                try expectClosed(second, daemon, id)
                #expect(daemon.logText.contains("\(daemon.root.display) is offline: it cannot be read"))
                try Disk.setMode(daemon.root, 0o755)
                try second.sync()
                #expect(try second.id(of: photo) == id)
                #expect(try second.status()["state"]?.string == "ready")
            }
        }

        @Test("a folder without permission is refused by root-add", arguments: [0o000, 0o300, 0o600])
        func withoutPermissionByCommand(mode: mode_t) throws {
            try DaemonFixture.runUnprivileged { daemon in
                let closed = daemon.scratch.location + "closed"
                try Disk.makeFolder(closed)
                if getuid() == 0 { try Disk.setOwner(closed, 65534) }
                try Disk.setMode(closed, mode)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let refusal = try client.refusal("root-add \(closed.display)")
                #expect(refusal.message.contains("Permission denied"), "\(refusal.message)")
                #expect(refusal.message.contains("give the daemon's user the right to read it"))
                #expect(try client.ask("roots").count == 1)
            }
        }

        private func expectClosed(_ client: Connection, _ daemon: DaemonFixture, _ id: String) throws {
            let item = try #require(try client.ask("photo \(id)").first)
            #expect(item["state"]?.string == "offline")
            #expect(try client.count() == 1)
            let problem = try #require(try client.status()["problems"]?.array?.first)
            #expect(
                problem["problem"]?.string
                    == "\(daemon.root.display) is offline: it cannot be read (Permission denied)"
            )
            #expect(problem["remedy"]?.string?.contains("namei -l \(daemon.root.display)") == true)
        }
    }
}
