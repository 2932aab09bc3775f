import CShims
import Glibc
import PhotoModel
import Threads

/// Has files read by sandboxed workers.
///
/// Each worker belongs to one thread of the pool, which sends it batches, two at a time, and waits for its replies
/// without a timer while there is nothing to wait for. One worker stays, if the pool is asked for that; others come when
/// work queues up and go when they had none for a while.
///
/// A worker that crashes, hangs or answers nonsense costs its files a second reading, each alone in a fresh worker;
/// the file that fails alone is `unreadable`, and all others get their facts.
///
/// Where a worker cannot be started for a reason that will pass (its program is being replaced, the machine is short of
/// processes or descriptors, somebody kills it), files wait. Where it will not pass (the program is missing or broken),
/// they are `unreadable` with ``UnreadableReason/noReader``, and the observer is told when that is over.
public final class ExtractionPool: Sendable {
    /// What its readers should not be given again. It is for whoever submits to ask it, and to tell it what became of a
    /// file: the pool knows descriptors, not files.
    public let poison = PoisonFiles()
    private let core: PoolCore

    /// - Parameters:
    ///   - maximumWorkers: how many may run at once, at least one. By default one a processor.
    ///   - deadline: how long one file may take.
    ///   - idleLimit: how long a worker without work stays that need not.
    ///   - isResident: whether one worker stays for ever. Where not, none runs while there is nothing to do, and the
    ///     first batch after that waits for one to start.
    ///   - observer: is told what happens, on the pool's threads. It must not call back into the pool.
    /// - Throws: ``ExtractionError/resource(_:reason:)`` where the machine refuses a thread.
    public init(
        worker: WorkerLocation,
        maximumWorkers: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
        deadline: Duration = .seconds(10),
        idleLimit: Duration = .seconds(30),
        isResident: Bool = true,
        observer: @escaping @Sendable (ExtractionNotice) -> Void = { _ in }
    ) throws(ExtractionError) {
        core = PoolCore(
            maximumWorkers: maximumWorkers,
            options: PoolCore.Options(
                worker: worker,
                deadline: deadline,
                idleLimit: idleLimit,
                isResident: isResident,
                observer: observer
            )
        )
        try core.startThread()
    }

    deinit {
        // Without waiting: the last reference may go on one of the pool's own threads.
        requestStop()
    }

    /// Starts the first worker, so that it is ready when work comes. Without this the first batch starts it. Where no
    /// worker stays, it goes when no work came.
    public func start() {
        core.monitor.withLock { state in
            state.isStartWanted = true
            for slot in state.slots { photod_event_raise(slot.wake) }
        }
    }

    /// Has a batch read. It must not be added to afterwards.
    ///
    /// Waits while eight batches are queued already, except on the pool's own threads. `completion` is called exactly
    /// once, on one of the pool's threads, with an outcome for each file in the order they were added. It should be
    /// quick: while it runs, its worker gets nothing new. After ``shutdown()`` it is called at once, on the caller's
    /// thread, with ``ExtractionOutcome/cancelled``.
    ///
    /// - Parameter patience: how long to wait for a worker that cannot be started just now, from now on; then the files
    ///   are ``ExtractionOutcome/unavailable``. `nil`: as long as it takes.
    public func submit(
        _ batch: ExtractionBatch,
        patience: Duration? = nil,
        completion: @escaping @Sendable ([ExtractionOutcome]) -> Void
    ) {
        let pending = PendingBatch(
            batch,
            patience: patience.map { MonotonicClock.after($0) },
            completion: completion
        )
        let submitter = pthread_self()
        enum Admitted {
            case queued(needsSlot: Bool)
            case cancelled
        }
        let admitted: Admitted = core.monitor.wait { state in
            switch state.admit(pending, submitter: submitter) {
            case .wait: return nil
            case .cancelled: return .cancelled
            case .queued(let wake, let needsSlot):
                // Under the lock, because the thread that owns the descriptor may otherwise have closed it.
                if let wake { photod_event_raise(wake) }
                return .queued(needsSlot: needsSlot)
            }
        }
        switch admitted {
        case .cancelled: pending.complete(.cancelled)
        case .queued(needsSlot: true):
            // Not getting another thread is no failure: those there are do the work.
            try? core.startThread()
        case .queued(needsSlot: false): break
        }
    }

    /// The figures of this moment.
    public func snapshot() -> WorkerStatus {
        core.monitor.withLock { $0.status }
    }

    /// Ends the pool: files being read are finished, within their deadline; what is queued is cancelled; all workers
    /// end and are reaped. Not to be called on one of the pool's own threads.
    public func shutdown() {
        requestStop()
        core.monitor.wait { $0.threads == 0 ? () : nil }
        core.monitor.withLock { core.reapStrays(&$0) }
    }

    private func requestStop() {
        core.monitor.withLock { state in
            state.isStopping = true
            for slot in state.slots { photod_event_raise(slot.wake) }
        }
        core.monitor.wakeAll()
    }
}
