import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// A server at the other end of a network lets each call wait, and can do many at a time.
    @Suite(
        "Mounts that are slow",
        .inMountNamespace,
        .enabled(
            if: access("/dev/fuse", R_OK | W_OK) == 0,
            "wants /dev/fuse: as root, or where everybody may use it"
        )
    )
    struct SlowMountTests {
        private static let milliseconds = 2
        private static let photos = 1_500

        private struct Case {
            let daemon: DaemonFixture
            let server: ChildProcess
            let mount: FilePath
            /// What the mount shows.
            let folder: FilePath

            init(_ daemon: DaemonFixture, _ namespace: MountNamespace, closing: String) throws {
                self.daemon = daemon
                folder = daemon.scratch.location + "served"
                mount = daemon.scratch.location + "nas"
                try Disk.makeFolder(mount)
                for number in 0..<photos {
                    let trip = folder + "trip \(number % 3)"
                    if number < 3 { try Disk.makeFolders(trip) }
                    try Disk.writePhoto(number, to: trip + "\(number).jpg")
                }
                server = try namespace.spawn(
                    try Programs.path(of: "slow-filesystem"),
                    [mount.display, folder.display, "\(milliseconds * 1000)", closing],
                    untilItWritesTo: daemon.scratch.location + "mounted"
                )
                try daemon.configure(libraries: [mount])
            }

            /// - Parameter closing: `asked` where the server is told of it, else `silent`.
            static func run(closing: String, _ body: (Case) throws -> Void) throws {
                try DaemonFixture.runInNamespace { daemon, namespace in
                    let mount = try Case(daemon, namespace, closing: closing)
                    // Whatever happens, nobody is left waiting.
                    defer { kill(mount.server.identifier, SIGCONT) }
                    try body(mount)
                }
            }
        }

        @Test(
            "many of their files are asked for at once, at the start and whenever somebody syncs",
            arguments: ["asked", "silent"]
        )
        func atOnce(closing: String) throws {
            try Case.run(closing: closing) { mount in
                let clock = ContinuousClock()
                try mount.daemon.start()
                let client = try mount.daemon.connect()
                let first = try clock.measure { try client.sync() }
                #expect(try client.count() == Int64(Self.photos))
                // Looked up, opened and read one after the other they would take three waits each.
                #expect(first < .milliseconds(Self.photos * 3 * Self.milliseconds / 2))

                let new = mount.folder + "trip 1/new.jpg"
                try Disk.writePhoto(Self.photos, to: new)
                try Disk.remove(mount.folder + "trip 2/5.jpg")
                let second = try clock.measure { try client.sync() }
                #expect(try client.count() == Int64(Self.photos))
                #expect(try client.item(mount.mount + "trip 1/new.jpg") != nil)
                #expect(second < .milliseconds(Self.photos * Self.milliseconds / 2))
                // Nor does the box keep their workers from closing many at once.
                #expect(try client.status()["workers"]?["crashes"]?.integer == 0)
            }
        }

        @Test(
            "that stop answering while much is asked for hold up nobody, and nothing is missing when they go on"
        )
        func hanging() throws {
            // Where closing is asked of a server that does not answer, no process can be started that has the file open.
            try Case.run(closing: "silent") { mount in
                try Disk.writePhoto(Self.photos, to: mount.daemon.root + "local.jpg")
                try mount.daemon.configure(libraries: [mount.daemon.root, mount.mount])
                try mount.daemon.start()
                // What was being read is given up after ten seconds, and read again by itself.
                let place = SocketPath(mount.daemon.socket.bytes)
                let client = try Connection(to: [place], readTimeout: .seconds(120))
                try Waiting.until("some photos of the mount are in the index") { try client.count() > 10 }
                try mount.server.halt()
                _ = try client.ask("rescan \(mount.mount.display)")
                let reply = try #require(try client.ask("sync").first)
                #expect(reply["unreachable"]?.array?.compactMap(\.string) == [mount.mount.display])
                try Disk.writePhoto(Self.photos + 1, to: mount.daemon.root + "other.jpg")
                _ = try client.ask("sync")
                #expect(try client.item(mount.daemon.root + "other.jpg") != nil)

                let subscriber = try Connection(to: [place], readTimeout: .seconds(120))
                try subscriber.send(Array("subscribe status\n".utf8))
                try mount.server.signal(SIGCONT)
                while let line = try subscriber.nextLine() {
                    let roots = try JSONValue.parse(line)["roots"]?.array ?? []
                    if roots.compactMap({ $0["state"]?.string }) == ["online", "polled"] { break }
                }
                try client.sync()
                #expect(try client.count() == Int64(Self.photos) + 2)
            }
        }
    }
}
