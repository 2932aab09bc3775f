import CShims
import ExtractionWire
import Glibc
import Threads

extension WorkerThread {
    /// So often in a row a start may fail, for reasons that do not pass by themselves, before the pool gives up for a
    /// while.
    private static let startAttempts = 3
    /// Milliseconds between them: while a program is installed, it is not whole for a moment.
    private static let attemptPause = 250
    /// How long work is held back before it is told.
    private static let silentNanoseconds: UInt64 = 1_000_000_000

    private enum Attempt {
        case connected(WorkerConnection)
        /// Nothing is to be parsed here, or the pool is being shut down.
        case refused
        case failed(String, Prospect)
    }

    /// What may become of a start if it is tried again.
    private enum Prospect {
        /// The worker starts as soon as something is over.
        case passing
        /// The start is likely to fail again.
        case lasting
        /// There is no program.
        case missing
    }

    /// Starts the thread's worker and waits until it has said what holds it. Afterwards there is a connection, or the
    /// pool's state says why there is none. Where each file has a worker of its own, this one was only to show that
    /// workers start again, and goes.
    func startWorker() {
        connection = makeConnection(for: nil)
        if core.options.isAlone { retire() }
    }

    /// A fresh worker that stands in its sandbox. `nil` where there can be none, the pool is being shut down, or nobody
    /// waits any longer. What keeps a worker from starting for a moment is waited for.
    ///
    /// - Parameter batch: what the thread wants it for; `nil`: for what is queued.
    func makeConnection(for batch: PendingBatch?) -> WorkerConnection? {
        var failures = 0
        let begin = MonotonicClock.now()
        while core.isStartable, pause(milliseconds: backoff.delay) {
            switch attempt() {
            case .connected(let connection): return connection
            case .refused: return nil
            case .failed(let why, .passing):
                let isLong = MonotonicClock.now() - begin >= Self.silentNanoseconds
                if isLong { core.startIsDelayed(why) }
                core.giveBackOverdue()
                if let batch, batch.isOverdue(MonotonicClock.now()) { return nil }
            case .failed(let why, .missing):
                core.cannotStart(why)
                return nil
            case .failed(let why, .lasting):
                failures += 1
                guard failures < Self.startAttempts else {
                    core.cannotStart(why)
                    return nil
                }
                guard pause(milliseconds: Self.attemptPause) else { return nil }
            }
        }
        return nil
    }

    private func attempt() -> Attempt {
        let worker: WorkerProcess
        do throws(ExtractionError) {
            worker = try WorkerProcess.start(core.options.worker)
        } catch {
            backoff.failed()
            return .failed(
                error.description,
                error.mayPass ? .passing : error.isMissing ? .missing : .lasting
            )
        }
        core.workerStarted(worker)
        let connection = WorkerConnection(worker: worker, wake: wake)
        do throws(WorkerConnection.Failure) {
            let deadline = MonotonicClock.after(core.options.time.deadline)
            let hello = try connection.greet(deadline: deadline) { core.isStopping }
            guard core.accepts(hello) else {
                core.release(worker)
                return .refused
            }
            return .connected(connection)
        } catch {
            let end = discard(worker, error)
            switch error {
            case .interrupted: return .refused
            case .ended where end.isSomebodysDoing: return .failed("it was killed", .passing)
            case .ended: return .failed("it ended before it was ready", .lasting)
            case .slow, .timedOut: return .failed("it did not get ready in time", .lasting)
            case .nonsense(let what): return .failed("it sent \(what) when it started", .lasting)
            }
        }
    }

    /// Returns whether to go on: not where the pool is being shut down.
    private func pause(milliseconds: Int) -> Bool {
        let deadline = MonotonicClock.after(.milliseconds(milliseconds))
        while !core.isStopping {
            let rest = MonotonicClock.milliseconds(until: deadline)
            if rest == 0 { return true }
            var request = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, rest) > 0 { photod_event_clear(wake) }
        }
        return false
    }
}
