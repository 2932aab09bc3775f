import CShims
import ExtractionWire
import Glibc
import Threads

/// What a pool and its threads share.
final class PoolCore: Sendable {
    struct Options: Sendable {
        let worker: WorkerLocation
        /// How long jobs may take of which their kind does not say it, and a worker to get ready.
        let time: JobTime
        /// Whether each file is read by a fresh worker of its own and has the whole deadline. Else files share workers, and
        /// none may keep the others waiting for long.
        let isAlone: Bool
        let idleLimit: Duration
        /// Whether the first thread keeps its worker when there is no work.
        let isResident: Bool
        /// Whether threads and workers come after everybody else who wants the processor or the disk.
        let isInBackground: Bool
        /// How long nothing is tried after workers could not be started.
        var startPause = Duration.seconds(30)
        let observer: @Sendable (ExtractionNotice) -> Void
    }

    /// Milliseconds a worker may take to go when its socket is closed. It needs one.
    static let farewell: Int32 = 1_000

    let monitor: Monitor<PoolState>
    let options: Options

    init(maximumWorkers: Int, options: Options) {
        monitor = Monitor(
            PoolState(
                maximumThreads: maximumWorkers,
                isResident: options.isResident,
                isAlone: options.isAlone
            )
        )
        self.options = options
    }

    var isStopping: Bool { monitor.withLock { $0.isStopping } }

    var isStartable: Bool {
        let now = MonotonicClock.now()
        return monitor.withLock { !$0.isStopping && $0.isStartable(now) }
    }

    // MARK: Batches

    /// Takes a batch in; waits while too many are queued, except on the core's own threads. Once it was stopped, the batch
    /// is completed at once.
    func enter(_ pending: PendingBatch) {
        let submitter = pthread_self()
        enum Admitted {
            case queued(needsSlot: Bool)
            case cancelled
        }
        let admitted: Admitted = monitor.wait { state in
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
            do throws(ExtractionError) {
                try startThread()
            } catch {
                // Not getting another thread is no failure: those there are do the work. Without any nobody would.
                for batch in monitor.withLock({ $0.takeAbandoned() }) { batch.complete(.unavailable) }
                monitor.wakeAll()
            }
        case .queued(needsSlot: false): break
        }
    }

    func requestStop() {
        monitor.withLock { state in
            state.isStopping = true
            for slot in state.slots { photod_event_raise(slot.wake) }
        }
        monitor.wakeAll()
    }

    // MARK: Threads

    /// Starts a thread that the state counts already; its worker is started when there is work.
    func startThread() throws(ExtractionError) {
        let wake = photod_event_descriptor()
        guard wake >= 0 else {
            let reason = errno
            threadEnded(wake: nil)
            throw .resource("no event descriptor for a worker", reason: reason)
        }
        let slot = monitor.withLock { $0.addSlot(wake: wake) }
        let argument = Unmanaged.passRetained(WorkerThread(core: self, slot: slot, wake: wake))
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { pthread_attr_destroy(&attributes) }
        var thread = pthread_t()
        let failure = pthread_create(&thread, &attributes, runWorkerThread, argument.toOpaque())
        guard failure == 0 else {
            argument.release()
            monitor.withLock { $0.removeSlot(slot) }
            threadEnded(wake: wake)
            throw .resource("no thread for a worker", reason: failure)
        }
    }

    /// The thread's slot is gone already, so nobody writes to `wake` any more.
    func threadEnded(wake: Int32?) {
        if let wake { close(wake) }
        monitor.withLock { $0.threads -= 1 }
        monitor.wakeAll()
    }

    func endIdle(slot: Int) -> PoolState.IdleEnd {
        monitor.withLock { $0.endIdle(slot: slot) }
    }

    /// A batch left the queue.
    func announceRoom() {
        monitor.wakeAll()
    }

