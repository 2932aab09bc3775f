import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("A reload")
    struct ReloadTests {
        @Test("reads a configuration that was made after the start, and is refused when that is gone again")
        func laterConfiguration() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let file = daemon.home + ".config/photod/photod.toml"
                try Disk.makeFolders(file.parent)
                daemon.isConfigurationNamed = false
                try daemon.start()
                let client = try daemon.connect()
                #expect(try client.ask("config").first?["file"] == nil)
                let pictures = daemon.home + "Pictures"
                #expect(try client.ask("roots").compactMap { $0["path"]?.string } == [pictures.display])

                try Disk.rename(daemon.configuration, to: file)
                #expect(try client.ask("reload").isEmpty)
                #expect(try client.ask("config").first?["file"]?.string == file.display)
                #expect(try client.ask("roots").compactMap { $0["path"]?.string } == [daemon.root.display])

                try Disk.remove(file)
                #expect(try client.refusal("reload").message.contains("there is no such file"))
                #expect(try client.ask("roots").compactMap { $0["path"]?.string } == [daemon.root.display])
            }
        }

        @Test("leaves the socket as it is, which config shows; the log says that another comes")
        func socketInForce() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.isSocketNamed = false
                let configure = { (socket: FilePath) in
                    try daemon.configure(libraries: [daemon.root], more: "socket = \"\(socket.display)\"")
                }
                try configure(daemon.socket)
                try daemon.start()
                let client = try daemon.connect()
                #expect(try client.ask("config").first?["socket"]?.string == daemon.socket.display)
                try configure(daemon.scratch.location + "elsewhere")
                #expect(try client.ask("reload").isEmpty)
                #expect(try client.ask("config").first?["socket"]?.string == daemon.socket.display)
                #expect(
                    daemon.logText.contains("another socket holds from the next start on; restart photod")
                )
                try configure(daemon.socket)
            }
        }

        @Test(
            "changes the rules of a folder in its place: what stays is untouched, and ids come back"
        )
        func rulesInPlace() throws {
            try DaemonFixture.run { daemon in
                try Disk.makeFolders(daemon.root + "drafts/old")
                let kept = daemon.root + "a.jpg"
                let left = [
                    daemon.root + "b.jpg", daemon.root + "drafts/c.jpg", daemon.root + "drafts/old/d.jpg",
                ]
                for (serial, path) in ([kept] + left).enumerated() { try Disk.writePhoto(serial, to: path) }
                let client = try daemon.connect()
                let clock = try client.sync()
                let ids = try left.map { try client.id(of: $0) }
                try daemon.configure(
                    libraries: [daemon.root],
                    libraryOptions: "ignore = [\"b.jpg\", \"drafts/\"]"
                )
                #expect(try client.ask("reload").isEmpty)
                let second = try client.sync()
                #expect(try client.count() == 1)
                let changes = try client.ask("changes since=\(clock)").dropLast()
                #expect(changes.map { $0["change"]?.string } == ["deleted", "deleted", "deleted"])
                #expect(Set(changes.compactMap { $0["id"]?.string }) == Set(ids))
                try daemon.configure(libraries: [daemon.root])
                #expect(try client.ask("reload").isEmpty)
                try client.sync()
                #expect(try left.map { try client.id(of: $0) } == ids)
                #expect(try client.ask("changes since=\(second)").dropLast().count == 3)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "with other rules or another name leaves the photos of a folder that is offline in the counts",
            arguments: ["ignore = [\"*.tiff\"]", "follow-symlinks = true", "name = \"Other\""]
        )
        func offlineRoot(option: String) throws {
            try DaemonFixture.run { daemon in
                let photo = daemon.root + "a.jpg"
                try Disk.writePhoto(1, to: photo)
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: photo)
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try client.sync()
                #expect(try client.item(photo)?["state"]?.string == "offline")
                try daemon.configure(libraries: [daemon.root], libraryOptions: option)
                #expect(try client.ask("reload").isEmpty)
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.item(photo)?["state"]?.string == "offline")
                try Disk.rename(daemon.scratch.location + "away", to: daemon.root)
                try client.sync()
                #expect(try client.id(of: photo) == id)
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test(
            "is not needed where the machine's zone is another by now: a rescan reads that, and nothing else"
        )
        func machineZone() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let (localTime, picture) = (daemon.scratch.location + "localtime", daemon.root + "plain.png")
                daemon.variables = ["TZ=:\(localTime.display)"]
                try Disk.write("[[library]]\npath = \"\(daemon.root.display)\"\n", to: daemon.configuration)
                try Disk.write(QuarteredPicture(width: 4, height: 4).png, to: picture)
                try Disk.setTime(picture, seconds: 1_480_352_531)
                for (zone, date) in [
                    ("Asia/Kathmandu", "2016-11-28T22:47:11+05:45"),
                    ("Asia/Tokyo", "2016-11-29T02:02:11+09:00"),
                ] {
                    try Disk.write(try Disk.read(FilePath("/usr/share/zoneinfo/\(zone)")), to: localTime)
                    if daemon.process == nil { try daemon.start() }
                    let client = try daemon.connect()
                    #expect(try client.ask("rescan").isEmpty)
                    try client.sync()
                    let item = try #require(try client.item(picture))
                    #expect((item["localTime"]?.string ?? "") + (item["offset"]?.string ?? "") == date)
                    // The rest waits for a reload, and so does what is wrong with it.
                    try Disk.write("timezone = \"Nowhere\"\n", to: daemon.configuration)
                }
            }
        }

        @Test(
            "that cannot be put in force changes nothing: neither folders, names nor log level",
            .inUserNamespace
        )
        func allOrNothing() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                // One for the library, one for the identity documents, none for an import folder.
                let namespace = try Namespace(
                    .user,
                    setup: "echo 2 > /proc/sys/user/max_inotify_instances",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                try daemon.start()
                let client = try daemon.connect()
                let (inbox, second) = (daemon.scratch.location + "inbox", daemon.scratch.location + "second")
                for folder in [inbox, second] { try Disk.makeFolder(folder) }
                let before = try (client.ask("roots").json, client.ask("config").json)
                try daemon.configure(
                    libraries: [daemon.root, second],
                    more: """
                        log-level = "debug"
                        [[import]]
                        path = "\(inbox.display)"
                        into = "\(daemon.root.display)"
                        """,
                    libraryOptions: "ignore = [\"*.tiff\"]"
                )
                #expect(try client.refusal("reload").message.contains("no inotify instance left"))
                #expect(try (client.ask("roots").json, client.ask("config").json) == before)
                try namespace.run("echo 100 > /proc/sys/user/max_inotify_instances")
                #expect(try client.ask("reload").isEmpty)
                #expect(try client.ask("config").first?["logLevel"]?.string == "debug")
                #expect(try client.ask("roots").count == 2)
            }
        }
    }
}
