import ExtractionWire
import Threads

extension WorkerThread {
    /// Does what a worker left unanswered, one job a fresh worker. A job that fails alone is to blame; one that is slow is
    /// left to those who have time.
    func doAlone(_ suspect: WorkerLedger.Entry) {
        var entry = suspect
        while !entry.isComplete {
            if let end = doNext(entry) {
                entry.batch.note(end)
                if end == .slow { entry.slow += 1 }
            }
            entry.answered += 1
        }
        finish(entry)
    }

    /// Does the next job of a batch. `nil` where it was answered. Where its worker is killed from outside, nothing is known
    /// of the job, unless it happens again and again: then it may be the job's size that the kernel kills for.
    private func doNext(_ entry: WorkerLedger.Entry) -> JobEnd? {
        for _ in 0..<Self.killLimit {
            guard let connection = makeConnection(for: entry.batch) else { return withoutWorker(entry.batch) }
            do throws(WorkerConnection.Failure) {
                try exchange(entry, connection)
                core.release(connection.worker)
                backoff.succeeded()
                return nil
            } catch {
                let end = discard(connection.worker, error, deadline: entry.batch.time.deadline)
                switch error {
                case .ended where end.isSomebodysDoing: continue
                case .ended, .nonsense: return .crashed
                case .slow: return .slow
                case .timedOut: return .timedOut
                case .interrupted: return .cancelled
                }
            }
        }
        return .crashed
    }

    /// So often in a row a job's worker may be killed before the job is to blame.
    private static let killLimit = 16

    private func withoutWorker(_ batch: PendingBatch) -> JobEnd {
        if core.isStopping { return .cancelled }
        if core.isStartable, batch.isOverdue(MonotonicClock.now()) { return .unavailable }
        core.noteRefusal()
        return .noWorker
    }

    /// Has the next job of a batch done, and notes the answer. Where it throws nothing is noted.
    private func exchange(
        _ entry: WorkerLedger.Entry,
        _ connection: WorkerConnection
    ) throws(WorkerConnection.Failure) {
        let batch = entry.batch
        let isAlone = core.options.isAlone
        let deadline = MonotonicClock.after(isAlone ? batch.time.deadline : batch.time.trial)
        try connection.send(batch, entry.answered..<(entry.answered + 1), firstNumber: entry.nextNumber)
        while true {
            switch connection.wait(until: deadline) {
            case .silence: throw isAlone ? .timedOut : .slow
            case .woken: if core.isStopping { throw .interrupted }
            case .message:
                let mayReturn = batch.jobs.limits.returnsDescriptor
                guard var reply = try connection.receive(withDescriptors: mayReturn) else { continue }
                guard reply.count == 1, let result = try connection.next(&reply),
                    result.number == entry.nextNumber, try connection.next(&reply) == nil
                else { throw .nonsense("\(reply.count) results for one file") }
                return try WorkerConnection.decoding { () throws(WireError) in try batch.note(result.answer) }
            }
        }
    }
}
