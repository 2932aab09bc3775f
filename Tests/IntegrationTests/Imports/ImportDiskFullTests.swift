import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Imports into a library without room",
        .inMountNamespace
    )
    struct ImportDiskFullTests {
        private static let photos = 40

        /// Photos of 100 kB each, of which half have room.
        private static func fill(_ inbox: FilePath) throws {
            for serial in 0..<photos {
                let folder = inbox + "\(serial % 3)"
                try Disk.makeFolders(folder)
                var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56", serial: serial)
                photo.description = "Group \(serial % 4)"
                try Disk.write(
                    photo.bytes + [UInt8](repeating: 0, count: 100_000),
                    to: folder + "\(serial).jpg"
                )
            }
        }

        @Test(
            "a disk that fills up refuses with the remedy, keeps whole photos only, and takes the rest once there is room",
            arguments: ["move", "copy"]
        )
        func fillsUp(action: String) throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Namespace(
                    .mount,
                    setup: "mount -t tmpfs -o mode=755,size=2m tmpfs '\(daemon.root.display)'",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                let inbox = daemon.scratch.location + "inbox"
                try Self.fill(inbox)
                let before = try Contents.files(below: inbox)
                let everything = try Contents.counts(below: inbox)
                let root = namespace.path(daemon.root)
                try daemon.start()
                let client = try daemon.connect()

                let lines = try client.ask("import \(inbox.display) action=\(action)")
                let arrived = try #require(lines.results["ok"])
                #expect(arrived > 0 && lines.results["error"] == Self.photos - arrived, "\(lines.results)")
                for refusal in lines.refusals {
                    let message = refusal["message"]?.string ?? ""
                    #expect(message.contains("No space left on device; free some space"), "\(message)")
                }
                try Self.check(inbox, root, action, before, everything)
                #expect(try Contents.files(below: root).count == arrived)

                let batch = try #require(lines.last?["batch"]?.string)
                #expect(try client.ask("undo \(batch)").results == ["ok": arrived])
                #expect(try Contents.files(below: inbox) == before)
                #expect(try Disk.names(in: root).isEmpty)

                let again = try client.ask("import \(inbox.display) action=\(action)")
                #expect(again.results == lines.results)
                try client.sync()
                try namespace.run("mount -t tmpfs -o remount,size=8m tmpfs '\(daemon.root.display)'")
                let rest = try client.ask("import \(inbox.display) action=\(action)")
                #expect(rest.results["ok"] == Self.photos - arrived, "\(rest.results)")
                #expect(rest.results["unchanged"] == (action == "copy" ? arrived : nil))
                try Self.check(inbox, root, action, before, everything)
                #expect(try Contents.counts(below: root) == everything)
                try client.sync()
                #expect(try client.count() == Int64(Self.photos))
                #expect(try client.ask("verify").last?["differences"]?.integer == 0)
            }
        }

        @Test("an import folder says why it is not emptied, and leaves no batch that nobody was told of")
        func importFolder() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let namespace = try Namespace(
                    .mount,
                    setup: "mount -t tmpfs -o mode=755,size=64k tmpfs '\(daemon.root.display)'",
                    in: daemon.scratch.location,
                    log: daemon.log
                )
                daemon.launcher = try namespace.launcher
                let inbox = daemon.scratch.location + "inbox"
                try Self.fill(inbox)
                let before = try Contents.files(below: inbox)
                let section = "[[import]]\npath = \"\(inbox.display)\""
                try daemon.configure(libraries: [daemon.root], libraryOptions: section)
                try daemon.start()
                let client = try daemon.connect()
                for _ in 0..<2 {
                    try client.sync()
                    let problems = try client.status()["problems"]?.json ?? ""
                    #expect(
                        problems.contains("\(Self.photos) photos wait in the import folder"),
                        "\(problems)"
                    )
                    #expect(problems.contains("No space left on device"), "\(problems)")
                    #expect(try client.ask("batches").isEmpty)
                    #expect(try client.ask("rescan \(inbox.display)").isEmpty)
                }
                #expect(try Contents.files(below: inbox) == before)
                #expect(try Disk.names(in: namespace.path(daemon.root)).isEmpty)

                let told = try #require(
                    try client.ask("import \(inbox.display) action=move").last?["batch"]?.string
                )
                try client.sync()
                #expect(try client.ask("batches").map { $0["batch"]?.string } == [told])
                try namespace.run("mount -t tmpfs -o remount,size=8m tmpfs '\(daemon.root.display)'")
                #expect(try client.ask("rescan \(inbox.display)").isEmpty)
                try client.sync()
                #expect(try client.count() == Int64(Self.photos))
                #expect(try client.ask("batches").count == 2)
                #expect(try client.status()["state"]?.string == "ready")
            }
        }

        /// Nothing is lost, nothing is half there.
        private static func check(
            _ inbox: FilePath,
            _ root: FilePath,
            _ action: String,
            _ before: [FilePath: [UInt8]],
            _ everything: [[UInt8]: Int]
        ) throws {
            #expect(try Contents.temporaries(below: root).isEmpty)
            if action == "move" {
                #expect(try Contents.counts(below: inbox, root) == everything)
            } else {
                #expect(try Contents.files(below: inbox) == before)
                #expect(Set(try Contents.files(below: root).values).isSubset(of: everything.keys))
            }
        }
    }
}
