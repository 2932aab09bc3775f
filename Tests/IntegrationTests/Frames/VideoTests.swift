import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("What a video is", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct VideoTests {
        private static let sound = ["-f", "lavfi", "-i", "sine=duration=2"]

        /// What videos are called, how ffmpeg makes them, and what they are then.
        static let kinds: [(String, [String], String)] = [
            (
                "sound.mp4", TestVideos.pictures(2) + sound + TestVideos.h264 + ["-c:a", "aac"],
                "mp4 160x120 0 2.0 25.0 h264 aac"
            ),
            ("plain.mov", TestVideos.pictures(2) + TestVideos.h264, "mov 160x120 0 2.0 25.0 h264 -"),
            (
                "film.webm",
                TestVideos.pictures(2) + ["-c:v", "libvpx-vp9", "-b:v", "500k", "-cpu-used", "8"],
                "webm 160x120 0 2.0 25.0 vp9 -"
            ),
            ("film.mkv", TestVideos.pictures(2) + TestVideos.h264, "matroska 160x120 0 2.0 25.0 h264 -"),
            (
                "wide.mp4", TestVideos.pictures(2) + ["-vf", "setsar=4/3"] + TestVideos.h264,
                "mp4 213x120 0 2.0 25.0 h264 -"
            ),
            (
                "ntsc.mp4", TestVideos.pictures(3) + ["-r", "30000/1001"] + TestVideos.h264,
                "mp4 160x120 0 3.003 29.97 h264 -"
            ),
            (
                "old.avi", TestVideos.pictures(2) + ["-c:v", "mpeg4"], "avi 160x120 0 2.0 25.0 mpeg4 -"
            ),
        ]

        /// The container, size, rotation, seconds, frame rate and codecs in short.
        private static func text(_ video: JSONValue) -> String {
            let size = "\(video["width"]?.integer ?? 0)x\(video["height"]?.integer ?? 0)"
            return [
                video["container"]?.string ?? "-", size, "\(video["rotation"]?.integer ?? -1)",
                "\(video["duration"]?.double ?? -1)", "\(video["frameRate"]?.double ?? -1)",
                video["videoCodec"]?.string ?? "-", video["audioCodec"]?.string ?? "-",
            ].joined(separator: " ")
        }

        @Test(
            "container, size as it is shown, duration, frame rate and codecs are told",
            arguments: kinds.map(\.0)
        )
        func facts(_ name: String) throws {
            try DaemonFixture.run { daemon in
                let (_, arguments, wanted) = try #require(Self.kinds.first { $0.0 == name })
                let file = try TestVideos(daemon: daemon).make(name, arguments)
                let client = try daemon.connect()
                try client.sync()
                let video = try #require(try client.ask("video \"\(file.display)\"").first)
                #expect(Self.text(video) == wanted)
                #expect(video["supported"]?.bool == true && video["reason"] == nil)
                #expect(video["path"]?.string == file.display && video["uri"]?.string == "\(file.uri)")
                #expect(video["id"]?.string == (try client.id(of: file)))
            }
        }

        @Test("a video that is turned has the size that its frames have")
        func turned() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make(
                    "plain.mp4",
                    TestVideos.pictures(1) + ["-vf", "setsar=4/3"] + TestVideos.h264
                )
                let client = try daemon.connect()
                for degrees in [90, 180, 270] {
                    let file = try videos.make(
                        "\(degrees).mp4",
                        ["-i", plain.display, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)"]
                    )
                    try client.sync()
                    let video = try #require(try client.ask("video \"\(file.display)\"").first)
                    let frame = try #require(try client.ask("frame \"\(file.display)\" at=0").first)
                    #expect(video["width"] == frame["width"] && video["height"] == frame["height"])
                    #expect(video["width"]?.integer == (degrees == 180 ? 213 : 120))
                    // ffmpeg turns the other way.
                    #expect([degrees, 360 - degrees].contains(Int(video["rotation"]?.integer ?? -1)))
                    #expect(video["mirrored"] == nil)
                }
            }
        }

        @Test("where no frame can be taken the reason is told, with what is known all the same")
        func unsupported() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("plain.mp4", TestVideos.pictures(2) + TestVideos.h264)
                try videos.make("sound.mp4", Self.sound + ["-c:a", "aac"])
                var strange = try Disk.read(plain)
                for start in strange.indices where strange[start...].starts(with: "avc1".utf8) {
                    strange.replaceSubrange(start..<(start + 4), with: "zzzz".utf8)
                }
                try Disk.write(strange, to: daemon.root + "strange.mp4")
                let client = try daemon.connect()
                try client.sync()
                for (name, word, wanted) in [
                    ("sound", "no pictures", "mp4 0x0 -1 2.0 -1.0 - aac"),
                    ("strange", "codec zzzz", "mp4 160x120 0 2.0 25.0 zzzz -"),
                ] {
                    let path = (daemon.root + "\(name).mp4").display
                    let video = try #require(try client.ask("video \"\(path)\"").first)
                    #expect(video["supported"]?.bool == false, "\(video.json)")
                    #expect(Self.text(video) == wanted, "\(video.json)")
                    let reason = try #require(video["reason"]?.string)
                    #expect(reason.contains(word), "\(reason)")
                    // frame says the same.
                    #expect(try client.refusal("frame \"\(path)\" at=0").message == reason)
                }
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("what is no video, or none that can be read now, is refused with a code, and what helps")
        func refusals() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                try videos.make("photo.png", TestVideos.pictures(1) + ["-frames:v", "1"])
                let bytes = try Disk.read(video)
                try Disk.write([], to: daemon.root + "empty.mp4")
                try Disk.write(Array(bytes[..<(bytes.count / 2)]), to: daemon.root + "half.mp4")
                try Disk.write("no video at all, but a text", to: daemon.root + "text.mp4")
                let client = try daemon.connect()
                try client.sync()
                let handle = try OpenFile(video, O_WRONLY)
                let busy = try withExtendedLifetime(handle) {
                    try client.refusal("video \"\(video.display)\"")
                }
                #expect(busy.replyCode == .busy && busy.message.contains("written"), "\(busy)")
                func line(_ name: String) -> String { "video \"\((daemon.root + name).display)\"" }
                for (line, code, word) in [
                    ("video nothing", ReplyCode.noSuch, "“videos”"), (line("none.mp4"), .noSuch, "“videos”"),
                    ("video", .argument, "ID"), ("video http://example.org/a.mp4", .unsupported, "remote"),
                    (line("photo.png"), .unsupported, "“videos”"), (line("empty.mp4"), .unsupported, "empty"),
                    (line("half.mp4"), .unsupported, "cut off"), (line("text.mp4"), .unsupported, "no video"),
                ] as [(String, ReplyCode, String)] {
                    let refusal = try client.refusal(line)
                    #expect(refusal.replyCode == code, "\(line): \(refusal)")
                    #expect(refusal.message.contains(word), "\(line): \(refusal)")
                }
            }
        }

        @Test("a worker is asked once for a file as it is, and one that is away is told of from memory")
        func memory() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let file = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                let other = try videos.make("b.mp4", TestVideos.pictures(1) + TestVideos.h264)
                let client = try daemon.connect()
                try client.sync()
                let (id, unasked) = (try client.id(of: file), try client.id(of: other))
                func jobs() throws -> Int64 {
                    try #require(try client.status()["workers"]?["render"]?["jobs"]?.integer)
                }
                // A stamp counts as the file's when another change would leave another.
                try Waiting.until("it is remembered", below: daemon.scratch.location) {
                    let before = try jobs()
                    _ = try client.ask("video \(id)")
                    return try jobs() == before
                }
                let before = try jobs()
                let told = try client.ask("video \(id)").json
                #expect(try client.ask("video \"\(file.display)\"").json == told)
                #expect(try jobs() == before)
                // Another content is another video.
                try videos.make("a.mp4", TestVideos.pictures(3) + TestVideos.h264)
                try client.sync()
                #expect(try client.ask("video \"\(file.display)\"").first?["duration"]?.double == 3)
                let known = try client.id(of: file)
                try Waiting.until("it is remembered", below: daemon.scratch.location) {
                    let before = try jobs()
                    _ = try client.ask("video \(known)")
                    return try jobs() == before
                }
                try Disk.rename(daemon.root, to: daemon.scratch.location + "away")
                try Waiting.until("the root is offline", below: daemon.scratch.location) {
                    try client.ask("roots").first?["state"]?.string == "offline"
                }
                #expect(try client.ask("video \(known)").first?["duration"]?.double == 3)
                #expect(try client.refusal("video \(unasked)").replyCode == .busy)
            }
        }

        @Test("many that ask at once are all told, by two workers, between the frames of others")
        func many() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let files = try (1...3).map {
                    try videos.make("\($0).mp4", TestVideos.pictures($0) + TestVideos.h264).display
                }
                let client = try daemon.connect()
                try client.sync()
                let clients = try (0..<10).map { _ in try daemon.connect() }
                for client in clients {
                    for file in files {
                        try client.send(Array("frame \"\(file)\" at=0,0.5 max-width=40\n".utf8))
                        try client.send(Array("video \"\(file)\"\n".utf8))
                    }
                }
                for client in clients {
                    for number in 1...3 {
                        #expect(try client.readReply().map { $0["time"]?.double } == [0, 0.52])
                        #expect(try client.readReply().map { $0["duration"]?.double } == [Double(number)])
                    }
                }
                // One that gave no sign for a second is replaced, on a machine that is busy.
                let workers = try #require(try client.status()["workers"]?["render"])
                #expect(try #require(workers["started"]?.integer) < 10, "\(workers.json)")
            }
        }

        @Test("photoctl tells of several, and says which it could not")
        func photoctl() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let file = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264).display
                try videos.make("sound.mp4", Self.sound + ["-c:a", "aac"])
                let sound = (daemon.root + "sound.mp4").display
                try daemon.connect().sync()
                let json = try daemon.photoctl(["video", file, sound, "--json"])
                #expect(json.end == .exited(0), "\(json.errors)")
                #expect(try json.lines.map { $0["supported"]?.bool } == [true, false])
                let tabbed = try daemon.photoctl(["video", "--tsv", file])
                let fields = tabbed.text.split(separator: "\t", omittingEmptySubsequences: false).map(
                    String.init
                )
                #expect(
                    Array(fields.dropFirst()) == [
                        "160", "120", "0", "2", "25", "mp4", "h264", "", "true", "", file + "\n",
                    ]
                )
                let mixed = try daemon.photoctl(["video", "nothing", file, "--json"])
                #expect(mixed.end == .exited(4) && mixed.errors.contains("1 of 2"), "\(mixed.errors)")
                #expect(try mixed.lines.count == 1 && mixed.errors.contains("“videos”"), "\(mixed.errors)")
                let one = try daemon.photoctl(["video", "nothing"])
                #expect(one.end == .exited(4) && one.output.isEmpty, "\(one.errors)")
            }
        }
    }
}
