import Batches
import CShims
import FolderWatch
import Importing
import PhotoModel
import Threads

/// A thread on which batches are carried out, one after the other: two that put files into one folder at
/// once would have to ask each other for names. It begins with the first of them, and sleeps between.
///
/// A mount whose server is gone must not hold up the others. So the places of what takes long are asked whether they
/// answer. A slow disk does, and is waited for. Where one does not, the thread is left to itself, and the next batch has
/// a new one. Should the call come back after all, what is left of an import stays where it is, and an edit is left to its recovery.
package final class BatchQueue: Sendable {
    package struct Job: Sendable {
        let cancellation: Cancellation
        let places: BatchPlaces
        /// How long it may take until its places are asked, and again.
        var patience: Duration
        let body: @Sendable () -> Void
        /// Called instead where the daemon ends first, or the system gives no thread.
        let orElse: @Sendable () -> Void

        package init(
            cancellation: Cancellation,
            places: BatchPlaces,
            patience: Duration = .seconds(10),
            body: @escaping @Sendable () -> Void,
            orElse: @escaping @Sendable () -> Void
        ) {
            self.cancellation = cancellation
            self.places = places
            self.patience = patience
            self.body = body
            self.orElse = orElse
        }
    }

    private struct UnderWay {
        let number: UInt64
        let job: Job
        /// When its places answered last.
        var answered: UInt64
    }

    private struct Hanging {
        /// The place that does not answer.
        let place: FilePath
        /// Where the job has to do.
        let places: BatchPlaces
        /// What was mounted when the place was asked last.
        var mounts: MountTable?
        /// Whether the place did not answer then. Else what hangs does so in what was taken away from there.
        var isSilent = true
    }

    private struct State {
        var jobs: [Job] = []
        var current: UnderWay?
        /// What was given up and has not come back, by number.
        var hanging: [UInt64: Hanging] = [:]
        var count: UInt64 = 0
        var thread: NamedThread?
        /// Which thread is the one; those that were left to themselves end when they come back.
        var generation = 0
        var watch: NamedThread?
        var isStopped = false
        /// What waits until nothing is under way.
        var waiting: [@Sendable () -> Void] = []

        mutating func takeWaiting() -> [@Sendable () -> Void] {
            guard jobs.isEmpty, current == nil else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    /// How long a place may take to answer.
    private static let answerLimit = Duration.seconds(5)
    /// The same, and how long work may take until it is asked, while the daemon ends.
    private static let patienceAtTheEnd = Duration.seconds(2)

    private let name: String
    private let monitor = Monitor(State())
    private let answers: @Sendable (FilePath, Duration) -> Bool
    private let mounts: @Sendable () -> MountTable?
    private let changed: @Sendable () -> Void

    /// - Parameters:
    ///   - name: the thread's.
    ///   - answers: whether a place answers within a time.
    ///   - mounts: what is mounted now.
    ///   - changed: called when `hanging` is another.
    init(
        named name: String = "import",
        answers: @escaping @Sendable (FilePath, Duration) -> Bool = BatchQueue.doesAnswer,
        mounts: @escaping @Sendable () -> MountTable? = { try? MountTable.current() },
        changed: @escaping @Sendable () -> Void = {}
    ) {
        self.name = name
        self.answers = answers
        self.mounts = mounts
        self.changed = changed
    }

    /// The places that did not answer, each with a job that waits for it.
    var hanging: Set<FilePath> {
        monitor.withLock { state in Set(state.hanging.values.lazy.filter(\.isSilent).map(\.place)) }
    }

    /// Whether anybody hangs, also in what was taken away from a place that answers again.
    var hasHanging: Bool { monitor.withLock { !$0.hanging.isEmpty } }

    /// Whether somebody hangs in a batch, who goes on with it when he comes back.
    func hangs(_ batch: BatchName) -> Bool {
        monitor.withLock { state in state.hanging.values.contains { $0.places.batch == batch } }
    }

    /// What a batch waits for: the place where it hangs, or one of `places`, where others do.
    func silentPlace(of batch: BatchName, at places: [FilePath]) -> FilePath? {
        let own = monitor.withLock { state in state.hanging.values.first { $0.places.batch == batch } }
        return own?.place ?? silentPlace(among: places)
    }

    /// Where others hang, if one of `places` lies there. What is around that answers: a share that hangs in a root holds up nothing else.
    func silentPlace(among places: [FilePath]) -> FilePath? {
        hangingPlaces.first { hanging in places.contains { $0.isInside(hanging) } && isSilent(hanging) }
    }

    /// Asks places where somebody hangs again, once what is mounted is another.
    func askAgain() {
        for place in hangingPlaces { _ = isSilent(place) }
    }

    /// Where somebody hangs, also in what was taken away from there.
    private var hangingPlaces: Set<FilePath> {
        monitor.withLock { state in Set(state.hanging.values.map(\.place)) }
    }

    /// Whether a place where others hang does not answer still: what hangs in a file system that was taken away from there may never
    /// come back. A silent place is asked once after each change of what is mounted, as whoever asks may hang for as long; one that
    /// answered then is asked each time, as it may have fallen silent since.
    private func isSilent(_ place: FilePath) -> Bool {
        let hanging = monitor.withLock { state in state.hanging.filter { $0.value.place == place } }
        if hanging.isEmpty { return false }
        let mounted = mounts()
        if hanging.values.contains(where: { $0.isSilent && $0.mounts == mounted }) { return true }
        let isSilent = !answers(place, Self.answerLimit)
        let isNews = monitor.withLock { state in
            var isNews = false
            for number in hanging.keys {
                isNews = isNews || state.hanging[number].map { $0.isSilent != isSilent } ?? false
                state.hanging[number]?.mounts = mounted
                state.hanging[number]?.isSilent = isSilent
            }
            return isNews
        }
        if isNews { changed() }
        return isSilent
    }

    /// Whether the daemon ends.
    var isStopped: Bool { monitor.withLock { $0.isStopped } }

    /// Has jobs done when those before them are, one right after the other.
    package func append(_ jobs: Job...) {
        let areTaken = monitor.update { state -> Bool in
            guard !state.isStopped, begin(&state) else { return false }
            state.jobs += jobs
            return true
        }
        if !areTaken { for job in jobs { job.orElse() } }
    }

    /// Calls `body` when everything that was asked for before is done, or hangs: at once where nothing is under way.
    func whenDone(_ body: @escaping @Sendable () -> Void) {
        let isIdle = monitor.withLock { state in
            guard !state.jobs.isEmpty || state.current != nil else { return true }
            state.waiting.append(body)
            return false
        }
        if isIdle { body() }
    }

    /// Waits until everything that was asked for before is done, or hangs.
    ///
    /// - Parameter isAtIt: told at once, and every twenty seconds until then.
    func waitUntilDone(_ isAtIt: () -> Void) {
        let isDone = Monitor(false)
        whenDone { isDone.update { $0 = true } }
        var isOver: Bool?
        repeat {
            isAtIt()
            let deadline = MonotonicClock.after(.seconds(20))
            isOver = isDone.wait(untilDeadline: { $0 ? .done(true) : .sleep(until: deadline) })
        } while isOver == nil
    }

    /// Has the job under way stop as soon as it looks at its cancellation, and waits for that, unless it hangs. Of each that has not
    /// begun `orElse` is called.
    func stop() {
        let (left, current) = monitor.update { state in
            defer { state.jobs = [] }
            state.isStopped = true
            return (state.jobs, state.current)
        }
        for job in left { job.orElse() }
        current?.job.cancellation.cancel(.daemonEnds)
        typealias End = (NamedThread?, NamedThread?, [@Sendable () -> Void])
        let (thread, watch, waiting) = monitor.wait { state -> End? in
            guard state.current == nil else { return nil }
            defer { (state.thread, state.watch) = (nil, nil) }
            return (state.thread, state.watch, state.takeWaiting())
        }
        thread?.join()
        watch?.join()
        for body in waiting { body() }
    }

    // MARK: - Doing

    /// Sees to it that there are threads; `false` where the system gives none.
    private func begin(_ state: inout State) -> Bool {
        if state.watch == nil {
            state.watch = NamedThread("\(name)-watch") { [weak self] in self?.watch() }
        }
        if state.thread == nil {
            state.generation += 1
            let generation = state.generation
            state.thread = NamedThread(name) { [weak self] in self?.run(generation) }
        }
        return state.thread != nil
    }

    private func run(_ generation: Int) {
        while let underWay = next(generation) {
            underWay.job.body()
            let (isLate, waiting) = monitor.update { state in
                let isLate = state.hanging.removeValue(forKey: underWay.number) != nil
                if !isLate { state.current = nil }
                return (isLate, state.takeWaiting())
            }
            if isLate { changed() }
            for body in waiting { body() }
        }
    }

    /// `nil` to end.
    private func next(_ generation: Int) -> UnderWay? {
        let next = monitor.wait { state -> UnderWay?? in
            if state.isStopped || state.generation != generation { return .some(nil) }
            guard !state.jobs.isEmpty else { return nil }
            state.count += 1
            let underWay = UnderWay(
                number: state.count,
                job: state.jobs.removeFirst(),
                answered: MonotonicClock.now()
            )
            state.current = underWay
            return underWay
        }
        // What is under way is watched from now on.
        monitor.wakeAll()
        return next
    }

    // MARK: - What hangs

    /// Asleep while nothing is under way.
    private func watch() {
        while true {
            let turn: UnderWay?? = monitor.wait(untilDeadline: { state in
                guard let current = state.current else {
                    return state.isStopped ? .done(.none) : .sleep(until: nil)
                }
                let patience = state.isStopped ? Self.patienceAtTheEnd : current.job.patience
                let due = MonotonicClock.add(current.answered, patience)
                return due <= MonotonicClock.now() ? .done(.some(current)) : .sleep(until: due)
            })
            guard let turn else { continue }
            guard let underWay = turn else { return }
            let isEnding = monitor.withLock { $0.isStopped }
            let limit = isEnding ? Self.patienceAtTheEnd : min(Self.answerLimit, underWay.job.patience)
            if let silent = underWay.job.places.all.first(where: { !answers($0, limit) }) {
                giveUp(underWay, silent)
            } else {
                monitor.withLock { state in
                    guard state.current?.number == underWay.number else { return }
                    state.current?.answered = MonotonicClock.now()
                }
            }
        }
    }

    private func giveUp(_ underWay: UnderWay, _ place: FilePath) {
        let hanging = Hanging(place: place, places: underWay.job.places, mounts: mounts())
        let given = monitor.update { state -> (NamedThread?, [Job], [@Sendable () -> Void])? in
            guard state.current?.number == underWay.number else { return nil }
            state.current = nil
            state.hanging[underWay.number] = hanging
            let thread = state.thread
            state.thread = nil
            state.generation += 1
            var homeless: [Job] = []
            if !state.jobs.isEmpty, !begin(&state) {
                homeless = state.jobs
                state.jobs = []
            }
            return (thread, homeless, state.takeWaiting())
        }
        guard let (thread, homeless, waiting) = given else { return }
        underWay.job.cancellation.cancel(.hanging(place))
        thread?.join(atMost: .zero)
        changed()
        for job in homeless { job.orElse() }
        for body in waiting { body() }
    }

    /// Whether the file system at a path answers within a time: with an error, too.
    static func doesAnswer(_ path: FilePath, within limit: Duration) -> Bool {
        Patience.call(atMost: limit) {
            path.withCString { photod_ask_file_system($0) }
            return true
        } ?? false
    }
}
