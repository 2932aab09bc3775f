import PhotoModel
import Testing

@testable import FolderWatch

@Suite("The dirty set")
struct DirtySetTests {
    private var dirty = DirtySet()
    private let a = NodeID(index: 1, generation: 0)
    private let b = NodeID(index: 2, generation: 0)
    private let c = NodeID(index: 3, generation: 0)
    private let second: Int64 = 1_000_000_000

    private mutating func take() throws -> DirtySet.Taken {
        let taken = dirty.takeNext(lane: 0)
        return try #require(taken)
    }

    @Test("marks of one directory merge into the widest, in order of the first")
    mutating func merging() throws {
        dirty.mark(a, lane: 0, name: FileName("x"))
        dirty.mark(b, lane: 0, .tree)
        dirty.mark(a, lane: 0, .listing, force: true)
        dirty.mark(a, lane: 0, name: FileName("y"))
        let first = try take()
        #expect(first.node == a && first.kind == .listing && first.force)
        #expect(Set(first.names) == [FileName("x"), FileName("y")])
        let next = try take()
        #expect(next.node == b && next.kind == .tree && !next.force)
        #expect(dirty.takeNext(lane: 0) == nil)
    }

    @Test("it counts how often nothing was left, whether looked at or gone")
    mutating func rests() throws {
        dirty.mark(a, lane: 0, .listing)
        dirty.mark(b, lane: 0, .listing)
        let first = try take()
        dirty.mark(a, lane: 0, .listing)
        dirty.release(ticket: first.ticket)
        let second = try take()
        dirty.release(ticket: second.ticket)
        #expect(dirty.rests == 0)
        dirty.forget(a)
        #expect(dirty.rests == 1)
        dirty.mark(c, lane: 0, .listing)
        dirty.release(ticket: try take().ticket)
        #expect(dirty.rests == 2)
    }

    @Test("too many names become a listing that reads pending names as well")
    mutating func collapse() throws {
        for number in 0...DirtyMark.nameLimit { dirty.mark(a, lane: 0, name: FileName("\(number)")) }
        let taken = try take()
        #expect(taken.kind == .listing && taken.includesPending && taken.names.isEmpty)
    }

    @Test("a pending name is due two seconds after its last event")
    mutating func deadline() throws {
        dirty.touch(a, lane: 0, name: FileName("x"), isFolderRule: false, now: 0)
        dirty.touch(a, lane: 0, name: FileName("y"), isFolderRule: false, now: second)
        #expect(dirty.nextDeadline == 2 * second)
        dirty.touch(a, lane: 0, name: FileName("x"), isFolderRule: false, now: 2 * second - 1)
        #expect(dirty.nextDeadline == 3 * second)
        dirty.expire(now: 3 * second - 1)
        #expect(dirty.takeNext(lane: 0) == nil)
        dirty.expire(now: 3 * second)
        #expect(try take().names == [FileName("y")])
        #expect(dirty.pending.names(of: a) == [FileName("x")])
        dirty.expire(now: 4 * second)
        #expect(try take().names == [FileName("x")])
        #expect(dirty.nextDeadline == nil && dirty.pending.count == 0)
    }

    @Test("closing makes a pending name dirty at once and leaves no deadline")
    mutating func closing() throws {
        dirty.touch(a, lane: 0, name: FileName("x"), isFolderRule: false, now: 0)
        dirty.settle(a, lane: 0, name: FileName("x"), isFolderRule: false)
        #expect(dirty.nextDeadline == nil)
        #expect(try take().names == [FileName("x")])
    }

    @Test("a folder rule makes its directory dirty, not itself")
    mutating func folderRule() throws {
        dirty.touch(a, lane: 0, name: FileName(".nomedia"), isFolderRule: true, now: 0)
        dirty.expire(now: 2 * second)
        let taken = try take()
        #expect(taken.kind == .tree && taken.names.isEmpty)
    }

    @Test("promoted names are dirty as they stand and dirty again when closed")
    mutating func promotion() throws {
        dirty.touch(a, lane: 0, name: FileName("x"), isFolderRule: false, now: 0)
        dirty.promotePending()
        #expect(try take().names == [FileName("x")])
        #expect(dirty.pending.contains(a, FileName("x")))
        dirty.settle(a, lane: 0, name: FileName("x"), isFolderRule: false)
        #expect(try take().names == [FileName("x")])
    }

