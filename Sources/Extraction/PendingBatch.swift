import ExtractionWire

/// A submitted batch: its jobs, and whom to tell. Of what kind they are only its closures know, so that all else is the
/// same for every kind.
final class PendingBatch: Sendable {
    /// Owns the jobs' descriptors.
    let jobs: JobList
    let count: Int
    let time: JobTime
    /// Until when (monotonic nanoseconds) its submitter waits for a worker that cannot be started just now; `nil`: as long
    /// as it takes.
    let patience: UInt64?
    private let answered: @Sendable (JobAnswer) throws(WireError) -> Void
    private let ended: @Sendable (JobEnd) -> Void
    private let completed: @Sendable () -> Void

    /// - Parameter completion: is told the outcomes of all jobs, and the numbers of those that are slow.
    init<Job: WorkerJob>(
        _ jobs: JobList,
        of _: Job.Type,
        time: JobTime,
        patience: UInt64? = nil,
        completion: @escaping @Sendable ([Job.Outcome], [Int]) -> Void
    ) {
        self.jobs = jobs
        self.time = time
        self.patience = patience
        count = jobs.count
        let list = OutcomeList<Job.Outcome>(capacity: count)
        answered = { (answer: JobAnswer) throws(WireError) in list.append(try Job.outcome(answer)) }
        ended = { end in list.append(Job.outcome(end), isSlow: end == .slow) }
        completed = {
            let all = list.all
            completion(all.outcomes, all.slow)
        }
    }

    /// Whether its submitter would not wait any longer.
    func isOverdue(_ now: UInt64) -> Bool { patience.map { $0 <= now } ?? false }

    /// Notes what a worker answered of the next job. Where it throws nothing is noted.
    func note(_ answer: JobAnswer) throws(WireError) {
        if case .done(let payload, let descriptor) = answer {
            guard payload.count <= jobs.limits.replyLength else { throw .payload(payload.count) }
            guard descriptor == nil || jobs.limits.returnsDescriptor else { throw .descriptors }
        }
        try answered(answer)
    }

    /// Notes how the next job ended without an answer.
    func note(_ end: JobEnd) {
        ended(end)
    }

    /// To be called exactly once, when something is noted for each job.
    func complete() {
        completed()
    }

    /// Gives all jobs the same end. Nothing was noted before.
    func complete(_ end: JobEnd) {
        for _ in 0..<count { ended(end) }
        completed()
    }
}
