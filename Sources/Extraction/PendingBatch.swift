import PhotoModel

/// A submitted batch: its files, and whom to tell.
final class PendingBatch: Sendable {
    let jobs: [ExtractionBatch.Job]
    /// Until when (monotonic nanoseconds) its submitter waits for a worker that cannot be started just now; `nil`: as long
    /// as it takes.
    let patience: UInt64?
    private let completion: @Sendable ([ExtractionOutcome]) -> Void
    /// Keeps the jobs' descriptors open.
    private let batch: ExtractionBatch

    init(
        _ batch: ExtractionBatch,
        patience: UInt64? = nil,
        completion: @escaping @Sendable ([ExtractionOutcome]) -> Void
    ) {
        self.batch = batch
        self.patience = patience
        self.completion = completion
        jobs = batch.snapshot()
    }

    /// Whether its submitter would not wait any longer.
    func isOverdue(_ now: UInt64) -> Bool { patience.map { $0 <= now } ?? false }

    /// To be called exactly once, with an outcome for each job.
    func complete(_ outcomes: [ExtractionOutcome]) {
        completion(outcomes)
    }

    /// Gives all files the same outcome.
    func complete(_ outcome: ExtractionOutcome) {
        completion(Array(repeating: outcome, count: jobs.count))
    }
}