    @Test("what a barrier had read as it stands is left out by nobody, until more is heard of it")
    mutating func askedNames() {
        let (x, y) = (FileName("x"), FileName("y"))
        dirty.touch(a, lane: 0, name: x, isFolderRule: false, now: 0)
        #expect(dirty.pending.unaskedNames(of: a) == [x])
        dirty.promotePending()
        #expect(dirty.pending.unaskedNames(of: a).isEmpty)
        #expect(dirty.pending.names(of: a) == [x])
        dirty.touch(a, lane: 0, name: y, isFolderRule: false, now: 1)
        #expect(dirty.pending.unaskedNames(of: a) == [y])
        dirty.touch(a, lane: 0, name: x, isFolderRule: false, now: 2)
        #expect(dirty.pending.unaskedNames(of: a) == [x, y])
    }

    @Test("beyond the limit of pending names further ones are read at each event")
    mutating func pendingLimit() throws {
        for number in 0..<DirtySet.pendingLimit {
            dirty.touch(a, lane: 0, name: FileName("\(number)"), isFolderRule: false, now: 0)
        }
        dirty.touch(b, lane: 0, name: FileName("x"), isFolderRule: false, now: 0)
        #expect(dirty.pending.count == DirtySet.pendingLimit)
        #expect(try take().node == b)
        dirty.touch(a, lane: 0, name: FileName("7"), isFolderRule: false, now: 5)
        #expect(dirty.takeNext(lane: 0) == nil)
    }

    @Test("what a crawl finds goes depth first and takes turns with what events mark")
    mutating func order() throws {
        let nodes = (10..<16).map { NodeID(index: $0, generation: 0) }
        for node in nodes[..<3] { dirty.markFound(node, lane: 0, .tree, epoch: 1) }
        for node in nodes[3...] { dirty.mark(node, lane: 0, .listing) }
        var order: [Int32] = []
        while let taken = dirty.takeNext(lane: 0) { order.append(taken.node.index) }
        #expect(order == [13, 12, 14, 11, 15, 10])
    }

    @Test("a busy folder does not starve another one")
    mutating func fairness() throws {
        dirty.mark(a, lane: 0, name: FileName("1"))
        dirty.mark(b, lane: 0, name: FileName("1"))
        #expect(try take().node == a)
        dirty.mark(a, lane: 0, name: FileName("2"))
        #expect(try take().node == b)
    }

    @Test("lanes do not see each other's work")
    mutating func lanes() {
        dirty.mark(a, lane: 1, .tree)
        #expect(!dirty.hasWork(lane: 0) && dirty.hasWork(lane: 1))
        #expect(dirty.takeNext(lane: 0) == nil)
        #expect(dirty.takeNext(lane: 1)?.node == a)
    }

    @Test("an epoch is drained when its marks are released, not when they are taken")
    mutating func epochs() throws {
        dirty.mark(a, lane: 0, .listing)
        let first = dirty.advanceEpoch()
        dirty.mark(b, lane: 0, .listing)
        let work = try take()
        #expect(!dirty.isDrained(through: first))
        dirty.release(ticket: work.ticket)
        #expect(dirty.isDrained(through: first))
        #expect(!dirty.isDrained(through: dirty.epoch))
        dirty.release(ticket: work.ticket)
        let other = try take()
        #expect(!dirty.isDrained(through: dirty.epoch))
        dirty.release(ticket: other.ticket)
        #expect(dirty.isDrained(through: dirty.epoch))
    }

    @Test("a mark keeps the epoch in which it was first made; a later mark of taken work has its own")
    mutating func firstEpoch() throws {
        dirty.mark(a, lane: 0, .listing)
        let first = dirty.advanceEpoch()
        dirty.mark(a, lane: 0, .tree)
        let work = try take()
        #expect(work.epoch == first)
        dirty.mark(a, lane: 0, .listing)
        dirty.release(ticket: work.ticket)
        #expect(dirty.isDrained(through: first))
        #expect(try take().epoch == first + 1)
    }

    @Test("what is found belongs to the epoch of the work that found it, even where it was marked later")
    mutating func inheritedEpoch() throws {
        let first = dirty.advanceEpoch()
        dirty.mark(b, lane: 0, .listing)
        #expect(dirty.isDrained(through: first))
        dirty.markFound(b, lane: 0, .tree, epoch: first)
        #expect(!dirty.isDrained(through: first))
        let work = try take()
        #expect(work.epoch == first && work.kind == .tree)
        dirty.release(ticket: work.ticket)
        #expect(dirty.isDrained(through: dirty.epoch))
    }

