import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Frames of large videos", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct FrameMemoryTests {
        private static func pictures(_ size: String) -> [String] {
            ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=1:duration=2"]
        }

        /// Has a frame written, and returns its line and its size as the file has it.
        private func take(_ video: FilePath, at time: String, _ videos: TestVideos) throws -> (
            line: JSONValue, width: Int64, height: Int64
        ) {
            let target = videos.daemon.scratch.location + "frame.png"
            let client = try videos.daemon.connect()
            let line = try #require(
                try client.ask(
                    "frame \"\(video.display)\" at=\(time) path=\(target.display) overwrite=1"
                ).first
            )
            let head = try Disk.read(target)[16..<24].map { Int64($0) }
            let number = { (bytes: ArraySlice<Int64>) in bytes.reduce(0) { $0 << 8 | $1 } }
            return (line, number(head[..<4]), number(head[4...]))
        }

        @Test(
            "a frame of 8K is taken in its full size",
            arguments: [
                ["-c:v", "libx264", "-preset", "ultrafast"],
                ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"],
            ]
        )
        func large(_ codec: [String]) throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make(
                    "a.mp4",
                    Self.pictures("7680x4320") + codec + ["-pix_fmt", "yuv420p"]
                )
                try daemon.connect().sync()
                for time in ["0", "1"] {
                    let (line, width, height) = try take(video, at: time, videos)
                    #expect(width == 7680 && height == 4320 && line["scaled"] == nil, "\(line.json)")
                    #expect(line["rung"]?.string == "exact" && line["width"]?.integer == width)
                }
                #expect(try daemon.connect().status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("a frame that memory would not do for is made smaller, and says so")
        func scaled() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make(
                    "a.mov",
                    Self.pictures("10000x6000") + ["-c:v", "mjpeg", "-q:v", "3"]
                )
                try daemon.connect().sync()
                let (line, width, height) = try take(video, at: "1", videos)
                #expect(line["scaled"]?.bool == true, "\(line.json)")
                #expect(line["width"]?.integer == width && line["height"]?.integer == height)
                #expect(width < 10000 && width > 4000 && abs(width * 6 - height * 10) < 20)
                let client = try daemon.connect()
                let small = try #require(
                    try client.ask("frame \"\(video.display)\" at=1 max-width=100").first
                )
                #expect(small["scaled"] == nil && small["width"]?.integer == 100)
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("a video that says to be huge is refused, and ends no worker")
        func bombs() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make(
                    "a.mov",
                    TestVideos.pictures(1) + ["-c:v", "mjpeg", "-q:v", "3"]
                )
                let client = try daemon.connect()
                for edge in [16_000, 30_000, 65_500] {
                    var bytes = try Disk.read(plain)
                    // A JPEG's height and width stand behind its marker, the length and the precision.
                    let starts = try videos.places(in: plain).compactMap { place in
                        bytes[place.bytes].firstRange(of: [0xFF, 0xC0])?.lowerBound
                    }
                    try #require(starts.count == 25)
                    for start in starts {
                        for (place, byte) in [
                            (5, edge >> 8), (6, edge & 255), (7, edge >> 8), (8, edge & 255),
                        ] {
                            bytes[start + place] = UInt8(byte)
                        }
                    }
                    let video = daemon.root + "\(edge).mov"
                    try Disk.write(bytes, to: video)
                    try client.sync()
                    for tolerance in ["exact", "any"] {
                        let refusal = try client.refusal(
                            "frame \"\(video.display)\" at=0.5 tolerance=\(tolerance)"
                        )
                        #expect(refusal.replyCode == .unsupported, "\(refusal)")
                    }
                    let thumbnail = try client.ask("thumbnail \"\(video.display)\"").first
                    #expect(thumbnail?["error"]?.string == "unsupported")
                }
                #expect(try client.ask("frame \"\(plain.display)\" at=0.5 max-width=40").count == 1)
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }
    }
}
