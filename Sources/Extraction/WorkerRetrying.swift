import ExtractionWire
import PhotoModel
import Threads

extension WorkerThread {
    /// Reads what a failed worker left unanswered, one file a fresh worker. A file that fails alone is to blame.
    func readAlone(_ suspect: WorkerLedger.Entry) {
        var entry = suspect
        while !entry.isComplete {
            let job = entry.batch.jobs[entry.outcomes.count]
            entry.outcomes.append(readAlone(job, number: entry.nextNumber))
        }
        finish(entry)
    }

    private func readAlone(_ job: ExtractionBatch.Job, number: UInt32) -> ExtractionOutcome {
        guard let connection = makeConnection() else {
            return core.isStopping ? .cancelled : .unreadable(.noReader)
        }
        do throws(WorkerConnection.Failure) {
            let outcome = try exchange(job, number: number, connection)
            core.release(connection.worker)
            backoff.succeeded()
            return outcome
        } catch {
            discard(connection.worker, error)
            switch error {
            case .ended, .nonsense: return .unreadable(.crashedReader)
            case .timedOut: return .unreadable(.timedOut)
            case .interrupted: return .cancelled
            }
        }
    }

    private func exchange(
        _ job: ExtractionBatch.Job,
        number: UInt32,
        _ connection: WorkerConnection
    ) throws(WorkerConnection.Failure) -> ExtractionOutcome {
        let deadline = MonotonicClock.after(core.options.deadline)
        try connection.send(CollectionOfOne(job), firstNumber: number)
        while true {
            switch connection.wait(until: deadline) {
            case .silence: throw .timedOut
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
