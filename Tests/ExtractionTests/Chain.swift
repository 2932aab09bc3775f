import Synchronization

@testable import Extraction

/// Submits batches from completions, each of which starts the next.
final class Chain: Sendable {
    private let pool: ExtractionPool
    private let batches: Mutex<[ExtractionBatch]>

    init(pool: ExtractionPool, batches: [ExtractionBatch]) {
        self.pool = pool
        self.batches = Mutex(batches)
    }

    func submit(first count: Int, done: @escaping @Sendable () -> Void) {
        for _ in 0..<count { submitNext(done) }
    }

    private func submitNext(_ done: @escaping @Sendable () -> Void) {
        guard let batch = batches.withLock({ $0.popLast() }) else { return }
        pool.submit(batch) { _ in
            self.submitNext(done)
            done()
        }
    }
}
