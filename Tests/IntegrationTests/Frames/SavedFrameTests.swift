import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Frames that become photos", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct SavedFrameTests {
        private static func saved(_ lines: [JSONValue]) -> [JSONValue] {
            lines.filter { $0["result"] != nil }
        }

        /// A video so long in the library, as `a.mp4`, who asks about it, and its id.
        private static func video(
            _ daemon: DaemonFixture,
            seconds: Int
        ) throws -> (path: FilePath, client: Connection, id: String) {
            let path = try TestVideos(daemon: daemon).make(
                "a.mp4",
                TestVideos.pictures(seconds) + TestVideos.h264
            )
            let client = try daemon.connect()
            try client.sync()
            return (path, client, try client.id(of: path))
        }

        /// Frames that wait nowhere any more.
        private static func waiting(_ daemon: DaemonFixture) throws -> Int {
            let folder = daemon.state + "frames"
            return Disk.isFolder(folder) ? try Disk.names(in: folder).count : 0
        }

        @Test("are not saved for a client that hangs up before they are made")
        func hangingUp() throws {
            try DaemonFixture.run { daemon in
                let (_, client, id) = try Self.video(daemon, seconds: 60)
                try withExtendedLifetime(daemon.connect()) { other in
                    try other.send(Array("frame \(id) at=0 every=0.1 as=library\n".utf8))
                    try Waiting.until("the first frames") { try Self.waiting(daemon) > 0 }
                }
                try Waiting.until("the end") { try Self.waiting(daemon) == 0 }
                try client.sync()
                #expect(try client.count() == 1)
                #expect(try client.ask("batches").isEmpty)
            }
        }

        @Test(
            "have the video's date and where in it they are, its place, description and group, and are found at once"
        )
        func facts() throws {
            try DaemonFixture.run { daemon in
                let (video, client, id) = try Self.video(daemon, seconds: 4)
                _ = try client.ask(
                    "edit \(id) date=2016-11-05T12:34:58+02:00 location=48.137,-11.575,519 description=\"At the sea\" group=Snow write=index"
                )
                let rounds = [
                    ("at=1.2,75%", "jpg", [("0h00m01s200", "12:34:59.200"), ("0h00m03s000", "12:35:01")]),
                    (
                        "at=0.4,50% format=png", "png",
                        [("0h00m00s400", "12:34:58.400"), ("0h00m02s000", "12:35:00")]
                    ),
                ]
                for (wish, ending, places) in rounds {
                    let lines = try client.ask("frame \(id) \(wish) as=library max-width=80")
                    let batch = try #require(lines.first?["batch"]?.string)
                    #expect(lines.last?["ok"]?.integer == 2 && lines.last?["batch"]?.string == batch)
                    let photos = Self.saved(lines)
                    try #require(photos.count == 2)
                    for (line, (place, time)) in zip(photos, places) {
                        #expect(line["id"]?.string == id && line["rung"]?.string == "exact")
                        #expect(line["width"]?.integer == 80 && (line["milliseconds"]?.double ?? 0) > 0)
                        let path = daemon.root + "a-\(place).\(ending)"
                        #expect(line["path"]?.string == path.display)
                        // No `sync` between.
                        let item = try #require(try client.item(path), "\(line.json)")
                        #expect(item["id"] == line["photo"] && item["type"]?.string == "photo")
                        #expect(
                            item["localTime"]?.string?.hasPrefix("2016-11-05T\(time)") == true,
                            "\(item.json)"
                        )
                        #expect(item["offset"]?.string == "+02:00")
                        #expect(item["dateSource"]?.string == "exif:DateTimeOriginal")
                        #expect(abs((item["latitude"]?.double ?? 0) - 48.137) < 1e-6)
                        #expect(abs((item["longitude"]?.double ?? 0) + 11.575) < 1e-6)
                        #expect(
                            item["description"]?.string == "At the sea" && item["group"]?.string == "Snow"
                        )
                        #expect(item["width"]?.integer == 80 && item["height"]?.integer == 60)
                        #expect(try client.ask("photo \(path.uri)").first?["batch"]?.string == batch)
                        #expect(Disk.status(path)?.st_mode == Disk.status(video)?.st_mode)
                    }
                    let listed = try #require(try client.ask("batches").first)
                    #expect(listed["kind"]?.string == "frame" && listed["state"]?.string == "done")
                    let told = try client.ask("batch \(batch)")
                    #expect(told.first?["to"] == photos[0]["path"] && told.first?["path"] == nil)
                }
                #expect(try Self.waiting(daemon) == 0)
            }
        }

        @Test(
            "have a date that no file may say as their video has it, which somebody has said",
            arguments: ["0001-01-01", "9999-05-05T10:00:00"]
        )
        func dateOfNoFile(date: String) throws {
            try DaemonFixture.run { daemon in
                let (_, client, id) = try Self.video(daemon, seconds: 2)
                _ = try client.ask("edit \(id) date=\(date) write=index")
                let lines = try client.ask("frame \(id) at=1 as=library max-width=80")
                #expect(lines.last?["ok"]?.integer == 1)
                let item = try #require(try client.item(daemon.root + "a-0h00m01s000.jpg"))
                #expect(item["dateSource"]?.string == "overlay", "\(item.json)")
                let time = date.hasSuffix("10:00:00") ? "9999-05-05T10:00:01" : date
                #expect(item["localTime"]?.string?.hasPrefix(time) == true, "\(item.json)")
            }
        }

        @Test("may be read by whoever may read their video, whatever the umask is")
        func readers() throws {
            try DaemonFixture.run(isStarted: false) { daemon in
                daemon.launcher = ["/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"]
                let video = try TestVideos(daemon: daemon).make(
                    "a.mp4",
                    TestVideos.pictures(1) + TestVideos.h264
                )
                // Else nobody can give a file to another.
                if getuid() == 0 { try Disk.setOwner(video, 65534) }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                for (mode, time) in [(0o664, "0.2"), (0o640, "0.4"), (0o604, "0.6")] as [(mode_t, String)] {
                    try Disk.setMode(video, mode)
                    let lines = try client.ask("frame \"\(video.display)\" at=\(time) as=library")
                    let path = try #require(Self.saved(lines).first?["path"]?.string)
                    let (status, expected) = (Disk.status(FilePath(path)), Disk.status(video))
                    #expect(status.map { $0.st_mode & 0o7777 } == mode)
                    #expect(status?.st_uid == expected?.st_uid && status?.st_gid == expected?.st_gid)
                }
            }
        }

        @Test("all say what is known of their video, however many they are")
        func many() throws {
            try DaemonFixture.run { daemon in
                let (_, client, id) = try Self.video(daemon, seconds: 11)
                _ = try client.ask("edit \(id) date=2016-11-05T12:34:58+02:00 write=index")
                let lines = try client.ask("frame \(id) at=0 every=0.04 as=library max-width=16")
                let photos = Self.saved(lines)
                // More than are written at once.
                #expect(photos.count > 256 && lines.last?["ok"]?.integer == Int64(photos.count))
                for line in [photos.first, photos.last] {
                    let path = FilePath(try #require(line?["path"]?.string))
                    let item = try #require(try client.item(path))
                    #expect(item["dateSource"]?.string == "exif:DateTimeOriginal", "\(item.json)")
                }
            }
        }

        @Test("are the frames that ffmpeg takes, and replace nothing")
        func pictures() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                try Disk.setTime(video, seconds: 1_479_200_000)
                let client = try daemon.connect()
                try client.sync()
                let ask = "frame \"\(video.display)\" at=1 as=library format=png"
                let names = try (0..<2).flatMap { _ in Self.saved(try client.ask(ask)) }
                    .compactMap { $0["path"]?.string }
                #expect(
                    names == ["a-0h00m01s000.png", "a-0h00m01s000-2.png"].map { (daemon.root + $0).display }
                )
                for name in names {
                    #expect(try videos.pixels(of: FilePath(name)) == videos.frame(of: video, at: "1"))
                    // Of a video that nobody has dated they claim no date of their own.
                    let item = try #require(try client.item(FilePath(name)))
                    #expect(item["dateSource"]?.string == "mtime")
                    #expect(item["timestamp"]?.integer == 1_479_200_001_000)
                }
                let run = try daemon.photoctl(["frame", video.display, "--at", "0.2", "--library", "--tsv"])
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(
                    run.text.hasPrefix("ok\t\((daemon.root + "a-0h00m00s200.jpg").display)\t"),
                    "\(run.text)"
                )
            }
        }

        @Test("go to the trash when their batch is undone, but for those that were edited since")
        func undone() throws {
            try DaemonFixture.run { daemon in
                let video = try TestVideos(daemon: daemon).make(
                    "a.mp4",
                    TestVideos.pictures(2) + TestVideos.h264
                )
                let client = try daemon.connect()
                try client.sync()
                let lines = try client.ask("frame \"\(video.display)\" at=0.2,0.4,0.6 as=library")
                let batch = try #require(lines.first?["batch"]?.string)
                let photos = Self.saved(lines).compactMap { $0["photo"]?.string }
                let edits = ["\(photos[1]) title=Mine write=sidecar", "\(photos[2]) title=Mine write=file"]
                for edit in edits { #expect(try client.ask("edit \(edit)").last?["ok"]?.integer == 1) }
                let undone = try client.ask("undo \(batch)")
                #expect(undone.last?["ok"]?.integer == 1 && undone.last?["errors"]?.integer == 2)
                #expect(undone.compactMap { $0["name"]?.string } == ["busy", "busy"])
                #expect(try client.count() == 3)
                #expect(try client.item(daemon.root + "a-0h00m00s200.jpg") == nil)
                let trash = daemon.home + ".local/share/Trash/files"
                #expect(try Disk.names(in: trash).map(\.display) == ["a-0h00m00s200.jpg"])
                #expect(try client.ask("batches").last?["state"]?.string == "undone")
            }
        }

        @Test("are none where one of them cannot be taken, or may not be written")
        func refusals() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(1) + TestVideos.h264)
                // Whoever writes to a file is told of to its owner.
                if getuid() == 0 { try Disk.setOwner(video, 65534) }
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let ask = "frame \"\(video.display)\" as=library"
                for (line, code) in [
                    ("\(ask) at=0.2,7", ReplyCode.argument), ("\(ask) path=/tmp/a.png", .argument),
                    ("\(ask) overwrite=1", .argument), ("\(ask) at=0 every=0.0009", .argument),
                ] {
                    let refusal = try client.refusal(line)
                    #expect(refusal.replyCode == code, "\(line): \(refusal)")
                }
                do {
                    let handle = try OpenFile(video, O_WRONLY)
                    let busy = try withExtendedLifetime(handle) { try client.refusal(ask) }
                    #expect(busy.replyCode == .busy, "\(busy)")
                }
                try Disk.setMode(daemon.root, 0o555)
                let refusal = try client.refusal(ask)
                #expect(refusal.replyCode == .permission, "\(refusal)")
                try Disk.setMode(daemon.root, 0o755)
                #expect(try Disk.names(in: daemon.root).map(\.display) == ["a.mp4"])
                #expect(try client.ask("batches").isEmpty)
                try Waiting.until("no frame waits", below: daemon.scratch.location) {
                    try Self.waiting(daemon) == 0
                }
            }
        }

        @Test(
            "are whole, and known of their batch, where the daemon was killed meanwhile",
            arguments: [1, 30]
        )
        func killed(saved: Int) throws {
            try DaemonFixture.run { daemon in
                var (_, client, id) = try Self.video(daemon, seconds: 4)
                try client.send(Array("frame \(id) at=0 every=0.05 as=library\n".utf8))
                try Waiting.until("\(saved) are saved", below: daemon.root) {
                    try Disk.names(in: daemon.root).count > saved
                }
                try daemon.kill()
                try daemon.start()
                client = try daemon.connect()
                try client.sync()
                let batch = try #require(try client.ask("batches").first)
                #expect(batch["kind"]?.string == "frame")
                let name = try #require(batch["batch"]?.string)
                let photos = try Disk.names(in: daemon.root).filter { $0.format?.kind != .video }
                #expect(photos.count >= saved)
                for photo in photos {
                    let path = daemon.root.appending(photo)
                    #expect(try Disk.read(path).suffix(2) == [0xFF, 0xD9], "\(path.display)")
                    #expect(try client.ask("photo \(path.uri)").first?["batch"]?.string == name)
                }
                #expect(try Self.waiting(daemon) == 0)
                #expect(try client.ask("undo \(name)").last?["ok"]?.integer == Int64(photos.count))
                #expect(try Disk.names(in: daemon.root).map(\.display) == ["a.mp4"])
            }
        }
    }
}
