import CShims
import ExtractionWire
import Glibc
import Threads

extension WorkerThread {
    /// So often in a row a start may fail before the pool gives up for a while.
    private static let startAttempts = 3

    /// Starts the thread's worker and waits until it has said what holds it. Afterwards there is a connection, or the
    /// pool's state says why there is none.
    func startWorker() {
        connection = makeConnection()
    }

    /// A fresh worker that stands in its sandbox. `nil` where there can be none, or the pool is being shut down.
    func makeConnection() -> WorkerConnection? {
        var lastFailure = ""
        for _ in 0..<Self.startAttempts {
            guard core.isStartable, waitForBackoff() else { return nil }
            do throws(ExtractionError) {
                let worker = try WorkerProcess.start(core.options.worker)
                core.workerStarted(worker)
                let connection = WorkerConnection(worker: worker, wake: wake)
                do throws(WorkerConnection.Failure) {
                    let deadline = MonotonicClock.after(core.options.deadline)
                    let hello = try connection.greet(deadline: deadline) { core.isStopping }
                    guard core.accepts(hello) else {
                        core.release(worker)
                        return nil
                    }
                    return connection
                } catch {
                    discard(worker, error)
                    if case .interrupted = error { return nil }
                    lastFailure = Self.describe(error)
                }
            } catch {
                backoff.failed()
                lastFailure = error.description
            }
        }
        core.cannotStart(lastFailure)
        return nil
    }

    private static func describe(_ failure: WorkerConnection.Failure) -> String {
        switch failure {
        case .ended: "it ended before it was ready"
        case .timedOut: "it did not get ready in time"
        case .nonsense(let what): "it sent \(what) when it started"
        case .interrupted: "it was stopped"
        }
    }

    /// Returns whether to go on: not where the pool is being shut down.
    private func waitForBackoff() -> Bool {
        let deadline = MonotonicClock.after(.milliseconds(backoff.delay))
        while !core.isStopping {
            let rest = MonotonicClock.milliseconds(until: deadline)
            if rest == 0 { return true }
            var request = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, rest) > 0 { photod_event_clear(wake) }
        }
        return false
    }
}
