import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Imports that are not permitted")
    struct ImportPermissionTests {
        private static func write(_ serial: Int, _ description: String?, to path: FilePath) throws {
            try Disk.makeFolders(path.parent)
            try Disk.writePhoto(serial, to: path, description: description)
        }

        /// What is in the inbox is the daemon's, as what somebody imports usually is their own.
        private static func give(_ daemon: DaemonFixture, _ folder: FilePath) throws {
            guard let owner = Disk.status(daemon.root)?.st_uid else { return }
            for name in try Disk.names(in: folder) {
                let path = folder.appending(name)
                if Disk.isFolder(path) { try give(daemon, path) } else { try Disk.setOwner(path, owner) }
            }
            try Disk.setOwner(folder, owner)
        }

        /// Runs `body` with an inbox of three photos, two of the group Beach and one of Party, in a folder each.
        private static func run(_ body: (DaemonFixture, FilePath) throws -> Void) throws {
            try DaemonFixture.runUnprivileged { daemon in
                let inbox = daemon.scratch.location + "inbox"
                try write(1, "Beach", to: inbox + "a/one.jpg")
                try write(2, "Beach", to: inbox + "b/two.jpg")
                try write(3, "Party", to: inbox + "c/three.jpg")
                try Disk.write("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>", to: inbox + "b/two.xmp")
                try give(daemon, inbox)
                try daemon.start()
                try body(daemon, inbox)
            }
        }

        @Test(
            "a photo, a sidecar or a folder that may not be read is refused by name, and the others come",
            arguments: ["move", "copy"]
        )
        func unreadable(action: String) throws {
            try Self.run { daemon, inbox in
                try Self.write(4, "Beach", to: inbox + "d/four.jpg")
                try Self.give(daemon, inbox)
                let closed = [inbox + "a/one.jpg", inbox + "b/two.xmp", inbox + "c"]
                let before = try Contents.files(below: inbox)
                for path in closed { try Disk.setMode(path, 0) }
                let lines = try daemon.connect().ask("import \(inbox.display) action=\(action)")
                #expect(lines.results == ["ok": 1, "error": 3], "\(lines.json)")
                for (refusal, path) in zip(lines.refusals.sorted { $0.json < $1.json }, closed) {
                    #expect(refusal["name"]?.string == "permission")
                    let message = refusal["message"]?.string ?? ""
                    #expect(message.contains("cannot read \(path.display): Permission denied"), "\(message)")
                    #expect(message.contains("make it readable"))
                }
                #expect(lines.last?["errors"]?.integer == 3)
                for path in closed { try Disk.setMode(path, 0o755) }
                let batch = try #require(lines.last?["batch"]?.string)
                #expect(try Contents.files(below: daemon.root).keys.map(\.lastName.display) == ["four.jpg"])
                _ = try daemon.connect().ask("undo \(batch)")
                #expect(try Contents.files(below: inbox) == before)
            }
        }

        @Test("out of a folder that may not be written photos are copied, and not moved")
        func lockedSource() throws {
            try Self.run { daemon, inbox in
                let before = try Contents.files(below: inbox)
                try Disk.setMode(inbox + "a", 0o555)
                let client = try daemon.connect()
                let moved = try client.ask("import \(inbox.display) action=move")
                #expect(moved.results == ["ok": 2, "error": 1], "\(moved.json)")
                let message = moved.refusals.first?["message"]?.string ?? ""
                #expect(
                    message.contains("cannot remove files from \(inbox.display)/a: Permission denied; make")
                )
                #expect(moved.refusals.first?["name"]?.string == "permission")
                #expect(Disk.isFile(inbox + "a/one.jpg") && !Disk.isFile(daemon.root + "Beach/one.jpg"))
                let copied = try client.ask("import \(inbox.display) action=copy")
                #expect(copied.results == ["ok": 1], "\(copied.json)")
                for batch in try client.ask("batches") {
                    _ = try client.ask("undo \(try #require(batch["batch"]?.string))")
                }
                #expect(try Contents.files(below: inbox) == before)
            }
        }

        @Test(
            "into a folder that may not be written nothing comes, and the others do",
            arguments: ["move", "copy"]
        )
        func lockedDestination(action: String) throws {
            try Self.run { daemon, inbox in
                let before = try Contents.files(below: inbox)
                try Disk.makeFolder(daemon.root + "Beach")
                try Self.give(daemon, daemon.root)
                try Disk.setMode(daemon.root + "Beach", 0o555)
                let client = try daemon.connect()
                let lines = try client.ask("import \(inbox.display) action=\(action)")
                #expect(lines.results == ["ok": 1, "error": 2], "\(lines.json)")
                for refusal in lines.refusals {
                    #expect(refusal["name"]?.string == "permission")
                    let message = refusal["message"]?.string ?? ""
                    #expect(
                        message.contains("\(daemon.root.display)/Beach: Permission denied; make it"),
                        "\(message)"
                    )
                }
                try Disk.setMode(daemon.root, 0o555)
                let nowhere = try client.ask("import \(inbox.display) action=\(action) layout=2016/{group}")
                #expect(nowhere.refusals.count == 2, "\(nowhere.json)")
                for path in [daemon.root, daemon.root + "Beach"] { try Disk.setMode(path, 0o755) }
                let rest = try client.ask("import \(inbox.display) action=\(action)")
                #expect(rest.results["ok"] == 2, "\(rest.json)")
                let (there, left) = (try Contents.files(below: daemon.root), try Contents.files(below: inbox))
                #expect(there.count == 4 && left.count == (action == "move" ? 0 : 4))
                #expect(Set(there.values) == Set(before.values))
            }
        }

        @Test("what is not there is refused with what to do")
        func missing() throws {
            try DaemonFixture.run { daemon in
                let gone = daemon.scratch.location + "nothere"
                let lines = try daemon.connect().ask("import \(gone.display)")
                #expect(lines.results == ["error": 1])
                #expect(lines.first?["name"]?.string == "no-such")
                #expect(lines.first?["message"]?.string?.hasPrefix("\(gone.display) is not there; ") == true)
                let run = try daemon.photoctl(["import", gone.display])
                #expect(run.end == .exited(4) && run.text.contains("is not there; look"), "\(run.text)")
            }
        }
    }
}
