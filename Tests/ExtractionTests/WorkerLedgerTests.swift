import ExtractionWire
import PhotoModel
import Testing

@testable import Extraction

@Suite("What a worker was given and has answered")
struct WorkerLedgerTests {
    private func batch(_ count: Int) -> PendingBatch {
        let batch = ExtractionBatch()
        // Descriptor −1: nothing is read here, and closing it does nothing.
        for _ in 0..<count { batch.add(descriptor: -1, size: 1, format: .jpeg) }
        return PendingBatch(batch) { _ in }
    }

    private func result(_ number: UInt32) -> JobResult {
        JobResult(number: number, outcome: .unreadable(.damaged))
    }

    @Test("results in order complete batches, one after the other and several at once")
    func inOrder() throws {
        var ledger = WorkerLedger()
        let first = ledger.send(batch(3))
        let second = ledger.send(batch(2))
        #expect(second == first &+ 3)
        #expect(ledger.isFull)
        #expect(try ledger.accept([result(first), result(first + 1)]).isEmpty)
        let complete = try ledger.accept([result(first + 2), result(second), result(second + 1)])
        #expect(complete.map(\.outcomes.count) == [3, 2])
        #expect(ledger.isEmpty)
    }

    @Test("a result that is not the next one is refused", arguments: [1, 5, .max] as [UInt32])
    func outOfOrder(number: UInt32) {
        var ledger = WorkerLedger()
        _ = ledger.send(batch(3))
        #expect(throws: WorkerLedger.UnexpectedResult.self) { try ledger.accept([result(number)]) }
    }

    @Test("a result nobody asked for is refused")
    func unasked() {
        var ledger = WorkerLedger()
        #expect(throws: WorkerLedger.UnexpectedResult.self) { try ledger.accept([result(0)]) }
    }

    @Test(
        "what a failed worker leaves: answered files keep their answers, the batch behind was never touched"
    )
    func remains() throws {
        var ledger = WorkerLedger()
        let first = ledger.send(batch(3))
        _ = ledger.send(batch(2))
        _ = try ledger.accept([result(first)])
        let remains = ledger.abandon()
        #expect(remains.suspect?.outcomes.count == 1)
        #expect(remains.suspect?.nextNumber == first &+ 1)
        #expect(remains.untouched.map(\.jobs.count) == [2])
        #expect(remains.complete.isEmpty)
        #expect(ledger.isEmpty)
    }

    @Test("a batch completed by the message that went wrong further on is not lost")
    func completeBeforeNonsense() {
        var ledger = WorkerLedger()
        let first = ledger.send(batch(1))
        _ = ledger.send(batch(2))
        #expect(throws: WorkerLedger.UnexpectedResult.self) {
            try ledger.accept([result(first), result(99)])
        }
        let remains = ledger.abandon()
        #expect(remains.complete.map(\.outcomes.count) == [1])
        #expect(remains.suspect?.outcomes.isEmpty == true)
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