    @Test("a barrier does not wait for a lane that cannot be reached")
    mutating func unreachable() {
        dirty.mark(a, lane: 0, .listing)
        dirty.mark(b, lane: 3, .listing)
        #expect(!dirty.isDrained(through: 1, except: [3]))
        if let work = dirty.takeNext(lane: 0) { dirty.release(ticket: work.ticket) }
        #expect(dirty.isDrained(through: 1, except: [3]))
        #expect(!dirty.isDrained(through: 1))
    }

    @Test(
        "what is marked or being looked at in a lane that cannot be reached does not count as something to do"
    )
    mutating func restWithout() throws {
        dirty.mark(a, lane: 0, .listing)
        dirty.mark(b, lane: 3, .listing)
        let taken = dirty.takeNext(lane: 3)
        let hanging = try #require(taken)
        dirty.mark(b, lane: 3, .listing)
        #expect(!dirty.isAtRest(except: [3]))
        let work = try take()
        #expect(!dirty.isAtRest(except: [3]))
        dirty.release(ticket: work.ticket)
        #expect(dirty.isAtRest(except: [3]) && !dirty.isAtRest(except: []))
        // As far as the writer is concerned nothing has come to rest.
        #expect(dirty.rests == 0)
        dirty.release(ticket: hanging.ticket)
        #expect(!dirty.isAtRest(except: []))
    }

    @Test("a forgotten directory holds up nothing, but work that is out still does")
    mutating func forgetting() throws {
        dirty.mark(a, lane: 0, .listing)
        let work = try take()
        dirty.mark(a, lane: 0, .listing)
        dirty.touch(a, lane: 0, name: FileName("x"), isFolderRule: false, now: 0)
        dirty.forget(a)
        #expect(dirty.takeNext(lane: 0) == nil && dirty.nextDeadline == nil)
        #expect(!dirty.isDrained(through: 1))
        dirty.release(ticket: work.ticket)
        #expect(dirty.isDrained(through: 1) && dirty.count == 0)
    }

    @Test("what is forgotten before its turn leaves the line, too")
    mutating func forgottenInLine() throws {
        for number in 0..<1_000 {
            let gone = NodeID(index: Int32(number), generation: 1)
            dirty.markFound(gone, lane: 0, .tree, epoch: 1)
            dirty.mark(NodeID(index: Int32(number), generation: 2), lane: 0, .listing)
            dirty.forget(gone)
            dirty.release(ticket: try take().ticket)
        }
        #expect(dirty.lanes[0].queue.isEmpty && dirty.lanes[0].found.isEmpty && dirty.count == 0)
        // Those that are not forgotten stay, in their order.
        dirty.markFound(a, lane: 0, .tree, epoch: dirty.epoch)
        dirty.markFound(b, lane: 0, .tree, epoch: dirty.epoch)
        dirty.forget(b)
        #expect(try take().node == a)
        #expect(dirty.takeNext(lane: 0) == nil)
    }

    @Test("a long queue is worked off in order while it grows")
    mutating func longQueue() throws {
        var next: Int32 = 0
        var expected: Int32 = 0
        for _ in 0..<3_000 {
            for _ in 0..<2 {
                dirty.mark(NodeID(index: next, generation: 0), lane: 0, .listing)
                next += 1
            }
            #expect(try take().node.index == expected)
            expected += 1
        }
        while let taken = dirty.takeNext(lane: 0) {
            #expect(taken.node.index == expected)
            expected += 1
        }
        #expect(expected == next)
    }

    @Test("what work led to and cannot be looked at yet is waited for as long as that work would have been")
    mutating func postponed() throws {
        dirty.mark(a, lane: 0, .listing)
        let first = dirty.advanceEpoch()
        let work = try take()
        dirty.mark(b, lane: 1, .listing)
        let second = dirty.advanceEpoch()
        let ticket = dirty.hold(c, lane: 0)
        dirty.release(ticket: work.ticket)
        #expect(!dirty.isDrained(through: first))
        // It counts for its own lane, and nobody can take it.
        #expect(dirty.isDrained(through: first, except: [0]))
        #expect(!dirty.hasWork(lane: 0))
        #expect(dirty.hasWorkOut(except: []))
        dirty.mark(a, lane: 0, name: FileName("x"), staysPending: true, epoch: dirty.oldestEpoch)
        dirty.release(ticket: ticket)
        #expect(!dirty.isDrained(through: first))
        let again = try take()
        #expect(again.node == a && again.epoch == first)
        dirty.release(ticket: again.ticket)
        #expect(dirty.isDrained(through: first))
        #expect(!dirty.isDrained(through: second))
    }
}
