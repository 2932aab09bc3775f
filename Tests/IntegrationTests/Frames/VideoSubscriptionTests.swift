import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("A subscriber of videos")
    struct VideoSubscriptionTests {
        private static let unknownClock = "c:0000000000000000:0"

        private func subscribe(_ topics: String, _ daemon: DaemonFixture) throws -> Connection {
            let client = try daemon.connect()
            try client.send(Array("subscribe \(topics)\n".utf8))
            return client
        }

        private func next(_ client: Connection) throws -> JSONValue {
            let event = try JSONValue.parse(try #require(try client.nextLine()))
            #expect(event["clock"]?.string != nil)
            return event
        }

        /// The event, what it tells, and of which id.
        private func text(_ event: JSONValue) -> String {
            [event["event"], event["change"], event["id"]].compactMap { $0?.string }.joined(separator: " ")
        }

        private func until(_ last: String, _ client: Connection) throws -> [JSONValue] {
            var events: [JSONValue] = []
            while events.last.map(text) != last { events.append(try next(client)) }
            return events
        }

        private func write(_ name: String, _ daemon: DaemonFixture) throws -> String {
            try Disk.write("", to: daemon.root + name)
            let client = try daemon.connect()
            try client.sync()
            return try client.id(of: daemon.root + name)
        }

        @Test("hears of those alone, and who names no topic of none twice")
        func alone() throws {
            try DaemonFixture.run { daemon in
                _ = try write("photo.jpg", daemon)
                let clip = try write("clip.mp4", daemon)
                let usual = try subscribe("", daemon)
                _ = try until("ready", usual)
                let videos = try subscribe("videos since=\(Self.unknownClock)", daemon)
                let state = try until("ready", videos)
                #expect(state.map(text) == ["videos", "videos inserted \(clip)", "videos", "ready"])
                #expect(state.first?["isFreshInstance"]?.bool == true)
                _ = try write("second.jpg", daemon)
                let second = try write("another.mp4", daemon)
                #expect(try text(next(videos)) == "videos inserted \(second)")
                // What is renamed is another kind of file, and then what it was again.
                try Disk.rename(daemon.root + "another.mp4", to: daemon.root + "another.jpg")
                #expect(try text(next(videos)) == "videos deleted \(second)")
                try Disk.rename(daemon.root + "another.jpg", to: daemon.root + "another.mp4")
                #expect(try text(next(videos)) == "videos inserted \(second)")
                try Disk.remove(daemon.root + "clip.mp4")
                #expect(try text(next(videos)) == "videos deleted \(clip)")
                let told = try until("photos deleted \(clip)", usual).map(text)
                #expect(told.filter { $0 == "photos inserted \(second)" }.count == 1)
                #expect(!told.contains { $0.hasPrefix("videos") })
            }
        }

        @Test("goes on from a clock, also when photod has been started again, and with both topics")
        func resuming() throws {
            try DaemonFixture.run { daemon in
                let clips = try ["a.mp4", "b.mp4", "c.mp4"].map { try write($0, daemon) }
                let photo = try write("photo.jpg", daemon)
                let clock = try daemon.connect().sync()
                try Disk.remove(daemon.root + "a.mp4")
                try daemon.connect().sync()
                try daemon.restart()
                try Disk.remove(daemon.root + "photo.jpg")
                try daemon.connect().sync()
                try Disk.remove(daemon.root + "b.mp4")
                try daemon.connect().sync()
                let videos = try until("ready", subscribe("videos since=\(clock)", daemon))
                #expect(
                    videos.map(text) == [
                        "videos deleted \(clips[0])", "videos deleted \(clips[1])", "videos", "ready",
                    ]
                )
                // From the clock of a line on nothing is missing, and nothing told again.
                let first = try #require(videos.first?["clock"]?.string)
                let rest = try until("ready", subscribe("videos since=\(first)", daemon))
                #expect(rest.map(text) == ["videos deleted \(clips[1])", "videos", "ready"])
                let both = try until("ready", subscribe("videos photos since=\(clock)", daemon))
                #expect(
                    both.map(text) == [
                        "photos deleted \(clips[0])", "videos deleted \(clips[0])", "photos deleted \(photo)",
                        "photos deleted \(clips[1])", "videos deleted \(clips[1])", "photos", "videos",
                        "ready",
                    ]
                )
            }
        }

        @Test("a topic that there is not is refused, and the topics are named")
        func unknown() throws {
            try DaemonFixture.run { daemon in
                let refusal = try daemon.photoctl(["watch", "films"])
                #expect(refusal.end == .exited(4) && refusal.errors.contains("videos"), "\(refusal.errors)")
            }
        }
    }
}
