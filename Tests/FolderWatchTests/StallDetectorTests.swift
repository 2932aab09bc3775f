import Testing

@testable import FolderWatch

@Suite("Lanes whose crawlers do not come back")
struct StallDetectorTests {
    private let second: Int64 = 1_000_000_000

    /// Mutable through a constant, so that expectations can be written around it.
    private final class Subject {
        private var patience = StallDetector()
        var isArmed: Bool { patience.isArmed }
        func update(isWorking: Bool) -> Bool { patience.update(isWorking: isWorking) }
        func look(at calls: [Int: UInt64], now: Int64) -> [Int] { patience.look(at: calls, now: now) }
    }

    @Test("it looks while work is out, and not otherwise")
    func arming() {
        let patience = Subject()
        #expect(!patience.update(isWorking: false))
        #expect(patience.update(isWorking: true))
        #expect(!patience.update(isWorking: true))
        #expect(patience.isArmed)
        #expect(patience.update(isWorking: false))
        #expect(!patience.isArmed)
    }

    @Test(
        "a lane is given up when it has been in one and the same call for ten seconds, and not a moment before"
    )
    func givesUp() {
        let patience = Subject()
        #expect(patience.look(at: [3: 5], now: 0).isEmpty)
        #expect(patience.look(at: [3: 5], now: 10 * second - 1).isEmpty)
        #expect(patience.look(at: [3: 5], now: 10 * second) == [3])
        // Said once: what comes after is another call.
        #expect(patience.look(at: [3: 5], now: 11 * second).isEmpty)
    }

    @Test("a lane that gets on, however slowly, is not given up")
    func slowButAlive() {
        let patience = Subject()
        for turn in 0..<100 {
            #expect(patience.look(at: [0: UInt64(turn)], now: Int64(turn) * 9 * second).isEmpty)
        }
    }

    @Test("a lane that is in no call is not watched, however long its work takes")
    func waitingElsewhere() {
        let patience = Subject()
        #expect(patience.look(at: [0: 5], now: 0).isEmpty)
        #expect(patience.look(at: [:], now: 9 * second).isEmpty)
        #expect(patience.look(at: [0: 5], now: 18 * second).isEmpty)
        #expect(patience.look(at: [0: 5], now: 28 * second) == [0])
    }

    @Test("each lane has its own time, and rest between two works begins it anew")
    func lanes() {
        let patience = Subject()
        #expect(patience.look(at: [0: 1], now: 0).isEmpty)
        #expect(patience.look(at: [0: 1, 1: 1], now: 5 * second).isEmpty)
        #expect(patience.look(at: [0: 1, 1: 1], now: 10 * second) == [0])
        #expect(patience.look(at: [1: 1], now: 15 * second) == [1])
        _ = patience.update(isWorking: true)
        #expect(patience.look(at: [2: 1], now: 20 * second).isEmpty)
        _ = patience.update(isWorking: false)
        _ = patience.update(isWorking: true)
        #expect(patience.look(at: [2: 1], now: 40 * second).isEmpty)
    }

    @Test("a heartbeat tells one call from the next, and whether one was given up")
    func heartbeat() throws {
        let heartbeat = LaneHeartbeat()
        #expect(heartbeat.call == nil)
        heartbeat.enter()
        let first = try #require(heartbeat.call)
        heartbeat.beat()
        let second = try #require(heartbeat.call)
        #expect(first != second)
        // It came back a moment before it would have been given up.
        #expect(!heartbeat.giveUp(first))
        #expect(!heartbeat.leave())
        #expect(!heartbeat.giveUp(second))
        heartbeat.enter()
        let third = try #require(heartbeat.call)
        #expect(heartbeat.giveUp(third))
        #expect(heartbeat.call == nil)
        #expect(!heartbeat.giveUp(third))
        heartbeat.beat()
        #expect(heartbeat.leave())
        #expect(!heartbeat.leave())
    }
}
