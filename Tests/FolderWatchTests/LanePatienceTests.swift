import Testing

@testable import FolderWatch

@Suite("Lanes whose crawlers do not come back")
struct LanePatienceTests {
    private let second: Int64 = 1_000_000_000

    /// Mutable through a constant, so that expectations can be written around it.
    private final class Subject {
        private var patience = LanePatience()
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

    @Test("a pulse tells one call from the next, and whether one was given up")
    func pulse() throws {
        let pulse = LanePulse()
        #expect(pulse.call == nil)
        pulse.enter()
        let first = try #require(pulse.call)
        pulse.beat()
        let second = try #require(pulse.call)
        #expect(first != second)
        // It came back a moment before it would have been given up.
        #expect(!pulse.giveUp(first))
        #expect(!pulse.leave())
        #expect(!pulse.giveUp(second))
        pulse.enter()
        let third = try #require(pulse.call)
        #expect(pulse.giveUp(third))
        #expect(pulse.call == nil)
        #expect(!pulse.giveUp(third))
        pulse.beat()
        #expect(pulse.leave())
        #expect(!pulse.leave())
    }
}
