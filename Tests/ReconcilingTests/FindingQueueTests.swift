import Extraction
import PhotoModel
import Synchronization
import Testing
import Threads

@testable import Findings

@Suite("The queue to the writer")
struct FindingQueueTests {
    private func slot(_ lane: Int, reads: Int = 0, weight: Int = 1) -> FindingSlot {
        FindingSlot(.finished([]), lane: lane, reads: reads, weight: weight)
    }

    private func take(_ queue: FindingQueue) throws -> [FindingSlot] {
        guard case .work(let findings, _) = queue.next() else {
            Issue.record("the queue has stopped")
            return []
        }
        return findings
    }

    @Test("keeps a lane's order where a worker is late, and lets other lanes pass")
    func order() throws {
        let queue = FindingQueue()
        let (late, after, other) = (slot(1, reads: 2), slot(1), slot(2))
        queue.append(late)
        queue.append(after)
        queue.append(other)
        #expect(try take(queue).map(ObjectIdentifier.init) == [ObjectIdentifier(other)])
        late.fulfil([1], with: [.unreadable(.damaged)])
        queue.append(other)
        #expect(
            try take(queue).map(ObjectIdentifier.init) == [ObjectIdentifier(other)],
            "half of it is missing"
        )
        late.fulfil([0], with: [.unreadable(.empty)])
        #expect(try take(queue).map(ObjectIdentifier.init) == [late, after].map(ObjectIdentifier.init))
        #expect(late.outcomes == [.unreadable(.empty), .unreadable(.damaged)])
    }

    @Test("gives each lane its turn beside a busy one")
    func fairness() throws {
        let queue = FindingQueue()
        for _ in 0..<3 { queue.append(slot(1, weight: 1000)) }
        queue.append(slot(2, weight: 1000))
        let first = try take(queue)
        #expect(Set(first.map(\.lane)) == [1, 2])
    }

    @Test("a ticket is written when its finding and all before it are")
    func tickets() throws {
        let queue = FindingQueue()
        let first = queue.append(slot(1))
        let second = queue.append(slot(1))
        #expect(!queue.isWritten(first, lane: 1))
        queue.wrote([slot(1)])
        queue.waitUntilWritten(first, lane: 1)
        #expect(queue.isWritten(first, lane: 1))
        #expect(!queue.isWritten(second, lane: 1))
        queue.abandonWaiters()
        queue.waitUntilWritten(second, lane: 1)
    }

    @Test("a crawler waits while the queue is full, and goes on when there is room")
    func bound() throws {
        let queue = FindingQueue()
        queue.append(slot(1, weight: 5000))
        let appended = Monitor(false)
        let waiting = slot(1)
        let started = NamedThread("append") {
            queue.append(waiting)
            appended.update { $0 = true }
        }
        let thread = try #require(started)
        #expect(!appended.withLock { $0 })
        #expect(try take(queue).count == 1)
        appended.wait { $0 ? () : nil }
        thread.join()
        #expect(try take(queue).count == 1)
    }

    @Test("what is complete and ordered is worked off before it stops; later orders are refused")
    func stop() throws {
        let queue = FindingQueue()
        queue.append(slot(1))
        queue.append {}
        queue.stop()
        guard case .work(let findings, let orders) = queue.next() else {
            Issue.record("stopped too early")
            return
        }
        #expect(findings.count == 1)
        #expect(orders.count == 1)
        guard case .stop = queue.next() else {
            Issue.record("did not stop")
            return
        }
        let isTaken = queue.append {}
        #expect(!isTaken)
    }

    @Test("a pause ends with an order, which is handed out")
    func pause() throws {
        let queue = FindingQueue()
        queue.append {}
        #expect(queue.pause(seconds: 3600).count == 1)
        queue.abandonWaiters()
        #expect(queue.pause(seconds: 3600).isEmpty)
    }

    /// Takes what is there, with an hour's patience for more.
    private func gather(_ queue: FindingQueue) throws -> Int {
        guard case .work(let findings, _) = queue.next(gathering: { 3_600_000_000_000 }) else {
            Issue.record("the queue has stopped")
            return 0
        }
        return findings.count
    }

    @Test(
        "gathers findings while nobody waits for them, until they are worth a transaction",
        .timeLimit(.minutes(20))
    )
    func gathering() throws {
        let queue = FindingQueue()
        for _ in 0..<4 { queue.append(slot(1, weight: 300)) }
        #expect(try gather(queue) == 4)
    }

    @Test("what is found first is written soon, and the more there is the more is gathered")
    func gatheredPart() {
        #expect(FindingQueue.enough(after: 0) == 64)
        #expect(FindingQueue.enough(after: 10_000) == 312)
        #expect(FindingQueue.enough(after: 1_000_000) == 1024)
    }

    @Test("gathers no longer than it is to", .timeLimit(.minutes(20)))
    func gatheringTime() throws {
        let queue = FindingQueue()
        queue.append(slot(1))
        guard case .work(let findings, _) = queue.next(gathering: { 1_000_000 }) else {
            Issue.record("the queue has stopped")
            return
        }
        #expect(findings.count == 1)
    }

    @Test("writes at once what a crawler waits for, and what is ordered", .timeLimit(.minutes(20)))
    func demand() throws {
        let queue = FindingQueue()
        let ticket = queue.append(slot(1))
        let crawler = try #require(NamedThread("crawler") { queue.waitUntilWritten(ticket, lane: 1) })
        #expect(try gather(queue) == 1)
        queue.wrote([slot(1)])
        crawler.join()
        queue.append(slot(1))
        queue.append(order: {})
        #expect(try gather(queue) == 1)
    }

    @Test(
        "writes at once when a crawler rests, also what its readers are late with",
        .timeLimit(.minutes(20))
    )
    func rest() throws {
        let queue = FindingQueue()
        let late = slot(1, reads: 1)
        queue.append(slot(1))
        queue.append(late)
        queue.hurry()
        #expect(try gather(queue) == 1)
        late.fulfil([0], with: [.unreadable(.empty)])
        #expect(try gather(queue) == 1)
        for _ in 0..<2 { queue.append(slot(1, weight: 600)) }
        #expect(try gather(queue) == 2, "what comes after the rest is gathered again")
    }
}
