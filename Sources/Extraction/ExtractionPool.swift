import CShims
import Glibc
import PhotoModel
import Threads

/// Has files read by sandboxed workers, and whatever else these can do.
///
/// Each worker belongs to one thread of the pool, which sends it batches, two at a time, and waits for its replies
/// without a timer while there is nothing to wait for. One worker stays, if the pool is asked for that; others come when
/// work queues up and go when they had none for a while.
///
/// A worker that crashes or answers nonsense costs its jobs a second attempt, each alone in a fresh worker; the job that
/// fails alone is to blame (a file is `unreadable`), and all others are done.
///
/// Each file has the whole deadline, and none takes it from others: a worker that is silent for a second is ended, the
/// files of its batch are tried one by one, for a moment each, and those that are still not done are read by workers of
/// their own, while all others go on.
///
/// Where a worker cannot be started for a reason that will pass (its program is being replaced, the machine is short of
/// processes or descriptors, somebody kills it), files wait. Where it will not pass (the program is missing or broken),
/// they are `unreadable` with ``UnreadableReason/noReader``, and the observer is told when that is over.
public final class ExtractionPool: Sendable {
    /// What its readers should not be given again. It is for whoever submits to ask it, and to tell it what became of a
    /// file: the pool knows descriptors, not files.
    public let poison = PoisonFiles()
    /// What became of slow files that nobody has asked for yet; for the same to keep.
    public let lateOutcomes = LateOutcomes()
    /// Files that share workers.
    private let core: PoolCore
    /// Files that turned out to be slow. The core has no thread until there is such a file.
    private let alone: PoolCore

    /// - Parameters:
    ///   - maximumWorkers: how many may run at once, at least one. By default one a processor.
    ///   - deadline: how long one job may take of which its kind does not say it.
    ///   - patience: how long it may keep others waiting. Workers that are not slow give a sign ten times a second.
    ///   - idleLimit: how long a worker without work stays that need not.
    ///   - isResident: whether one worker stays for ever. Where not, none runs while there is nothing to do, and the
    ///     first batch after that waits for one to start.
    ///   - isInBackground: whether everybody else who wants the processor or the disk is preferred.
    ///   - observer: is told what happens, on the pool's threads. It must not call back into the pool.
    /// - Throws: ``ExtractionError/resource(_:reason:)`` where the machine refuses a thread.
    public init(
        worker: WorkerLocation,
        maximumWorkers: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
        deadline: Duration = .seconds(10),
        patience: Duration = .seconds(1),
        idleLimit: Duration = .seconds(30),
        isResident: Bool = true,
        isInBackground: Bool = false,
        observer: @escaping @Sendable (ExtractionNotice) -> Void = { _ in }
    ) throws(ExtractionError) {
        func core(isAlone: Bool) -> PoolCore {
            PoolCore(
                maximumWorkers: maximumWorkers,
                options: PoolCore.Options(
                    worker: worker,
                    time: JobTime(deadline: deadline, patience: patience),
                    isAlone: isAlone,
                    idleLimit: idleLimit,
                    isResident: isResident && !isAlone,
                    isInBackground: isInBackground,
                    observer: observer
                )
            )
        }
        self.core = core(isAlone: false)
        alone = core(isAlone: true)
        try self.core.startThread()
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

    /// Has a batch of jobs done. It must not be added to afterwards.
    ///
    /// Waits while eight batches are queued already, except on the threads that share workers. `completion` is called exactly
    /// once, on one of the pool's threads, with an outcome for each job in the order they were added. It should be
    /// quick: while it runs, its worker gets nothing new. After ``shutdown()`` it is called at once, on the caller's
    /// thread, with ``JobEnd/cancelled``.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for a worker that cannot be started just now, from now on; then the jobs are
    ///     ``JobEnd/unavailable``. `nil`: as long as it takes.
    ///   - late: called for each job that was ``JobEnd/slow``, once, when it is known what became of it: after
    ///     `completion`, with the job's place in the batch. `nil`: `completion` waits for these jobs too.
    public func submit<Job: WorkerJob>(
        _ batch: JobBatch<Job>,
        patience: Duration? = nil,
        late: (@Sendable (Int, Job.Outcome) -> Void)? = nil,
        completion: @escaping @Sendable ([Job.Outcome]) -> Void
    ) {
        enter(batch.jobs, of: Job.self, patience, late, completion)
    }

    /// The same for files to read, as machine code of their own: there are many.
    public func submit(
        _ batch: ExtractionBatch,
        patience: Duration? = nil,
        late: (@Sendable (Int, ExtractionOutcome) -> Void)? = nil,
        completion: @escaping @Sendable ([ExtractionOutcome]) -> Void
    ) {
        enter(batch.jobs, of: ReadFacts.self, patience, late, completion)
    }

    private func enter<Job: WorkerJob>(
        _ jobs: JobList,
        of _: Job.Type,
        _ patience: Duration?,
        _ late: (@Sendable (Int, Job.Outcome) -> Void)?,
        _ completion: @escaping @Sendable ([Job.Outcome]) -> Void
    ) {
        let time = Job.time ?? core.options.time
        let pending = PendingBatch(
            jobs,
            of: Job.self,
            time: time,
            patience: patience.map { MonotonicClock.after($0) }
        ) { [alone] outcomes, slow in
            guard !slow.isEmpty else { return completion(outcomes) }
            let told: @Sendable (Int, Job.Outcome) -> Void
            if let late {
                completion(outcomes)
                told = late
            } else {
                let rest = SlowRest(outcomes, missing: slow.count)
                told = { position, outcome in
                    if let all = rest.settle(position, outcome) { completion(all) }
                }
            }
            for position in slow {
                alone.enter(
                    PendingBatch(jobs.split(position), of: Job.self, time: time) { outcomes, _ in
                        told(position, outcomes.first ?? Job.outcome(.cancelled))
                    }
                )
            }
        }
        core.enter(pending)
    }

    /// The figures of this moment.
    public func snapshot() -> WorkerStatus {
        var status = core.monitor.withLock { $0.status }
        status.add(alone.monitor.withLock { $0.status })
        return status
    }

    /// Ends the pool: files being read are finished, as long as they hold up no others, and no worker is silent for five
    /// seconds; what is queued is cancelled; all workers end and are reaped. Not to be called on one of the pool's own threads.
    public func shutdown() {
        requestStop()
        // What turns out to be slow goes from the one to the other.
        for core in [core, alone] {
            core.monitor.wait { $0.threads == 0 ? () : nil }
            core.monitor.withLock { core.reapStrays(&$0) }
        }
    }

    private func requestStop() {
        core.requestStop()
        alone.requestStop()
    }
}
