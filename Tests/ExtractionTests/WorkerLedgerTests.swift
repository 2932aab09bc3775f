import Testing

@testable import Extraction

extension PendingBatch {
    /// Of files that nobody reads. Closing descriptor −1 does nothing.
    static func trivial(jobs: Int) -> PendingBatch {
        let batch = ExtractionBatch()
        for _ in 0..<jobs { batch.add(descriptor: -1, size: 1, format: .jpeg) }
        let time = JobTime(deadline: .seconds(10), patience: .seconds(1))
        return PendingBatch(batch.jobs, of: ReadFacts.self, time: time) { _, _ in }
    }
}

@Suite("What a worker was given and has answered")
struct WorkerLedgerTests {
    /// Records answers of jobs that are due. Returns the batches that this completes.
    private func answer(_ numbers: [UInt32], _ ledger: inout WorkerLedger) throws -> [PendingBatch] {
        var complete: [PendingBatch] = []
        for number in numbers {
            _ = try ledger.due(number)
            if let entry = ledger.settle() { complete.append(entry.batch) }
        }
        return complete
    }

    @Test("results in order complete batches, one after the other")
    func inOrder() throws {
        var ledger = WorkerLedger()
        let batches = [PendingBatch.trivial(jobs: 3), .trivial(jobs: 2)]
        let first = ledger.send(batches[0])
        let second = ledger.send(batches[1])
        #expect(second == first &+ 3)
        #expect(ledger.isFull)
        #expect(try answer([first, first + 1], &ledger).isEmpty)
        #expect(try ledger.due(first + 2) === batches[0])
        let complete = try answer([first + 2, second, second + 1], &ledger)
        #expect(complete.count == 2 && complete[0] === batches[0] && complete[1] === batches[1])
        #expect(ledger.isEmpty)
    }

    @Test("a result that is not the next one is refused", arguments: [1, 5, .max] as [UInt32])
    func outOfOrder(number: UInt32) {
        var ledger = WorkerLedger()
        _ = ledger.send(.trivial(jobs: 3))
        #expect(throws: WorkerLedger.UnexpectedResult.self) { try ledger.due(number) }
    }

    @Test("a result nobody asked for is refused")
    func unasked() {
        #expect(throws: WorkerLedger.UnexpectedResult.self) { try WorkerLedger().due(0) }
    }

    @Test(
        "what a failed worker leaves: answered files keep their answers, the batch behind was never touched"
    )
    func remains() throws {
        var ledger = WorkerLedger()
        let first = ledger.send(.trivial(jobs: 3))
        _ = ledger.send(.trivial(jobs: 2))
        _ = try answer([first], &ledger)
        let remains = ledger.abandon()
        #expect(remains.suspect?.answered == 1)
        #expect(remains.suspect?.nextNumber == first &+ 1)
        #expect(remains.untouched.map(\.count) == [2])
        #expect(ledger.isEmpty)
    }

    @Test("restarts are not slowed at first, then more and more, up to seconds, and success forgives")
    func backoff() {
        var backoff = RestartBackoff()
        for _ in 0..<RestartBackoff.patience {
            backoff.failed()
            #expect(backoff.delay == 0)
        }
        var last = 0
        for _ in 0..<100 {
            backoff.failed()
            #expect(backoff.delay >= max(last, 1))
            last = backoff.delay
        }
        #expect(last == RestartBackoff.longestDelay)
        backoff.succeeded()
        #expect(backoff.delay == 0)
    }
}
