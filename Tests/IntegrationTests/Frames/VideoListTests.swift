import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Videos that are listed")
    struct VideoListTests {
        /// Seven photos and seven videos, of which nothing is known but when they were written.
        private static func fill(_ daemon: DaemonFixture) throws {
            for number in 0..<7 {
                for name in ["photo\(number).jpg", "video\(number).mp4"] {
                    try Disk.write("", to: daemon.root + name)
                    try Disk.setTime(daemon.root + name, seconds: 1_400_000_000 + number * 10_000_000)
                }
            }
        }

        @Test("they are those that photos lists of that type, in its order and by its pages")
        func pages() throws {
            try DaemonFixture.run { daemon in
                try Self.fill(daemon)
                let client = try daemon.connect()
                try client.sync()
                let all = try client.items("videos")
                #expect(all.count == 7 && all.allSatisfy { $0["type"]?.string == "video" })
                let month = try #require(all.first?["monthKey"]?.string)
                for (videos, photos) in [
                    ("videos", "photos all=1 type=video"),
                    ("videos limit=3", "photos all=1 type=video limit=3"),
                    ("videos offset=5 limit=3", "photos all=1 type=video offset=5 limit=3"),
                    ("videos order=oldest fields=id", "photos all=1 type=video order=oldest fields=id"),
                    ("videos \(month)", "photos \(month) type=video"),
                    ("videos from=2015 to=2016", "photos from=2015 to=2016 type=video"),
                    ("videos other=1 unviewed=1", "photos all=1 type=video other=1 unviewed=1"),
                ] {
                    let listed = try client.ask(videos)
                    #expect(listed.json == (try client.ask(photos)).json, "\(videos)")
                    #expect(listed.count > 1, "\(videos)")
                }
                let page = try #require(try client.ask("videos limit=3").last?["page"])
                #expect(page["total"]?.integer == 7 && page["nextOffset"]?.integer == 3)
                #expect(try client.items("videos limit=2").json == all.json)
            }
        }

        @Test("what is no list of videos is refused, and what has none is empty")
        func refusals() throws {
            try DaemonFixture.run { daemon in
                try Self.fill(daemon)
                let client = try daemon.connect()
                try client.sync()
                for line in [
                    "videos type=photo", "videos all=1", "videos 2016-13", "videos 2016-11 from=2016",
                    "videos limit=0", "videos after=nonsense",
                ] {
                    #expect(try client.refusal(line).replyCode == .argument, "\(line)")
                }
                #expect(try client.ask("videos 2001-01").first?["page"]?["total"]?.integer == 0)
            }
        }

        @Test("photoctl lists them, and says by its exit that there are none")
        func photoctl() throws {
            try DaemonFixture.run { daemon in
                try Self.fill(daemon)
                try daemon.connect().sync()
                let all = try daemon.photoctl(["videos", "--tsv"])
                #expect(all.end == .exited(0), "\(all.errors)")
                let photos = try daemon.photoctl(["photos", "--all", "--type", "video", "--tsv"])
                #expect(all.text == photos.text && all.text.split(separator: "\n").count == 7)
                let json = try daemon.photoctl(["videos", "--from", "2015", "--to", "2016", "--json"])
                #expect(try json.lines.last?["page"]?["total"]?.integer == 3, "\(json.text)")
                #expect(try daemon.photoctl(["videos", "2001-01"]).end == .exited(1))
            }
        }
    }
}
