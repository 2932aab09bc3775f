import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Frames", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct FrameTests {
        /// What videos are called, and how ffmpeg makes them.
        static let kinds: [(String, [String])] = [
            ("h264.mp4", TestVideos.pictures(4) + TestVideos.h264),
            ("h265.mp4", TestVideos.pictures(4) + ["-c:v", "libx265", "-x265-params", "log-level=error"]),
            ("vp8.webm", TestVideos.pictures(4) + ["-c:v", "libvpx", "-b:v", "500k"]),
            ("vp9.webm", TestVideos.pictures(4) + ["-c:v", "libvpx-vp9", "-b:v", "500k", "-cpu-used", "8"]),
            ("av1.mp4", TestVideos.pictures(4) + ["-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "300k"]),
            ("mpeg4.mp4", TestVideos.pictures(4) + ["-c:v", "mpeg4", "-bf", "2"]),
            ("mjpeg.mov", TestVideos.pictures(4) + ["-c:v", "mjpeg", "-q:v", "3"]),
            ("h264.mkv", TestVideos.pictures(4) + TestVideos.h264),
            // Of ten bits, and where rows end within a group of pixels.
            ("ten.mp4", TestVideos.pictures(4) + ["-c:v", "libx264", "-pix_fmt", "yuv420p10le"]),
            ("odd.mp4", TestVideos.pictures(4) + ["-vf", "crop=158:102"] + TestVideos.h264),
            // Every third frame is missing.
            (
                "varying.mp4",
                TestVideos.pictures(4) + ["-vf", "select='mod(n,3)'", "-vsync", "vfr"] + TestVideos.h264
            ),
        ]

        @Test(
            "a frame is the one that ffmpeg takes, pixel by pixel, whatever the codec",
            arguments: kinds.map(\.0)
        )
        func equality(_ name: String) throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let arguments = try #require(Self.kinds.first { $0.0 == name }?.1)
                try compare(try videos.make(name, arguments), videos)
            }
        }

        /// Times that are on frames, between them, behind a key frame, and before the one of before.
        private static let times = ["0", "0.1", "1.207", "1.25", "3.5", "2", "0.333"]

        private func compare(_ video: FilePath, _ videos: TestVideos) throws {
            let client = try videos.daemon.connect()
            try client.sync()
            let lines = try client.ask("frame \"\(video.display)\" at=\(Self.times.joined(separator: ","))")
            try #require(lines.count == Self.times.count)
            #expect(lines.allSatisfy { $0["rung"]?.string == "exact" })
            let (pictures, frames) = (
                try videos.pixels(lines), try videos.frames(of: video, at: Self.times)
            )
            for (time, (picture, frame)) in zip(Self.times, zip(pictures, frames)) {
                #expect(picture == frame, "\(video.display) at \(time)")
            }
            // Not one a frame; one that gives no sign for a second, on a machine that is busy, is replaced.
            let workers = try #require(try client.status()["workers"]?["render"])
            #expect(try #require(workers["started"]?.integer) < Self.times.count, "\(workers.json)")
        }

        @Test("a video that is turned, or begins within another, gives the frames that are shown")
        func turned() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("plain.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let copy = ["-i", plain.display, "-c", "copy"]
                for degrees in [90, 180, 270] {
                    let video = try videos.make(
                        "\(degrees).mp4",
                        copy + ["-metadata:s:v", "rotate=\(degrees)"]
                    )
                    try compare(video, videos)
                    let client = try daemon.connect()
                    let line = try #require(try client.ask("frame \"\(video.display)\" at=1").first)
                    let isOnItsSide = degrees != 180
                    #expect(line["width"]?.integer == (isOnItsSide ? 120 : 160))
                    #expect(line["height"]?.integer == (isOnItsSide ? 160 : 120))
                }
                // An edit list leaves out what lies between the key frame and the beginning.
                let cut = try videos.make("cut.mp4", ["-ss", "0.3"] + copy)
                let client = try daemon.connect()
                try client.sync()
                for time in ["0", "0.5", "2.1"] {
                    let line = try #require(try client.ask("frame \"\(cut.display)\" at=\(time)").first)
                    #expect(try videos.pixels(line) == videos.frame(of: cut, at: time), "at \(time)")
                }
            }
        }

        @Test("pixels that are not square are made so, and a frame is no larger than asked for")
        func sizes() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let wide = try videos.make(
                    "wide.mp4",
                    TestVideos.pictures(1) + ["-vf", "setsar=4/3"] + TestVideos.h264
                )
                let client = try daemon.connect()
                try client.sync()
                for (limits, width, height) in [
                    ("", 213, 120), (" max-width=100", 100, 56), (" max-height=60", 107, 60),
                    (" max-width=4000", 213, 120),
                ] as [(String, Int64, Int64)] {
                    for format in ["png", "jpeg"] {
                        let line = try #require(
                            try client.ask("frame \"\(wide.display)\" at=0.5 format=\(format)\(limits)").first
                        )
                        #expect(line["width"]?.integer == width && line["height"]?.integer == height)
                        #expect(try videos.pixels(line).count == Int(width * height * 3))
                    }
                }
            }
        }

        @Test(
            "a share of the duration is one of the pictures, where they begin late as well",
            arguments: ["late.mp4", "late.mkv", "late.mov"]
        )
        func late(_ name: String) throws {
            try DaemonFixture.run { daemon in
                let late = ["-output_ts_offset", "5"]
                let video = try TestVideos(daemon: daemon).make(
                    name,
                    TestVideos.pictures(4) + TestVideos.h264 + late
                )
                let client = try daemon.connect()
                try client.sync()
                let lines = try client.ask("frame \"\(video.display)\" at=0,50%,100% as=base64")
                let times = lines.compactMap { $0["time"]?.double }
                try #require(times.count == 3)
                #expect(times[0] == 0 && abs(times[1] - 2) < 0.2 && abs(times[2] - 3.96) < 0.01, "\(times)")
            }
        }

        @Test("many frames come from one open video: at a distance, and up to the end")
        func every() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let client = try daemon.connect()
                try client.sync()
                let lines = try client.ask("frame \"\(video.display)\" at=0.5 every=1 max-width=40")
                #expect(lines.map { $0["time"]?.double } == [0.52, 1.52, 2.52, 3.52])
                let end = try client.ask("frame \"\(video.display)\" at=3.9 every=0.02 max-width=40")
                #expect(end.map { $0["time"]?.double } == [3.92, 3.92, 3.96, 3.96, 3.96])
                let share = try client.ask("frame \"\(video.display)\" at=50%,100% max-width=40")
                #expect(share.map { $0["time"]?.double } == [2, 3.96])
                let stats = try #require(try client.ask("stats").first?["frames"])
                #expect(stats["made"]?.integer == 11 && stats["failed"]?.integer == 0, "\(stats.json)")
            }
        }

        @Test("in a stream without an index no frame is told that comes too late")
        func transportStream() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("plain.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let stream = try videos.make(
                    "stream.mts",
                    ["-i", plain.display, "-c", "copy", "-f", "mpegts"]
                )
                let client = try daemon.connect()
                try client.sync()
                for time in ["0", "0.6", "1.8", "3.4"] {
                    let line = try #require(try client.ask("frame \"\(stream.display)\" at=\(time)").first)
                    #expect(try videos.pixels(line) == videos.frame(of: plain, at: time), "at \(time)")
                }
            }
        }

        @Test("frames are written whole under the names that were given, and replace nothing unasked")
        func files() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                let client = try daemon.connect()
                try client.sync()
                let target = daemon.scratch.location + "frames"
                try Disk.makeFolder(target)
                let ask =
                    "frame \"\(video.display)\" at=0.2,1 as=path path=\((target + "f%d.png").display)"
                let lines = try client.ask(ask)
                #expect(
                    lines.map { $0["path"]?.string } == ["f1.png", "f2.png"].map { (target + $0).display }
                )
                #expect(lines.allSatisfy { $0["data"] == nil })
                #expect(try videos.pixels(of: target + "f2.png") == videos.frame(of: video, at: "1"))
                // The mode that the umask gives to ffmpeg's files, too.
                #expect(Disk.status(target + "f2.png")?.st_mode == Disk.status(video)?.st_mode)
                #expect(try client.refusal(ask).name == "exists")
                try Disk.write("other", to: target + "f1.png")
                try Disk.setMode(video, 0o600)
                #expect(try client.ask(ask + " overwrite=1").count == 2)
                // Nobody sees a frame of a video that they may not see.
                #expect(Disk.status(target + "f1.png").map { $0.st_mode & 0o777 } == 0o600)
                #expect(try videos.pixels(of: target + "f1.png") == videos.frame(of: video, at: "0.2"))
                #expect(try Disk.names(in: target).count == 2)
                let long = String(repeating: "n", count: 251) + ".png"
                let run = try daemon.photoctl([
                    "frame", video.display, "--at", "1", "--output", (target + long).display, "--tsv",
                ])
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(try videos.pixels(of: target + long) == videos.frame(of: video, at: "1"))
                #expect(Disk.status(target + long).map { $0.st_mode & 0o777 } == 0o600)
                try Disk.setMode(target + long, 0o666)
                let over = try daemon.photoctl([
                    "frame", video.display, "--at", "1", "--output", (target + long).display, "--overwrite",
                ])
                #expect(over.end == .exited(0), "\(over.errors)")
                #expect(Disk.status(target + long).map { $0.st_mode & 0o777 } == 0o666)
                let again = try daemon.photoctl(["frame", video.display, "--output", (target + long).display])
                #expect(again.end == .exited(4) && again.errors.contains("--overwrite"), "\(again.errors)")
                // Not even asked for does a frame take the place of its video, by whatever name.
                let (content, link) = (try Disk.read(video), target + "link.png")
                try Disk.makeSymbolicLink(link, to: video)
                #expect(
                    try client.refusal("frame \"\(video.display)\" as=path path=\(video.display) overwrite=1")
                        .message.contains("the video itself")
                )
                for path in [video, link] {
                    let refused = try daemon.photoctl([
                        "frame", video.display, "--output", path.display, "--overwrite",
                    ])
                    #expect(
                        refused.end == .exited(4) && refused.errors.contains("the video itself"),
                        "\(refused.errors)"
                    )
                }
                #expect(try Disk.read(video) == content)
                // Nor that of another file of the library.
                let (photo, photoLink) = (daemon.root + "IMG_3.jpg", target + "photo.jpg")
                try Disk.writePhoto(3, to: photo)
                try Disk.makeSymbolicLink(photoLink, to: photo)
                let original = try Disk.read(photo)
                for (path, times) in [
                    (photo, "1"), (photoLink, "1"), (daemon.root + "IMG_%d.jpg", "0,0.2,1"),
                ] {
                    let refused = try daemon.photoctl([
                        "frame", video.display, "--at", times, "--output", path.display, "--overwrite",
                    ])
                    #expect(
                        refused.end == .exited(4) && refused.errors.contains("is a file of the library"),
                        "\(refused.errors)"
                    )
                    #expect(try Disk.read(photo) == original, "\(path.display)")
                }
                // With -0 a name is told as the bytes that it is.
                let odd = target.appending(FileName([0xFF] + Array(".png".utf8)))
                for _ in 1...2 {
                    let written = try daemon.photoctl([
                        "-0", "frame", video.display, "--output", odd.uri, "--overwrite",
                    ])
                    #expect(written.output == odd.bytes + [0], "\(written.errors)")
                }
                // Of several frames that would have one name none is written.
                for (more, name) in [
                    (["--at", "0.2,1"], "one.png"), (["--every", "1"], "one.png"),
                    (["--at", "0.2,1", "--overwrite"], "%d/one.png"),
                ] {
                    let refused = try daemon.photoctl(
                        ["frame", video.display, "--output", (target + name).display] + more
                    )
                    #expect(refused.end == .exited(2) && refused.errors.contains("%d"), "\(refused.errors)")
                }
                #expect(!Disk.isFile(target + "one.png"))
                let piped = try daemon.photoctl(["frame", video.display, "--at", "1", "--output", "-"])
                try Disk.write(piped.output, to: target + "piped.png")
                #expect(try videos.pixels(of: target + "piped.png") == videos.frame(of: video, at: "1"))
                let base64 = try daemon.photoctl(["frame", video.display, "--at", "1", "--base64"])
                #expect(try videos.pixels(base64.lines[0]) == videos.frame(of: video, at: "1"))
            }
        }
    }
}
