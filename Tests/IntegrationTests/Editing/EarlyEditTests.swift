import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// The worker in place of the real one does what is in the files that it reads: see `photod-extract-misbehaving`.
    @Suite("Edits during the first sweep")
    struct EarlyEditTests {
        /// Starts the daemon anew: its first sweep does not end before the pipe is opened.
        private static func startSweep(_ daemon: DaemonFixture) throws -> NamedPipe {
            try daemon.replaceExtract(by: "photod-extract-misbehaving")
            let (worker, programs) = (FileName("photod-extract"), daemon.scratch.location + "programs")
            try Disk.rename(programs.appending(worker), to: programs + "reader")
            // Files are written by the real one.
            let script = """
                #!/bin/sh
                [ "$2" = writer ] && exec '\(try Programs.path(of: "photod-extract").display)' "$@"
                exec '\((programs + "reader").display)' "$@"

                """
            try Disk.write(script, to: programs.appending(worker))
            try Disk.setMode(programs.appending(worker), 0o755)
            let pipe = try NamedPipe(daemon.scratch.location + "pipe")
            try Disk.write("held:\(pipe.path.display)", to: daemon.root + "held.jpg")
            try daemon.start()
            return pipe
        }

        @Test("are answered, and so is an undo, though another one is pending, which sync has tried")
        func pending() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                let disk = daemon.scratch.location + "disk"
                try Disk.makeFolder(disk)
                try Disk.writePhoto(1, to: daemon.root + "1.jpg")
                try Disk.writePhoto(2, to: disk + "2.jpg")
                try daemon.configure(libraries: [daemon.root, disk])
                try daemon.start()
                var client = try daemon.connect()
                try client.sync()
                let (id, away) = (try client.id(of: daemon.root + "1.jpg"), try client.id(of: disk + "2.jpg"))
                try Disk.rename(disk, to: daemon.scratch.location + "away")
                try client.sync()
                let waiting = try client.ask("edit \(away) description=Natal write=sidecar")
                #expect(waiting.outcomes == ["pending"])
                try daemon.stop()
                let pipe = try Self.startSweep(daemon)
                client = try daemon.connect()
                let early = try client.ask("edit \(id) group=Family")
                #expect(early.outcomes == ["ok"])
                #expect(try client.ask("undo \(try early.batch)").outcomes == ["ok"])
                #expect(try client.refusal("sync timeout=1").replyCode == .timeout)
                let end = try pipe.open()
                try client.sync()
                _ = consume end
                #expect(try client.ask("batches").compactMap { $0["pending"]?.integer } == [1])
            }
        }

        @Test("go into a photo that photod has just written itself, one after another")
        func again() throws {
            try DaemonFixture.run { daemon in
                let path = daemon.root + "1.jpg"
                try Disk.writePhoto(1, to: path)
                var client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: path)
                try daemon.stop()
                let pipe = try Self.startSweep(daemon)
                client = try daemon.connect()
                for word in ["Natal", "Recife"] {
                    let reply = try client.ask("edit \(id) description=\(word) write=file")
                    #expect(reply.outcomes == ["ok"], "\(reply.json)")
                    #expect(String(decoding: try Disk.read(path), as: UTF8.self).contains(word))
                }
                #expect(try client.status()["state"]?.string == "scanning")
                let end = try pipe.open()
                try client.sync()
                _ = consume end
            }
        }

        @Test("come behind one that a kill cut off, which they would else be taken back by")
        func killed() throws {
            try DaemonFixture.run { daemon in
                let count = 80
                for serial in 0..<count { try Disk.writePhoto(serial, to: daemon.root + "\(serial).jpg") }
                var client = try daemon.connect()
                try client.sync()
                let ids = try (0..<count).map { try client.id(of: daemon.root + "\($0).jpg") }
                let events = try FolderEvents(below: daemon.root)
                try client.send(
                    Request("edit").adding("description", "first").adding("write", "sidecar"),
                    identifiers: ids
                )
                try events.wait(for: 1)
                try daemon.kill()
                let pipe = try Self.startSweep(daemon)
                client = try daemon.connect()
                _ = try client.send(
                    Request("edit", [ids[0]]).adding("description", "second").adding("write", "sidecar")
                )
                let end = try pipe.open()
                #expect(try client.readReply().outcomes == ["ok"])
                try client.sync()
                _ = consume end
                let text = String(decoding: try Disk.read(daemon.root + "0.jpg.xmp"), as: UTF8.self)
                #expect(text.contains("second") && !text.contains("first"))
                let last = String(
                    decoding: try Disk.read(daemon.root + "\(count - 1).jpg.xmp"),
                    as: UTF8.self
                )
                #expect(last.contains("first"))
                #expect(try client.ask("batches").allSatisfy { $0["state"]?.string != "unfinished" })
            }
        }
    }
}
