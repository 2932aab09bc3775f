import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("A mirror that is kept as the manual says")
    struct MirrorTests {
        private static let count = 300
        /// A clock that no index gave out.
        private static let unknownClock = "c:0000000000000000:0"

        /// What a client keeps: the month of each id, and the clock that came last.
        private struct Mirror {
            var months: [String: String] = [:]
            var clock: String

            mutating func take(_ event: JSONValue) {
                if event["isFreshInstance"]?.bool == true { months = [:] }
                if let id = event["id"]?.string, event["event"]?.string == "photos" {
                    months[id] = event["monthKey"]?.string
                }
                if let clock = event["clock"]?.string { self.clock = clock }
            }

            /// Follows until `ready`, or until so many lines have come. Returns whether it was `ready`.
            mutating func follow(_ topics: String, _ daemon: DaemonFixture, cutAfter lines: Int) throws
                -> Bool
            {
                let client = try RawClient(daemon.socket)
                try client.send(Array("subscribe \(topics) since=\(clock)\n".utf8))
                for _ in 0..<lines {
                    let line = try client.readLine(skippingGreeting: true)
                    let event = try JSONValue.parse(Array(line.utf8))
                    take(event)
                    if event["event"]?.string == "ready" { return true }
                }
                return false
            }
        }

        private func expected(_ client: Connection) throws -> [String: String] {
            try client.allItems().reduce(into: [:]) { $0[$1["id"]?.string ?? ""] = $1["monthKey"]?.string }
        }

        private func write(_ range: Range<Int>, in daemon: DaemonFixture) throws {
            // Empty ones are indexed by their modification time.
            for number in range {
                try Disk.write("", to: daemon.root + "\(number).jpg")
                try Disk.setTime(daemon.root + "\(number).jpg", seconds: 1_400_000_000 + number * 100_000)
            }
        }

        @Test(
            "is whole, wherever the first listing was cut and gone on with from the last clock",
            arguments: ["photos", "months photos status", ""]
        )
        func firstListing(topics: String) throws {
            try DaemonFixture.run { daemon in
                try write(0..<Self.count, in: daemon)
                let client = try daemon.connect()
                try client.sync()
                for cut in [1, 2, Self.count / 2, Self.count + 1] {
                    var mirror = Mirror(clock: Self.unknownClock)
                    #expect(try !mirror.follow(topics, daemon, cutAfter: cut))
                    #expect(try mirror.follow(topics, daemon, cutAfter: .max))
                    #expect(try mirror.months == expected(client), "cut after \(cut) lines")
                }
            }
        }

        @Test("is whole, wherever the list of what it missed was cut")
        func missedChanges() throws {
            try DaemonFixture.run { daemon in
                try write(0..<Self.count, in: daemon)
                let client = try daemon.connect()
                var known = Mirror(clock: try client.sync())
                known.months = try expected(client)
                // Changed twice, new and changed, new and gone, gone: of each the net change is told.
                try write(Self.count..<Self.count + 40, in: daemon)
                try client.sync()
                for number in 100..<Self.count + 20 {
                    try Disk.setTime(daemon.root + "\(number).jpg", seconds: 1_300_000_000 + number * 100_000)
                }
                try client.sync()
                for number in 200..<Self.count + 10 { try Disk.remove(daemon.root + "\(number).jpg") }
                try client.sync()
                for (round, cut) in [1, 2, 50, 120, 200].enumerated() {
                    var mirror = known
                    #expect(try !mirror.follow("photos", daemon, cutAfter: cut))
                    // What was told may be gone before the rest is.
                    try Disk.remove(daemon.root + "\(Self.count + 20 + round).jpg")
                    try Disk.remove(daemon.root + "\(100 + round).jpg")
                    try client.sync()
                    #expect(try mirror.follow("photos", daemon, cutAfter: .max))
                    #expect(try mirror.months == expected(client), "cut after \(cut) lines")
                }
            }
        }
    }
}
