import Glibc
import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Frames that there are not", .enabled(if: TestVideos.isThere, "ffmpeg is missing: install ffmpeg"))
    struct FrameRefusalTests {
        @Test("what cannot be asked for is refused with a code, and what helps")
        func refusals() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264).display
                try videos.make("photo.png", TestVideos.pictures(1) + ["-frames:v", "1"])
                let client = try daemon.connect()
                try client.sync()
                let photo = (daemon.root + "photo.png").display
                for (line, code, word) in [
                    ("frame nothing at=1", ReplyCode.noSuch, "“videos”"),
                    ("frame \"\((daemon.root + "none.mp4").display)\" at=1", .noSuch, "“videos”"),
                    ("frame http://example.org/a.mp4 at=1", .unsupported, "remote"),
                    ("frame \"\(photo)\" at=0", .unsupported, "“videos”"),
                    ("frame \"\(video)\" at=7", .argument, "lasts 2.0 seconds"),
                    ("frame \"\(video)\" at=x", .argument, "12.5"),
                    ("frame \"\(video)\" at=101%", .argument, "50%"),
                    ("frame \"\(video)\" at=0,1 every=1", .argument, "every="),
                    ("frame \"\(video)\" at=1 tolerance=x", .argument, "exact, any, or seconds"),
                    ("frame \"\(video)\" at=7 tolerance=any", .argument, "lasts 2.0 seconds"),
                    ("frame \"\(video)\" at=0,1 path=/tmp/a.png", .argument, "%d"),
                    ("frame \"\(video)\" at=0 as=path", .argument, "path="),
                    ("frame \"\(video)\" at=0 path=/nowhere/a.png", .noSuch, "make the folder"),
                    ("frame \"\(video)\" at=1 timeout=0", .timeout, "timeout="),
                ] as [(String, ReplyCode, String)] {
                    let refusal = try client.refusal(line)
                    #expect(refusal.replyCode == code, "\(line): \(refusal)")
                    #expect(refusal.message.contains(word), "\(line): \(refusal)")
                }
                let handle = try OpenFile(FilePath(video), O_WRONLY)
                let refusal = try withExtendedLifetime(handle) {
                    try client.refusal("frame \"\(video)\" at=1")
                }
                #expect(refusal.replyCode == .busy && refusal.message.contains("written"))
            }
        }

        @Test("nothing in the library is replaced by a frame, by whatever path, and what lies elsewhere is")
        func library() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(1) + TestVideos.h264)
                let photo = daemon.root + "album" + "photo.png"
                try Disk.makeFolder(photo.parent)
                try Disk.write("a photo", to: photo)
                let client = try daemon.connect()
                try client.sync()
                let link = daemon.scratch.location + "link"
                try Disk.makeSymbolicLink(link, to: photo.parent)
                let numbered = photo.parent + "photo1.png"
                try Disk.write("a photo", to: numbered)
                for path in [
                    photo, link + "photo.png",
                    daemon.scratch.location + "link" + ".." + "album" + "photo.png",
                    photo.parent + "photo%d.png",
                ] {
                    let ask = "frame \"\(video.display)\" at=0 path=\"\(path.display)\" overwrite=1"
                    let refusal = try client.refusal(ask)
                    #expect(refusal.replyCode == .exists, "\(path.display): \(refusal)")
                    #expect(refusal.message.contains("of the library"), "\(refusal)")
                }
                #expect(try Disk.read(photo) == Array("a photo".utf8))
                #expect(try Disk.read(numbered) == Array("a photo".utf8))
                let refusal = try client.refusal(
                    "frame \"\(video.display)\" at=0 path=\"\(photo.parent.display)\" overwrite=1"
                )
                #expect(refusal.replyCode == .exists && refusal.message.contains("no regular file"))
                // A new name there is as good as any, and a link elsewhere is no photo.
                let free = photo.parent + "free.png"
                #expect(
                    try client.ask("frame \"\(video.display)\" at=0 path=\"\(free.display)\" overwrite=1")
                        .count == 1
                )
                let other = daemon.scratch.location + "other.png"
                try Disk.makeSymbolicLink(other, to: photo)
                #expect(
                    try client.ask("frame \"\(video.display)\" at=0 path=\"\(other.display)\" overwrite=1")
                        .count == 1
                )
                #expect(try Disk.read(photo) == Array("a photo".utf8))
            }
        }

        @Test("of files that are no whole videos the reason is told")
        func badFiles() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let plain = try videos.make("a.mp4", TestVideos.pictures(2) + TestVideos.h264)
                try videos.make("sound.mp4", ["-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac"])
                let bytes = try Disk.read(plain)
                try Disk.write([], to: daemon.root + "empty.mp4")
                try Disk.write(Array(bytes[..<(bytes.count / 2)]), to: daemon.root + "half.mp4")
                try Disk.write("no video at all, but a text", to: daemon.root + "text.mp4")
                var strange = bytes
                for start in bytes.indices where bytes[start...].starts(with: "avc1".utf8) {
                    strange.replaceSubrange(start..<(start + 4), with: "zzzz".utf8)
                }
                try Disk.write(strange, to: daemon.root + "strange.mp4")
                let client = try daemon.connect()
                try client.sync()
                for (name, word) in [
                    ("sound", "no pictures"), ("empty", "empty"), ("half", "cut off"), ("text", "no video"),
                    ("strange", "codec"),
                ] {
                    for tolerance in ["", " tolerance=any"] {
                        let refusal = try client.refusal(
                            "frame \"\((daemon.root + "\(name).mp4").display)\" at=0" + tolerance
                        )
                        #expect(refusal.replyCode == .unsupported, "\(name): \(refusal)")
                        #expect(refusal.message.contains(word), "\(name): \(refusal)")
                    }
                }
                #expect(try client.status()["workers"]?["render"]?["crashes"]?.integer == 0)
            }
        }

        @Test("a folder that photod may not write into is refused, and nothing is left there")
        func readOnly() throws {
            try DaemonFixture.runUnprivileged { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(1) + TestVideos.h264)
                try Disk.setMode(video, 0o644)
                let target = daemon.scratch.location + "closed"
                try Disk.makeFolder(target)
                try Disk.setMode(target, 0o555)
                try daemon.start()
                let client = try daemon.connect()
                try client.sync()
                let path = (target + "a.png").display
                let refusal = try client.refusal("frame \"\(video.display)\" at=0 path=\(path)")
                #expect(refusal.replyCode == .permission, "\(refusal)")
                #expect(try Disk.names(in: target).isEmpty)
            }
        }

        @Test(
            "a client that hangs up has the rest left, and two hundred requests have their turns of two workers"
        )
        func turns() throws {
            try DaemonFixture.run { daemon in
                let videos = TestVideos(daemon: daemon)
                let video = try videos.make("a.mp4", TestVideos.pictures(20) + TestVideos.h264).display
                let client = try daemon.connect()
                try client.sync()
                // It reads nothing, and goes.
                do {
                    let other = try daemon.connect()
                    try other.send(Array("frame \"\(video)\" at=0 every=0.001\n".utf8))
                    _ = try other.nextLine()
                }
                let clients = try (0..<10).map { _ in try daemon.connect() }
                for client in clients {
                    for number in 0..<20 {
                        try client.send(Array("frame \"\(video)\" at=\(number) max-width=40\n".utf8))
                    }
                }
                for client in clients {
                    for number in 0..<20 {
                        let lines = try client.readReply()
                        #expect(lines.map { $0["time"]?.double } == [Double(number)])
                    }
                }
                let stats = try #require(try client.ask("stats").first?["frames"])
                #expect(stats["waiting"]?.integer == 0, "\(stats.json)")
                #expect(
                    try #require(stats["made"]?.integer) < 20_000,
                    "the client that went was served to its end"
                )
                // One that gave no sign for a second is replaced, on a machine that is busy.
                let workers = try #require(try client.status()["workers"]?["render"])
                #expect(try #require(workers["started"]?.integer) < 10, "\(workers.json)")
            }
        }
    }
}
