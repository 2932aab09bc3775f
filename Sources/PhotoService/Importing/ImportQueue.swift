import Importing
import Threads

/// The thread on which imports and undos are carried out, one after the other: two that put files into one folder at
/// once would have to ask each other for names. It begins with the first of them, and sleeps between.
final class ImportQueue: Sendable {
    struct Job: Sendable {
        let cancellation: Cancellation
        let body: @Sendable () -> Void
        /// Called instead where the daemon ends first.
        let orElse: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var current: Cancellation?
        var thread: NamedThread?
        var isStopped = false
        /// Those that wait until nothing is under way.
        var waiting: [@Sendable () -> Void] = []
    }

    private let monitor = Monitor(State())

    /// Has a job done when those before it are.
    func append(_ job: Job) {
        let isTaken = monitor.update { state -> Bool in
            guard !state.isStopped else { return false }
            if state.thread == nil { state.thread = NamedThread("import") { [weak self] in self?.run() } }
            guard state.thread != nil else { return false }
            state.jobs.append(job)
            return true
        }
        if !isTaken { job.orElse() }
    }

    /// Calls `body` when everything that was asked for before is done: at once where nothing is under way.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        let isIdle = monitor.withLock { state in
            guard !state.jobs.isEmpty || state.current != nil else { return true }
            state.waiting.append(body)
            return false
        }
        if isIdle { body() }
    }

    /// Has the job under way stop after the file it is at, and waits for that. What has not begun is told so.
    func stop() {
        let (left, waiting, thread) = monitor.update { state in
            defer {
                state.jobs = []
                state.waiting = []
                state.thread = nil
            }
            state.isStopped = true
            state.current?.cancel(.daemonEnds)
            return (state.jobs, state.waiting, state.thread)
        }
        for job in left { job.orElse() }
        thread?.join()
        for body in waiting { body() }
    }

    private func run() {
        while let job = next() {
            job.body()
            let waiting = monitor.withLock { state in
                state.current = nil
                guard state.jobs.isEmpty else { return [@Sendable () -> Void]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for body in waiting { body() }
        }
    }

    /// `nil` to end.
    private func next() -> Job? {
        monitor.wait { state -> Job?? in
            if state.isStopped { return .some(nil) }
            guard !state.jobs.isEmpty else { return nil }
            let job = state.jobs.removeFirst()
            state.current = job.cancellation
            return job
        }
    }
}
