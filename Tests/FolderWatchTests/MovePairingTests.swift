import PhotoModel
import Testing

@testable import FolderWatch

@Suite("Pairing the halves of a rename")
struct MovePairingTests {
    private var moves = MovePairing()
    private let node = NodeID(index: 1, generation: 0)

    private func departure(_ cookie: UInt32, isDirectory: Bool = true, at time: Int64 = 0)
        -> MovePairing.Departure
    {
        MovePairing.Departure(
            cookie: cookie,
            node: node,
            name: FileName("\(cookie)"),
            isDirectory: isDirectory,
            child: nil,
            deadline: time + MovePairing.patience
        )
    }

    @Test("the second half finds the first by its cookie, once, also with others between")
    mutating func pairs() {
        for cookie: UInt32 in 1...3 { #expect(moves.depart(departure(cookie)) == nil) }
        #expect(moves.arrive(cookie: 2, isDirectory: true)?.cookie == 2)
        #expect(moves.arrive(cookie: 2, isDirectory: true) == nil)
        #expect(moves.arrive(cookie: 1, isDirectory: false) == nil)
        #expect(moves.arrive(cookie: 3, isDirectory: true)?.cookie == 3)
    }

    @Test("an arrival is in doubt while the same rename has another first half")
    mutating func doubt() {
        for cookie: UInt32 in [1, 2, 2] { #expect(moves.depart(departure(cookie)) == nil) }
        let first = moves.arrive(cookie: 2, isDirectory: true)
        #expect(first.map { moves.isDoubtful($0) } == true)
        let second = moves.arrive(cookie: 1, isDirectory: true)
        #expect(second.map { moves.isDoubtful($0) } == false)
    }

    @Test("a directory that does not arrive in time has gone; files need no timer")
    mutating func settling() {
        _ = moves.depart(departure(1, isDirectory: false))
        #expect(moves.nextDeadline == nil)
        _ = moves.depart(departure(2, at: 10))
        #expect(moves.nextDeadline == 10 + MovePairing.patience)
        #expect(moves.settle(now: 9 + MovePairing.patience).isEmpty)
        #expect(moves.settle(now: 10 + MovePairing.patience).map(\.cookie) == [2])
        #expect(moves.nextDeadline == nil)
    }

    @Test("where events were lost everything is settled at once")
    mutating func settlingAll() {
        _ = moves.depart(departure(1))
        #expect(moves.settle(now: 0, all: true).map(\.cookie) == [1])
    }

    @Test("memory is bounded: the oldest of too many is final")
    mutating func limit() {
        for cookie in 0..<UInt32(MovePairing.limit) { #expect(moves.depart(departure(cookie)) == nil) }
        #expect(moves.depart(departure(9_999))?.cookie == 0)
    }

    @Test("something new under the name makes a departure final")
    mutating func replacing() {
        _ = moves.depart(departure(4))
        let (four, five) = (Array("4".utf8), Array("5".utf8))
        #expect(five.withUnsafeBytes { moves.replace(node, $0) } == nil)
        #expect(four.withUnsafeBytes { moves.replace(node, $0) }?.cookie == 4)
        #expect(moves.arrive(cookie: 4, isDirectory: true) == nil)
    }
}

@Suite("The poll schedule")
struct PollScheduleTests {
    private let second: Int64 = 1_000_000_000

    @Test("nothing to poll means no deadline; a cheap pass comes every 20 seconds")
    func cheap() {
        var poll = PollSchedule()
        poll.update(isNeeded: false, now: 0)
        #expect(poll.nextDeadline == nil)
        poll.update(isNeeded: true, now: 5 * second)
        poll.update(isNeeded: true, now: 9 * second)
        #expect(poll.nextDeadline == 25 * second)
        #expect(!poll.isDue(now: 24 * second) && poll.isDue(now: 25 * second))
        poll.begin(epoch: 3, now: 25 * second)
        #expect(poll.nextDeadline == nil)
        poll.finish(now: 26 * second)
        #expect(poll.nextDeadline == 45 * second)
        poll.update(isNeeded: false, now: 27 * second)
        #expect(poll == PollSchedule())
    }

    @Test("a pass that takes long comes seldom")
    func expensive() {
        var poll = PollSchedule()
        poll.update(isNeeded: true, now: 0)
        poll.begin(epoch: 1, now: 20 * second)
        poll.finish(now: 30 * second)
        #expect(poll.nextDeadline == 120 * second)
    }
}
