import LineProtocol
import PhotoClient
import PhotoModel
import TestSupport
import Testing

extension IntegrationTests {
    @Suite("Events over HTTP")
    struct GalleryEventTests {
        private func named(_ name: String) -> (JSONValue) -> Bool { { $0["event"]?.string == name } }

        @Test(
            "a page has its screen and the state first, then ready, then what happens, each with what to go on from"
        )
        func order() throws {
            try GalleryFixture.run { gallery in
                try Disk.writePhoto(1, to: gallery.daemon.root + "a.jpg")
                let client = try gallery.daemon.connect()
                try client.sync()
                let events = try gallery.events()
                var first: [String] = []
                var clock: String?
                repeat {
                    let event = try events.event()
                    first.append(event.json["event"]?.string ?? "")
                    clock = event.identifier
                } while first.last != "ready"
                #expect(
                    first.first == "screen"
                        && Set(first) == [
                            "screen", "months", "photos", "groups", "videos", "status", "ready",
                        ],
                    "\(first)"
                )
                #expect(clock == (try client.status())["clock"]?.string)
                try Disk.writePhoto(2, to: gallery.daemon.root + "b.jpg")
                let photo = try events.event(named("photos"))
                // What belongs to it may follow; after the month nothing of it does.
                #expect(photo.json["change"]?.string == "inserted" && photo.identifier == clock)
                let month = try events.event(named("months"))
                #expect(month.json["totalCount"]?.integer == 2)
                #expect(month.identifier == month.json["clock"]?.string)
            }
        }

        @Test("several pages share one subscription, and each is told everything once")
        func shared() throws {
            try GalleryFixture.run { gallery in
                let pages = try (0..<4).map { _ in try gallery.events() }
                for page in pages { _ = try page.event(named("ready")) }
                for serial in 0..<20 {
                    try Disk.writePhoto(serial, to: gallery.daemon.root + "\(serial).jpg")
                }
                try gallery.daemon.connect().sync()
                for page in pages {
                    var ids: [String] = []
                    while ids.count < 20 {
                        let event = try page.event(named("photos")).json
                        if event["change"]?.string == "inserted" { ids.append(event["id"]?.string ?? "") }
                    }
                    #expect(Set(ids).count == 20)
                }
                let stats = try gallery.daemon.connect().ask("stats").first
                // The test's own, and the subscription.
                #expect(try #require(stats?["openConnections"]?.integer) <= 3)
            }
        }

        @Test("a page that comes back with its clock misses nothing and is told nothing twice")
        func resume() throws {
            try GalleryFixture.run { gallery in
                let client = try gallery.daemon.connect()
                try Disk.writePhoto(0, to: gallery.daemon.root + "0.jpg")
                try client.sync()
                var clock: String?
                do {
                    let events = try gallery.events()
                    clock = try events.event(named("ready")).identifier
                }
                for serial in 1..<6 { try Disk.writePhoto(serial, to: gallery.daemon.root + "\(serial).jpg") }
                try client.sync()
                let events = try gallery.events(since: clock)
                var inserted = 0
                while case let event = try events.event().json, event["event"]?.string != "ready" {
                    if event["event"]?.string == "photos", event["change"]?.string == "inserted" {
                        inserted += 1
                    }
                }
                #expect(inserted == 5)
                // What is no clock is none: the page begins anew, and is not sent away for ever.
                #expect(try gallery.events(since: "nonsense").event(named("ready")).json["clock"] != nil)
            }
        }

        @Test("a page that is open while the daemon stops and starts is told both, and what it has missed")
        func restarts() throws {
            try GalleryFixture.run { gallery in
                let events = try gallery.events()
                _ = try events.event(named("ready"))
                try gallery.daemon.stop()
                #expect(try events.event(named("gallery")).json["state"]?.string == "unreachable")
                try Disk.writePhoto(1, to: gallery.daemon.root + "a.jpg")
                // A page that is opened meanwhile is told as well.
                let late = try gallery.events()
                #expect(try late.event(named("gallery")).json["state"]?.string == "unreachable")
                try gallery.daemon.start()
                for page in [events, late] {
                    #expect(try page.event(named("gallery")).json["state"]?.string == "reachable")
                    let month = try page.event {
                        $0["event"]?.string == "months" && $0["totalCount"]?.integer == 1
                    }
                    #expect(month.json["monthKey"]?.string == "2016-11")
                }
                try Disk.writePhoto(2, to: gallery.daemon.root + "b.jpg")
                for page in [events, late] {
                    _ = try page.event { $0["event"]?.string == "months" && $0["totalCount"]?.integer == 2 }
                }
            }
        }

        @Test("with the last page the gallery's connections to the daemon end")
        func end() throws {
            try GalleryFixture.run { gallery in
                do {
                    let events = try gallery.events()
                    _ = try events.event(named("ready"))
                    _ = try gallery.get("/api/months")
                }
                let client = try gallery.daemon.connect()
                try Waiting.until("only the test is connected") {
                    try client.ask("stats").first?["openConnections"]?.integer == 1
                }
            }
        }
    }
}
