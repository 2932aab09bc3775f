import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Thumbnails of videos", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct VideoThumbnailTests {
        private func ask(_ client: Connection, _ video: FilePath, _ size: String = "normal") throws
            -> JSONValue
        {
            try #require(try client.ask("thumbnail \"\(video.display)\" size=\(size)").first)
        }

        /// How bright the pixels are: the darkest, and the brightest.
        private func range(of line: JSONValue, _ videos: TestVideos) throws -> ClosedRange<UInt8> {
            let pixels = try videos.pixels(of: FilePath(try #require(line["path"]?.string, "\(line.json)")))
            return try #require(pixels.min())...(try #require(pixels.max()))
        }

        @Test("a video has one as it is shown, upright and with square pixels, that says what it is of")
        func shapes() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("a.mp4", TestVideos.pictures(4) + TestVideos.h264)
                let copy = ["-i", plain.display, "-c", "copy"]
                let turned = try videos.make("b.mp4", copy + ["-metadata:s:v", "rotate=90"])
                let wide = try videos.make(
                    "c.mp4",
                    TestVideos.pictures(1) + ["-vf", "setsar=4/3"] + TestVideos.h264
                )
                let client = try daemon.connect()
                try client.sync()
                for (video, size, width, height) in [
                    (plain, "normal", 128, 96), (turned, "normal", 96, 128), (wide, "normal", 128, 72),
                    (plain, "x-large", 160, 120), (turned, "large", 120, 160), (wide, "large", 213, 120),
                ] as [(FilePath, String, Int64, Int64)] {
                    let line = try ask(client, video, size)
                    #expect(line["cached"]?.bool == false, "\(line.json)")
                    #expect(line["width"]?.integer == width && line["height"]?.integer == height)
                    #expect(try range(of: line, videos).count > 100)
                    #expect(try ask(client, video, size)["cached"]?.bool == true)
                }
                let path = try #require(try ask(client, turned)["path"]?.string)
                let bytes = try Disk.read(FilePath(path))
                for word in [
                    "Thumb::Movie::Length\u{0}4", "Thumb::Mimetype\u{0}video/mp4",
                    "Thumb::Image::Width\u{0}120", "Thumb::Image::Height\u{0}160",
                ] { #expect(bytes.firstRange(of: Array(word.utf8)) != nil, "\(word)") }
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("it is of a frame that shows something, if there is any")
        func contents() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let cover = { (colour: String) in
                    ["-vf", "drawbox=color=\(colour):t=fill:enable='lt(t,2.5)'"]
                }
                // One key frame, and it shows nothing.
                let codec = ["-c:v", "libx264", "-g", "250", "-pix_fmt", "yuv420p"]
                let client = try daemon.connect()
                for colour in ["black", "white", "gray"] {
                    let video = try videos.make(
                        "\(colour).mp4",
                        TestVideos.pictures(4) + cover(colour) + codec
                    )
                    try client.sync()
                    #expect(try range(of: ask(client, video), videos).count > 100, "\(colour)")
                }
                let black = try videos.make(
                    "night.mp4",
                    ["-f", "lavfi", "-i", "color=black:size=160x120:duration=4"] + codec
                )
                try client.sync()
                let line = try ask(client, black)
                #expect(try range(of: line, videos).upperBound < 16)
                #expect(line["width"]?.integer == 128)
            }
        }

        @Test(
            "a video that is damaged or cut off has one of what is left, and of what is none the reason is told"
        )
        func damaged() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make(
                    "a.mp4",
                    TestVideos.pictures(4) + TestVideos.h264 + ["-movflags", "faststart"]
                )
                var bytes = try Disk.read(plain)
                try Disk.write(Array(bytes[..<(bytes.count / 2)]), to: daemon.root + "cut.mp4")
                for place in try videos.places(in: plain) where place.time < 1.19 {
                    for position in place.bytes { bytes[position] = 0 }
                }
                try Disk.write(bytes, to: daemon.root + "hole.mp4")
                for place in try videos.places(in: plain) {
                    for position in place.bytes { bytes[position] = 0 }
                }
                try Disk.write(bytes, to: daemon.root + "gone.mp4")
                try videos.make("sound.mp4", ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac"])
                try Disk.write([], to: daemon.root + "empty.mp4")
                let client = try daemon.connect()
                try client.sync()
                for name in ["cut.mp4", "hole.mp4"] {
                    let line = try ask(client, daemon.root + name)
                    #expect(try range(of: line, videos).count > 100, "\(name)")
                }
                for _ in 0..<2 {
                    for (name, word) in [
                        ("gone.mp4", "damaged"), ("sound.mp4", "no pictures"), ("empty.mp4", "damaged"),
                    ] {
                        let line = try ask(client, daemon.root + name)
                        #expect(line["error"]?.string == "unsupported", "\(line.json)")
                        #expect(line["message"]?.string?.contains(word) == true, "\(line.json)")
                    }
                }
                // A file of which none can be made is not tried again.
                let render = try #require(try client.status()["workers"]?["render"])
                #expect(render["jobs"]?.integer == 5 && render["crashes"]?.integer == 0, "\(render.json)")
            }
        }

        @Test("photoctl makes those of videos with all others")
        func command() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                try videos.make("a.mp4", TestVideos.pictures(1) + TestVideos.h264)
                try videos.make("b.png", TestVideos.pictures(1) + ["-frames:v", "1"])
                try daemon.connect().sync()
                let run = try daemon.photoctl(["thumb", "--all", "--json"])
                #expect(run.end == .exited(0), "\(run.errors)")
                #expect(try run.lines.map { $0["cached"]?.bool } == [false, false])
            }
        }
    }
}
