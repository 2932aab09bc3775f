import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    /// The worker in place of the real one does what is in the files: see `photod-extract-misbehaving`.
    @Suite(
        "Frames that become photos during the first sweep",
        .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg")
    )
    struct SavedFrameSweepTests {
        /// A daemon that has a video and a frame of it, and is in the middle of its first sweep.
        private struct Setting {
            let daemon: DaemonFixture
            let pipe: NamedPipe
            /// Of the video.
            let id: String
            /// That brought the frame.
            let batch: String
            let frame: FilePath
            /// Another one, where it will be.
            let next: FilePath

            /// Asks for the other one, and waits until it lies beside the video.
            func save() throws -> Connection {
                let client = try daemon.connect()
                try client.send(Array("frame \(id) at=0.4 as=library\n".utf8))
                try Waiting.until("the frame is there", below: daemon.root) { Disk.isFile(next) }
                return client
            }
        }

        private static func run(_ body: (Setting) throws -> Void) throws {
            try DaemonFixture.run { daemon in
                let video = try TestVideos(daemon: daemon).make(
                    "a.mp4",
                    TestVideos.pictures(1) + TestVideos.h264
                )
                let client = try daemon.connect()
                try client.sync()
                let id = try client.id(of: video)
                #expect(try client.ask("edit \(id) group=Snow write=index").last?["ok"]?.integer == 1)
                let batch = try client.ask("frame \(id) at=0.2 as=library").first?["batch"]?.string
                try daemon.stop()
                try daemon.replaceExtract(by: "photod-extract-misbehaving")
                let render = daemon.scratch.location + "programs/photod-render"
                try Disk.write(try Disk.read(try Programs.path(of: "photod-render")), to: render)
                try Disk.setMode(render, 0o755)
                let pipe = try NamedPipe(daemon.scratch.location + "pipe")
                try Disk.write("held:\(pipe.path.display)", to: daemon.root + "held.jpg")
                try daemon.start()
                try body(
                    Setting(
                        daemon: daemon,
                        pipe: pipe,
                        id: id,
                        batch: try #require(batch),
                        frame: daemon.root + "a-0h00m00s200.jpg",
                        next: daemon.root + "a-0h00m00s400.jpg"
                    )
                )
            }
        }

        @Test("do not hold up the end")
        func end() throws {
            try Self.run { setting in
                let client = try setting.save()
                let start = ContinuousClock.now
                try setting.daemon.stop()
                #expect(ContinuousClock.now - start < .seconds(15))
                withExtendedLifetime(client) {}
            }
        }

        @Test("are in their video's group though the client has gone")
        func clientGone() throws {
            try Self.run { setting in
                _ = try setting.save()
                let end = try setting.pipe.open()
                let client = try setting.daemon.connect()
                try client.sync()
                try Waiting.until("the frame is in the group", below: setting.daemon.state) {
                    try client.item(setting.next)?["group"]?.string == "Snow"
                }
                _ = consume end
            }
        }

        @Test("stay where somebody says something of them before an undo has its turn")
        func undone() throws {
            try Self.run { setting in
                let client = try setting.daemon.connect()
                try client.send(Array("undo \(setting.batch)\n".utf8))
                let sidecar = setting.daemon.root + "a-0h00m00s200.jpg.xmp"
                try Disk.write("said of it", to: sidecar)
                let end = try setting.pipe.open()
                let lines = try client.readReply()
                _ = consume end
                #expect(lines.first?["name"]?.string == "busy", "\(lines.json)")
                #expect(lines.first?["message"]?.string?.contains(sidecar.display) == true, "\(lines.json)")
                #expect(lines.last?["errors"]?.integer == 1 && Disk.isFile(setting.frame))
            }
        }
    }
}
