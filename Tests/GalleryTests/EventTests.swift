import NIOCore
import PhotoClient
import Testing

@testable import Gallery

@Suite("Events for pages")
struct EventTests {
    /// Lines as a daemon's subscription sends them.
    private func events(_ lines: [String]) throws -> [EventLine] {
        var conversation = Conversation(with: SocketPath("/test"))
        _ = try conversation.ask(LineRequest("subscribe"))
        let text = (["OK photod 1"] + lines).map { $0 + "\n" }.joined()
        Array(text.utf8).withUnsafeBytes { conversation.receive($0) }
        var events: [EventLine] = []
        while let arrival = conversation.next() {
            if case .event(let event, _) = arrival { events.append(event) }
        }
        return events
    }

    private func event(_ name: String, _ clock: String?) throws -> EventLine {
        let member = clock.map { ",\"clock\":\"\($0)\"" } ?? ""
        return try #require(try events(["{\"event\":\"\(name)\"\(member)}"]).first)
    }

    @Test("an event is its line, with what a page goes on from where that is known")
    func text() throws {
        var buffer = ByteBuffer()
        EventText.append(try event("photos", "c:1:7"), goingOnFrom: "c:1:6", to: &buffer)
        EventText.append(try event("photos", nil), goingOnFrom: nil, to: &buffer)
        EventText.append(EventText.reachability(false), to: &buffer)
        #expect(
            String(buffer: buffer) == """
                id: c:1:6
                data: {"event":"photos","clock":"c:1:7"}

                data: {"event":"photos"}

                data: {"event":"gallery","state":"unreachable"}


                """
        )
    }

    /// A clock of the index's log.
    private func clock(_ sequence: Int) -> String { "c:0000000000000001:\(sequence)" }

    /// A page that has the state of a clock.
    private func position(at clock: String) throws -> EventPosition {
        var position = EventPosition()
        _ = position.tell(try event("ready", clock))
        position.endState()
        return position
    }

    @Test("what a page was told with its state is not told again, and what came since is")
    func positions() throws {
        let position = try position(at: clock(7))
        for (name, own, isCovered) in [
            ("photos", clock(6), true), ("photos", clock(7), true), ("months", clock(6), true),
            ("groups", clock(8), false), ("videos", "c:0000000000000002:1", false),
            ("status", clock(6), false),
            ("photos", "nonsense", false), ("photos", nil, false),
        ] as [(String, String?, Bool)] {
            #expect(position.covers(try event(name, own)) == isCovered, "\(name) \(own ?? "-")")
        }
        #expect(!EventPosition(clock(7)).covers(try event("photos", clock(7))))
    }

    @Test("counts that were mended after a page has read them are told, though their clock stands still")
    func mendedCounts() throws {
        let position = try position(at: clock(7))
        for name in ["months", "groups"] { #expect(!position.covers(try event(name, clock(7)))) }
    }

    @Test("a page goes on from where everything was told, wherever it is cut off")
    func goingOn() throws {
        var position = EventPosition(clock(6))
        for (name, own, next) in [
            // A change may follow under another topic.
            ("photos", 7, 6), ("videos", 7, 7), ("photos", 8, 7), ("photos", 9, 8), ("months", 9, 9),
            ("groups", 9, 9),
            // The index is further than what was told of it.
            ("status", 12, 9), ("photos", 10, 9), ("status", 12, 10), ("ready", 20, 20),
        ] {
            #expect(position.tell(try event(name, clock(own))) == clock(next), "\(name) \(own)")
        }
        #expect(position.tell(try event("months", nil)) == nil)
        #expect(position.clock == clock(20))
        #expect(EventPosition("nonsense").clock == nil)
    }

    @Test("what was begun before the state is told anew is told again")
    func interrupted() throws {
        var position = EventPosition(clock(6))
        _ = position.tell(try event("photos", clock(7)))
        position.beginState()
        _ = position.tell(try event("photos", "c:0000000000000000:0"))
        #expect(position.clock == clock(6))
    }

    @Test("a page gets what is there at once, waits for what is not, and ends where nobody reads it")
    func feeds() async throws {
        let feed = PageFeed(number: 1)
        feed.offer(.live)
        feed.offer(.event(try event("photos", "c:1:7")))
        #expect(await feed.take().count == 2)
        async let later = feed.take()
        feed.offer(.lost)
        #expect(await later.count == 1)
        for _ in 0...PageFeed.limit { feed.offer(.lost) }
        #expect(await feed.take().isEmpty)
        feed.offer(.live)
        #expect(await feed.take().isEmpty)
    }

    @Test("a page that hangs up waits no longer")
    func cancelled() async {
        let feed = PageFeed(number: 1)
        let waiting = Task { await feed.take() }
        waiting.cancel()
        #expect(await waiting.value.isEmpty)
    }
}
