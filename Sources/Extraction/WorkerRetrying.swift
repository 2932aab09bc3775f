import ExtractionWire
import Glibc
import PhotoModel
import Threads

extension WorkerThread {
    /// Reads what a worker left unanswered, one file a fresh worker. A file that fails alone is to blame; one that is slow
    /// is left to those who have time.
    func readAlone(_ suspect: WorkerLedger.Entry) {
        var entry = suspect
        while !entry.isComplete {
            entry.outcomes.append(readAlone(entry))
        }
        finish(entry)
    }

    /// Reads the next file of a batch. Where its reader is killed from outside, nothing is known of the file, unless it
    /// happens again and again: then it may be the file's size that the kernel kills for.
    private func readAlone(_ entry: WorkerLedger.Entry) -> ExtractionOutcome {
        let job = entry.batch.jobs[entry.outcomes.count]
        for _ in 0..<Self.killLimit {
            guard let connection = makeConnection(for: entry.batch) else { return withoutWorker(entry.batch) }
            do throws(WorkerConnection.Failure) {
                let outcome = try exchange(job, number: entry.nextNumber, connection)
                core.release(connection.worker)
                backoff.succeeded()
                return outcome
            } catch {
                let end = discard(connection.worker, error)
                switch error {
                case .ended where end == .signal(SIGKILL): continue
                case .ended, .nonsense: return .unreadable(.crashedReader)
                case .slow: return .slow
                case .timedOut: return .unreadable(.timedOut)
                case .interrupted: return .cancelled
                }
            }
        }
        return .unreadable(.crashedReader)
    }

    /// So often in a row a file's reader may be killed before the file is to blame.
    private static let killLimit = 16

    private func withoutWorker(_ batch: PendingBatch) -> ExtractionOutcome {
        if core.isStopping { return .cancelled }
        if core.isStartable, batch.isOverdue(MonotonicClock.now()) { return .unavailable }
        core.noteRefusal()
        return .unreadable(.noReader)
    }

    private func exchange(
        _ job: ExtractionBatch.Job,
        number: UInt32,
        _ connection: WorkerConnection
    ) throws(WorkerConnection.Failure) -> ExtractionOutcome {
        let options = core.options
        let deadline = MonotonicClock.after(options.isAlone ? options.deadline : options.trial)
        try connection.send(CollectionOfOne(job), firstNumber: number)
        while true {
            switch connection.wait(until: deadline) {
            case .silence: throw options.isAlone ? .timedOut : .slow
            case .woken: if core.isStopping { throw .interrupted }
            case .message:
                guard let results = try connection.receive() else { continue }
                guard results.count == 1, results[0].number == number else {
                    throw .nonsense("\(results.count) results for one file")
                }
                return ExtractionOutcome(results[0].outcome)
            }
        }
    }
}
