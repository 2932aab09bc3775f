import PhotoModel

/// A submitted batch: its files, and whom to tell.
final class PendingBatch: Sendable {
    let jobs: [ExtractionBatch.Job]
    private let completion: @Sendable ([ExtractionOutcome]) -> Void
    /// Keeps the jobs' descriptors open.
    private let batch: ExtractionBatch

    init(_ batch: ExtractionBatch, completion: @escaping @Sendable ([ExtractionOutcome]) -> Void) {
        self.batch = batch
        self.completion = completion
        jobs = batch.snapshot()
    }

    /// To be called exactly once, with an outcome for each job.
    func complete(_ outcomes: [ExtractionOutcome]) {
        completion(outcomes)
    }

    /// Gives all files the same outcome.
    func complete(_ outcome: ExtractionOutcome) {
        completion(Array(repeating: outcome, count: jobs.count))
    }
}
