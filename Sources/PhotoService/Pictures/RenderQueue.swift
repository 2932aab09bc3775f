import CShims
import Extraction
import Glibc
import Synchronization

/// Has pictures drawn for those who wait for them: a few at a time, and of several askers in turn. It owns the workers that
/// draw; whoever makes pictures of a kind opens the files, and takes over what was drawn.
final class RenderQueue: Sendable {
    /// One picture that is to be made.
    struct Work: Sendable {
        /// Begins the picture. It holds its place until `end` was called.
        let begin: @Sendable () -> Void
        /// The picture is not begun any more: photod is ending.
        let abandon: @Sendable () -> Void
    }

    private struct State {
        var waiting = FairQueue<Work>()
        /// Pictures that are being made.
        var running = 0
        /// Somebody is handing out work, and goes on as long as there is any that may begin.
        var isHandingOut = false
        /// Pictures that were made since memory was given back.
        var done = 0
        var isStopped = false
    }

    /// After so many pictures there is memory worth giving back.
    private static let many = 16
    /// How long a picture waits for a worker that cannot be started just now.
    static let patience = Duration.seconds(10)

    let pool: ExtractionPool
    /// So many are made at a time: two a worker, and one that is being opened. The pool lets no more than eight wait.
    private let limit: Int
    private let state = Mutex(State())

    init(
        worker: WorkerLocation,
        observer: @escaping @Sendable (ExtractionNotice) -> Void
    ) throws(ExtractionError) {
        let workers = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
        pool = try ExtractionPool(
            worker: worker,
            maximumWorkers: workers,
            isResident: false,
            observer: observer
        )
        limit = min(8, 2 * workers + 1)
    }

    /// For pictures that nobody waits for: one worker, which comes after everybody else.
    init(
        inBackground worker: WorkerLocation,
        observer: @escaping @Sendable (ExtractionNotice) -> Void
    ) throws(ExtractionError) {
        pool = try ExtractionPool(
            worker: worker,
            maximumWorkers: 1,
            // The worker may take long to get ready, too.
            deadline: .seconds(200),
            patience: .seconds(20),
            isResident: false,
            isInBackground: true,
            observer: observer
        )
        limit = 2
    }

    /// Pictures that are being made, and that wait.
    var load: (running: Int, waiting: Int) { state.withLock { ($0.running, $0.waiting.count) } }

    func add(_ work: [Work], of asker: UInt64) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.waiting.add(work, of: asker) }
            return state.isStopped
        }
        guard !isStopped else { return work.forEach { $0.abandon() } }
        goOn()
    }

    /// Nobody waits any more for what an asker has asked for.
    func withdraw(_ asker: UInt64) {
        state.withLock { state in _ = state.waiting.remove(asker) }
    }

    /// What was begun is over: others may have its place.
    ///
    /// - Parameter answer: tells whoever waits for it.
    func end(_ answer: () -> Void) {
        let isAtRest = state.withLock { state in
            state.running -= 1
            state.done += 1
            guard state.running == 0, state.waiting.isEmpty, state.done >= Self.many else { return false }
            state.done = 0
            return true
        }
        answer()
        goOn()
        // What pictures needed goes back to the system.
        if isAtRest { photod_trim_heap() }
    }

    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            var waiting: [Work] = []
            while let work = state.waiting.next() { waiting.append(work) }
            return waiting
        }
        for work in waiting { work.abandon() }
        pool.shutdown()
    }

    /// Hands out work. A picture may be over while it is handed out, where its disk is known not to answer: that calls this
    /// again, and must not go deeper with each.
    private func goOn() {
        let isFirst = state.withLock { state in
            defer { state.isHandingOut = true }
            return !state.isHandingOut
        }
        guard isFirst else { return }
        while let work = next() { work.begin() }
    }

    private func next() -> Work? {
        state.withLock { state in
            guard state.running < limit, let work = state.waiting.next() else {
                state.isHandingOut = false
                return nil
            }
            state.running += 1
            return work
        }
    }
}
