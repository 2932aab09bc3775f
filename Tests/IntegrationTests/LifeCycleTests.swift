import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Starting, ending, reloading")
    struct LifeCycleTests {
        @Test("READY comes when questions are answered, and the socket is the user's alone")
        func readyMeansAnswering() throws {
            try DaemonFixture.run { daemon in
                #expect(try daemon.connect().ask("months").isEmpty)
                let status = try #require(Disk.status(daemon.socket))
                #expect(status.st_mode & 0o777 == 0o600)
                let folder = try #require(Disk.status(daemon.state))
                #expect(folder.st_mode & 0o777 == 0o700)
            }
        }

        @Test("SIGTERM ends it with 0, says so, writes the identities and removes the socket")
        func endsInOrder() throws {
            try DaemonFixture.run { daemon in
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                try daemon.connect().sync()
                _ = try daemon.notify.takeAll()
                try daemon.stop()
                #expect(try daemon.notify.takeAll().contains("STOPPING=1"))
                #expect(Disk.isFile(daemon.state + "photos/2016-11.json"))
                #expect(Disk.status(daemon.socket) == nil)
            }
        }

        @Test("a service manager that is busy holds up no question and no change")
        func busyServiceManager() throws {
            try DaemonFixture.run { daemon in
                let subscriber = try daemon.connect()
                try subscriber.send(Array("subscribe status\n".utf8))
                _ = try daemon.notify.takeAll()
                try daemon.notify.fill()
                // Whoever is told of a change of state is told after the service manager.
                let other = daemon.scratch.location + "other"
                try Disk.makeFolder(other)
                let client = try daemon.connect()
                _ = try client.ask("root-add \(other.display)")
                while let line = try subscriber.nextLine() {
                    if try JSONValue.parse(line)["roots"]?.array?.count == 2 { break }
                }
                try daemon.running.signal(SIGHUP)
                try client.sync()
                #expect(try client.ask("ping").isEmpty)
                try daemon.notify.wait(for: "READY=1", from: try daemon.running)
            }
        }

        @Test(
            "a start that ends first what was interrupted says so, and has more time",
            arguments: ["import", "edit"]
        )
        func longStart(kind: String) throws {
            try DaemonFixture.run { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try Disk.makeFolder(inbox)
                let photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
                try Disk.write(photo.bytes, to: inbox + "a.jpg")
                let client = try daemon.connect()
                var reply = try client.ask("import \(inbox.display)")
                if kind == "edit" {
                    try client.sync()
                    let id = try #require(try client.allItems().first?["id"]?.string)
                    reply = try client.ask("edit \(id) description=Beach write=index")
                }
                let name = try #require(reply.last?["batch"]?.string)
                try daemon.stop()
                let journal = daemon.state + "batches/\(name).jsonl"
                let lines = try Disk.read(journal).split(separator: UInt8(ascii: "\n"))
                try Disk.write(lines.dropLast().flatMap { $0 + [UInt8(ascii: "\n")] }, to: journal)
                _ = try daemon.notify.takeAll()
                try daemon.launch()
                let messages = try daemon.notify.wait(for: "READY=1", from: try daemon.running)
                let extended = try #require(messages.firstIndex(of: "EXTEND_TIMEOUT_USEC=60000000"))
                #expect(extended < messages.count - 1 && messages.first?.hasPrefix("STATUS=") == true)
                let batch = try daemon.connect().ask("batches").first
                #expect(batch?["state"]?.string == "recovered" && batch?["ok"]?.integer == 1)
            }
        }

        @Test("a watchdog that allows a microsecond is told what can be told, and questions are answered")
        func impatientWatchdog() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.variables = ["WATCHDOG_USEC=1"]
                try daemon.start()
                try daemon.notify.wait(for: "WATCHDOG=1", from: try daemon.running)
                let client = try daemon.connect()
                try client.sync()
                for _ in 0..<100 { #expect(try client.ask("ping").isEmpty) }
            }
        }

        @Test(
            "without /proc, from where programs have their options, they say so and do nothing else",
            .inMountNamespace
        )
        func withoutProc() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Namespace(
                    .mount,
                    setup: "mount -t tmpfs none /proc",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                #expect(try daemon.spawn().wait() == .exited(1))
                #expect(daemon.logText.contains("photod: /proc is not mounted"))
                #expect(Disk.status(daemon.state) == nil)
                let photoctl = try Programs.path(of: "photoctl").display
                let client = try ChildProcess(
                    FilePath(daemon.launcher[0]),
                    daemon.launcher.dropFirst() + [photoctl, "--socket", daemon.socket.display, "months"],
                    log: daemon.log
                )
                #expect(try client.wait() == .exited(2))
                #expect(daemon.logText.contains("photoctl: /proc is not mounted"))
            }
        }

        @Test("a second daemon on the same state folder ends with a message and leaves the first alone")
        func refusesASharedState() throws {
            try DaemonFixture.run { daemon in
                let other = daemon.scratch.location + "other-socket"
                let second = try daemon.spawn(["--socket", other.display])
                #expect(try second.wait() == .exited(1))
                let first = try daemon.running.identifier
                #expect(daemon.logText.contains("another photod (process \(first))"))
                #expect(daemon.logText.contains("--state-dir"))
                #expect(try daemon.connect().ask("ping").isEmpty)
            }
        }

        @Test("a state folder that takes the place of the first daemon's is that one's too")
        func locksTheNextState() throws {
            try DaemonFixture.run { daemon in
                let next = daemon.scratch.location + "next"
                try Disk.makeFolder(next)
                let events = try FolderEvents(below: next)
                try Disk.rename(daemon.state, to: daemon.scratch.location + "moved")
                try Disk.rename(next, to: daemon.state)
                _ = try daemon.connect().ask("sync")
                // Whoever has the folder in its place has made its lock there.
                try events.wait(for: 1)
                let other = daemon.scratch.location + "other-socket"
                #expect(try daemon.spawn(["--socket", other.display]).wait() == .exited(1))
                #expect(daemon.logText.contains("another photod (process \(try daemon.running.identifier))"))
            }
        }

        @Test(
            "a daemon whose state folder was moved away ends where a second one has the folder in its place"
        )
        func leavesTheNextState() throws {
            try DaemonFixture.run { daemon in
                let first = try daemon.running
                try Disk.rename(daemon.state, to: daemon.scratch.location + "moved")
                let second = try daemon.spawn([
                    "--socket", (daemon.scratch.location + "other-socket").display,
                ])
                daemon.adopt(second)
                try daemon.waitUntilReady()
                _ = try? daemon.connect().ask("sync")
                #expect(try first.wait() == .exited(1))
                #expect(daemon.logText.contains("another photod (process \(second.identifier))"))
                #expect(Disk.status(daemon.state + "index.sqlite.damaged") == nil)
            }
        }

        @Test("a second daemon on the same socket ends with a message and leaves the first alone")
        func refusesASharedSocket() throws {
            try DaemonFixture.run { daemon in
                let other = daemon.scratch.location + "other-state"
                let second = try daemon.spawn(["--state-dir", other.display])
                #expect(try second.wait() == .exited(1))
                #expect(daemon.logText.contains("another daemon answers on \(daemon.socket.display)"))
                #expect(try daemon.connect().ask("ping").isEmpty)
            }
        }

        @Test("a socket left behind by a killed daemon is replaced")
        func replacesAStaleSocket() throws {
            try DaemonFixture.run { daemon in
                try daemon.kill()
                #expect(Disk.status(daemon.socket) != nil)
                try daemon.start()
                #expect(try daemon.connect().ask("ping").isEmpty)
            }
        }

        @Test("SIGHUP reads the configuration again: a new library comes, one that is gone goes")
        func reloadsAtSIGHUP() throws {
            try DaemonFixture.run { daemon in
                let second = daemon.scratch.location + "second"
                try Disk.makeFolder(second)
                try Disk.write(PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05").bytes, to: second + "b.jpg")
                try Disk.write(
                    PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56").bytes,
                    to: daemon.root + "a.jpg"
                )
                let client = try daemon.connect()
                try client.sync()
                try daemon.configure(libraries: [daemon.root, second])
                _ = try daemon.notify.takeAll()
                try daemon.running.signal(SIGHUP)
                let messages = try daemon.notify.wait(for: "READY=1", from: try daemon.running)
                #expect(messages.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
                try client.sync()
                #expect(
                    try client.ask("months").compactMap { $0["monthKey"]?.string } == ["2016-11", "2011-01"]
                )
                try daemon.configure(libraries: [second])
                #expect(try client.ask("reload").isEmpty)
                try client.sync()
                #expect(try client.ask("months").compactMap { $0["monthKey"]?.string } == ["2011-01"])
            }
        }

        @Test(
            "boilerplate of a user's own describes no photo after a reload and a rescan, and again once it is gone"
        )
        func ownBoilerplate() throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.jpg"
                let date = "2016:11:05 12:34:56"
                try Disk.write(
                    PhotoFile(dateTimeOriginal: date, description: "Made with Film 4").bytes,
                    to: photo
                )
                let client = try daemon.connect()
                try client.sync()
                for (line, description) in [
                    ("[groups]\nboilerplate = [\"made with film*\"]", nil), ("", "Made with Film 4"),
                ] {
                    try daemon.configure(libraries: [daemon.root], more: line)
                    #expect(try client.ask("reload").isEmpty)
                    #expect(try client.ask("rescan").isEmpty)
                    try client.sync()
                    let item = try #require(try client.item(photo))
                    #expect(item["description"]?.string == description)
                    #expect(item["group"]?.string == description)
                }
            }
        }

        @Test("a configuration with an error is refused, and the old one stays in force")
        func keepsTheOldConfiguration() throws {
            try DaemonFixture.run { daemon in
                let client = try daemon.connect()
                try Disk.write("timezoone = \"UTC\"\n", to: daemon.configuration)
                let refusal = try client.refusal("reload")
                #expect(refusal.replyCode == .argument)
                #expect(refusal.message.contains("timezone"))
                #expect(try client.ask("roots").count == 1)
            }
        }

        @Test("an added root is kept across a restart, and given back with its ids when added again")
        func keepsAddedRoots() throws {
            try DaemonFixture.run { daemon in
                let added = daemon.scratch.location + "added"
                try Disk.makeFolders(added + "inner")
                try Disk.write(PhotoFile(dateTimeOriginal: "2011:01:02 03:04:05").bytes, to: added + "b.jpg")
                var client = try daemon.connect()
                #expect(try client.ask("root-add \(added.display)").isEmpty)
                try client.sync()
                let id = try client.id(of: added + "b.jpg")
                #expect(try client.refusal("root-add \(added.display)").replyCode == .exists)
                #expect(try client.refusal("root-add \(added.display)/inner").replyCode == .argument)
                #expect(try client.refusal("root-remove \(daemon.root.display)").replyCode == .unsupported)
                #expect(try client.refusal("root-remove /nowhere").replyCode == .noSuch)
                try daemon.restart()
                client = try daemon.connect()
                try client.sync()
                #expect(try client.ask("roots").count == 2)
                #expect(try client.id(of: added + "b.jpg") == id)
                #expect(try client.ask("root-remove \(added.display)").isEmpty)
                #expect(try client.ask("roots").count == 1)
                #expect(try client.count() == 0)
                #expect(try client.ask("root-add \(added.display)").isEmpty)
                try client.sync()
                #expect(try client.id(of: added + "b.jpg") == id)
            }
        }

        @Test(
            "--check-config names the file, the key and the remedy",
            arguments: [
                ("timezoone = \"UTC\"", "timezone"),
                ("timezone = 3", "timezone"),
                ("[[library]]\npath = \"/usr\"\n[[library]]\npath = \"/usr/share\"", "inside"),
                ("log-level = \"loud\"", "log-level"),
            ]
        )
        func checksTheConfiguration(text: String, expected: String) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                try Disk.write(text, to: daemon.configuration)
                let check = try daemon.spawn(["--check-config"])
                #expect(try check.wait() == .exited(1))
                #expect(daemon.logText.contains(daemon.configuration.display))
                #expect(daemon.logText.contains(expected))
            }
        }

        @Test("a root that is missing is a warning and offline, never a reason not to start")
        func startsWithoutARoot() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let missing = daemon.scratch.location + "missing"
                try daemon.configure(libraries: [daemon.root, missing])
                let check = try daemon.spawn(["--check-config"])
                #expect(try check.wait() == .exited(0))
                #expect(daemon.logText.contains(missing.display))
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let states = try client.ask("roots").compactMap { $0["state"]?.string }
                #expect(states == ["online", "offline"])
                #expect(try client.status()["state"]?.string == "degraded")
            }
        }

        @Test("systemd's socket is taken over: who came before the daemon is answered, and its name stays")
        func isActivatedBySystemd() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.isSocketNamed = false
                let listening = try UnixSocket.make(SOCK_STREAM)
                defer { close(listening) }
                try UnixSocket.bind(listening, to: daemon.socket)
                try SystemFailure.check(listen(listening, 16), "listen")
                let first = try RawClient(daemon.socket)
                try first.send(Array("count 2016-11\n".utf8))
                daemon.adopt(try Self.activate(daemon, passing: [listening]))
                #expect(
                    try first.readLine(skippingGreeting: true)
                        == "{\"totalCount\":0,\"photoCount\":0,\"videoCount\":0}"
                )
                #expect(try daemon.connect().ask("config").first?["socket"]?.string == daemon.socket.display)
                try daemon.waitUntilReady()
                try daemon.stop()
                #expect(Disk.status(daemon.socket) != nil)
            }
        }

        /// As systemd does: the variables name the process that is to take the sockets.
        private static func activate(_ daemon: DaemonFixture, passing sockets: [Int32]) throws -> ChildProcess
        {
            let script = "LISTEN_PID=$$ LISTEN_FDS=\(sockets.count) exec \"$0\" \"$@\""
            return try ChildProcess(
                FilePath("/bin/sh"),
                ["-c", script, try Programs.path(of: "photod").display] + daemon.options,
                environment: daemon.environment,
                log: daemon.log,
                passing: sockets
            )
        }

        @Test("more sockets of systemd than are served are refused, and one beside --socket is told of")
        func socketsThatAreNotServed() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let listening = try (0..<2).map { number in
                    let socket = try UnixSocket.make(SOCK_STREAM)
                    try UnixSocket.bind(socket, to: daemon.scratch.location + "systemd-\(number)")
                    try SystemFailure.check(listen(socket, 16), "listen")
                    return socket
                }
                defer { for socket in listening { close(socket) } }
                daemon.adopt(try Self.activate(daemon, passing: [listening[0]]))
                try daemon.waitUntilReady()
                #expect(daemon.logText.contains("systemd passed a socket, which is not served"))
                try daemon.stop()
                daemon.isSocketNamed = false
                #expect(try Self.activate(daemon, passing: listening).wait() == .exited(1))
                #expect(daemon.logText.contains("systemd passed 2 sockets, and photod serves one"))
            }
        }
    }
}