    func putBack(_ batches: [PendingBatch]) {
        guard !batches.isEmpty else { return }
        monitor.withLock { state in
            state.putBack(batches)
            // This thread may be busy for a while with the files that made its worker fail.
            for slot in state.slots { photod_event_raise(slot.wake) }
        }
    }

    // MARK: Workers

    func workerStarted(_ worker: WorkerProcess) {
        monitor.withLock { state in
            state.status.started += 1
            state.status.running += 1
            reapStrays(&state)
        }
        options.observer(.workerStarted(process: worker.process))
    }

    func workerEnded(_ worker: WorkerProcess, _ end: WorkerProcess.End) {
        monitor.withLock { state in
            state.status.running -= 1
            if end == .lingering { state.strays.append(worker.process) }
            reapStrays(&state)
        }
    }

    /// Lets a worker go in peace.
    func release(_ worker: WorkerProcess) {
        workerEnded(worker, worker.end(patience: Self.farewell))
        options.observer(.workerLeft(process: worker.process, words: worker.words.text()))
    }

    func workerFailed(_ worker: WorkerProcess, how: String) {
        monitor.withLock { $0.status.crashes += 1 }
        options.observer(.workerFailed(process: worker.process, how: how))
    }

    /// Whether a worker that says this may be given files.
    func accepts(_ hello: WorkerHello) -> Bool {
        tell { $0.greeted(isFiltered: hello.seccomp, landlock: Int(hello.landlock)) }
        guard hello.seccomp else { return false }
        if monitor.withLock({ $0.takeRefusals() }) { options.observer(.readsAgain) }
        return true
    }

    /// A file was said to have no reader.
    func noteRefusal() {
        monitor.withLock { $0.noteRefusal() }
    }

    /// Work waits for a worker that cannot be started just now.
    func startIsDelayed(_ reason: String) {
        let problem = ExtractionProblem(
            problem: "the worker \(options.worker.path.display) cannot be started just now: \(reason)",
            remedy: """
                what is to be read waits and goes on by itself; if it does not, raise the service's limits (TasksMax=, \
                LimitNOFILE=, MemoryMax=) and see what ends its processes
                """
        )
        tellStart { $0.delayed(problem) }
    }

    /// Gives batches back whose submitters would not wait any longer for that.
    func giveBackOverdue() {
        let overdue = monitor.withLock { $0.takeOverdue(MonotonicClock.now()) }
        guard !overdue.isEmpty else { return }
        announceRoom()
        for batch in overdue { batch.complete(.unavailable) }
    }

    func cannotStart(_ reason: String) {
        let until = MonotonicClock.after(options.startPause)
        let problem = ExtractionProblem(
            problem: "the worker \(options.worker.path.display) does not start: \(reason)",
            remedy: "start photod again if it was updated, else install it anew, worker included "
                + "(\"make install\"); the log tells more"
        )
        tellStart { $0.cannotStart(problem, until: until) }
    }

    func countJobs(_ count: Int) {
        monitor.withLock { $0.status.jobs += count }
    }

    /// Collects processes that could not be waited for when they were killed.
    func reapStrays(_ state: inout PoolState) {
        state.strays.removeAll { process in
            var status: Int32 = 0
            return waitpid(process, &status, WNOHANG) != 0
        }
    }

    /// Notes that a worker could not be started. The first thread is the one that tries again, and may sleep.
    private func tellStart(_ note: (inout PoolState) -> ExtractionProblem?) {
        tell { state in
            for slot in state.slots where slot.number == 0 { photod_event_raise(slot.wake) }
            return note(&state)
        }
    }

    /// Changes the state, and tells the observer of the problem that came of it, outside the lock.
    private func tell(_ change: (inout PoolState) -> ExtractionProblem?) {
        if let problem = monitor.withLock(change) { options.observer(.problem(problem)) }
    }
}

/// A thread's beginning. A function of the file, because a closure would carry the isolation of whoever made it.
private func runWorkerThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    Unmanaged<WorkerThread>.fromOpaque(argument).takeRetainedValue().run()
    return nil
}
