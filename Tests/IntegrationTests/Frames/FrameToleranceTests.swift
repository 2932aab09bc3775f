import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite(
        "Frames of damaged videos",
        .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg")
    )
    struct FrameToleranceTests {
        /// Writes a video again with some of its pictures overwritten.
        private func damage(
            _ video: FilePath,
            _ videos: TestVideos,
            as name: String,
            _ isDamaged: (TestVideos.Place) -> Bool,
            _ write: (inout [UInt8], Range<Int>) -> Void = { bytes, range in
                for place in range { bytes[place] = 0 }
            }
        ) throws -> FilePath {
            var bytes = try Disk.read(video)
            let places = try videos.places(in: video).filter(isDamaged)
            try #require(!places.isEmpty)
            for place in places { write(&bytes, place.bytes) }
            let damaged = videos.daemon.root + name
            try Disk.write(bytes, to: damaged)
            return damaged
        }

        private func expect(
            _ client: Connection,
            _ video: FilePath,
            at time: String,
            _ tolerance: String,
            _ rung: String,
            near expected: ClosedRange<Double>
        ) throws -> JSONValue {
            let request = "frame \"\(video.display)\" at=\(time) tolerance=\(tolerance)"
            let line = try #require(try client.ask(request).first)
            let found = try #require(line["time"]?.double)
            #expect(line["rung"]?.string == rung && expected.contains(found), "\(request): \(found)")
            return line
        }

        private func refuse(_ client: Connection, _ video: FilePath, at time: String, _ tolerances: String...)
            throws
        {
            for tolerance in tolerances {
                let request = "frame \"\(video.display)\" at=\(time)\(tolerance)"
                let refusal = try client.refusal(request)
                #expect(refusal.replyCode == .unsupported, "\(request): \(refusal)")
                #expect(refusal.message.contains("tolerance=any"), "\(request): \(refusal)")
            }
        }

        @Test(
            "what lies behind a damaged picture is not told before the next key frame, unless another will do"
        )
        func withinGroup() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                // Key frames are at 0, 1.2, 2.4 and 3.6 seconds.
                let plain = try videos.make("a.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let video = try damage(plain, videos, as: "b.mp4", { $0.time > 1.55 && $0.time < 1.65 })
                let client = try daemon.connect()
                try client.sync()
                for time in ["1", "1.3", "2.5", "3.9"] {
                    let line = try expect(client, video, at: time, "any", "exact", near: 0...4)
                    #expect(try videos.pixels(line) == videos.frame(of: plain, at: time), "at \(time)")
                }
                try refuse(client, video, at: "1.8", "", " tolerance=exact", " tolerance=0.1")
                let before = try expect(client, video, at: "1.8", "any", "nearest", near: 1.4...1.6)
                let time = try #require(before["time"]?.double)
                #expect(try videos.pixels(before) == videos.frame(of: plain, at: "\(time - 0.01)"))
                let after = try expect(client, video, at: "2.3", "0.5", "tolerance", near: 2.4...2.4)
                #expect(try videos.pixels(after) == videos.frame(of: plain, at: "2.4"))
                // Going on from one that was told, and from one that was not.
                let lines = try client.ask(
                    "frame \"\(video.display)\" at=1.3,2.3,2.44,3 tolerance=any max-width=40"
                )
                #expect(lines.map { $0["time"]?.double } == [1.32, 2.4, 2.44, 3])
                #expect(lines.map { $0["rung"]?.string } == ["exact", "nearest", "exact", "exact"])
            }
        }

        @Test("whatever stands in place of pictures, there is a frame for every time, and no worker ends")
        func nonsense() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let client = try daemon.connect()
                let codecs: [(String, [String])] = [
                    ("h264.mp4", TestVideos.h264),
                    ("h265.mp4", ["-c:v", "libx265", "-x265-params", "log-level=error"]),
                    ("vp9.webm", ["-c:v", "libvpx-vp9", "-b:v", "500k", "-cpu-used", "8"]),
                    ("mpeg4.mp4", ["-c:v", "mpeg4", "-bf", "2"]),
                ]
                for (name, codec) in codecs {
                    let plain = try videos.make(name, TestVideos.pictures(2) + codec)
                    let isDamaged = { (place: TestVideos.Place) in place.time > 0.9 && place.time < 1.3 }
                    let video = try damage(plain, videos, as: "b-\(name)", isDamaged) { bytes, range in
                        for place in range.dropFirst(range.count / 3) { bytes[place] ^= 0x5A }
                    }
                    try client.sync()
                    let times = ["0.5", "0.95", "1", "1.1", "1.25", "1.5", "100%"]
                    let request =
                        "frame \"\(video.display)\" at=\(times.joined(separator: ",")) tolerance=any max-width=40"
                    let lines = try client.ask(request)
                    #expect(lines.count == times.count, "\(name)")
                    #expect(lines.first?["rung"]?.string == "exact", "\(name)")
                }
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("where a whole group is damaged the nearest may lie before it as well as behind")
        func wholeGroup() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("a.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let video = try damage(plain, videos, as: "b.mp4", { $0.time > 1.19 && $0.time < 2.39 })
                let moving = try videos.make(
                    "a.mov",
                    TestVideos.pictures(4) + ["-c:v", "mjpeg", "-q:v", "3"]
                )
                let pictures = try damage(moving, videos, as: "b.mov", { $0.time > 1.19 && $0.time < 2.39 })
                let client = try daemon.connect()
                try client.sync()
                for video in [video, pictures] {
                    try refuse(client, video, at: "1.3", "", " tolerance=0.05")
                    _ = try expect(client, video, at: "1.3", "any", "nearest", near: 1.1...1.16)
                    _ = try expect(client, video, at: "1.3", "0.3", "tolerance", near: 1.1...1.16)
                    _ = try expect(client, video, at: "2.2", "any", "nearest", near: 2.4...2.4)
                    _ = try expect(client, video, at: "1", "any", "exact", near: 1...1)
                    _ = try expect(client, video, at: "2.4", "exact", "exact", near: 2.4...2.4)
                }
            }
        }

        @Test("of a video that is cut off the last picture that is there is the nearest to all that are not")
        func cutOff() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let client = try daemon.connect()
                for (name, options) in [("a.mp4", ["-movflags", "faststart"]), ("a.mkv", [])] {
                    let whole = try videos.make(name, TestVideos.pictures(40) + TestVideos.h264 + options)
                    let last = try #require(try videos.places(in: whole).last { $0.time < 10 })
                    let video = daemon.root + "cut-\(name)"
                    try Disk.write(Array(try Disk.read(whole)[..<last.bytes.lowerBound]), to: video)
                    try client.sync()
                    for time in ["0", "5"] {
                        let line = try expect(client, video, at: time, "exact", "exact", near: 0...5)
                        #expect(try videos.pixels(line) == videos.frame(of: whole, at: time))
                    }
                    try refuse(client, video, at: "39", "", " tolerance=20")
                    try refuse(client, video, at: "75%", "", " tolerance=exact")
                    _ = try expect(client, video, at: "39", "any", "nearest", near: 9...10.2)
                    _ = try expect(client, video, at: "100%", "any", "nearest", near: 9...10.2)
                    _ = try expect(client, video, at: "12", "4", "tolerance", near: 9...10.2)
                }
            }
        }

        @Test("where no picture is whole any may be had, and where none can be decoded none")
        func nothingWhole() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("a.mp4", TestVideos.pictures(1) + TestVideos.h264)
                // All others refer to the first, and this decoder does without it.
                let single = try videos.make(
                    "single.mp4",
                    TestVideos.pictures(1) + ["-c:v", "mpeg4", "-g", "250"]
                )
                let flawed = try damage(single, videos, as: "flawed.mp4", { $0.time < 0.01 })
                let gone = try damage(plain, videos, as: "gone.mp4", { _ in true })
                let client = try daemon.connect()
                try client.sync()
                try refuse(client, flawed, at: "0.5", "", " tolerance=1")
                _ = try expect(client, flawed, at: "0.5", "any", "nearest", near: 0...1)
                let refusal = try client.refusal("frame \"\(gone.display)\" at=0.5 tolerance=any")
                #expect(refusal.replyCode == .unsupported && refusal.message.contains("damaged"))
            }
        }

        @Test("photoctl passes on how near a frame is to be")
        func command() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("a.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let video = try damage(plain, videos, as: "b.mp4", { $0.time > 1.19 && $0.time < 2.39 })
                try daemon.connect().sync()
                let ask = ["frame", video.display, "--at", "2.2", "--base64"]
                let refused = try daemon.photoctl(ask)
                #expect(
                    refused.end == .exited(4) && refused.errors.contains("tolerance"),
                    "\(refused.errors)"
                )
                let found = try daemon.photoctl(ask + ["--tolerance", "any"])
                #expect(try videos.pixels(found.lines[0]) == videos.frame(of: plain, at: "2.4"))
            }
        }
    }
}
