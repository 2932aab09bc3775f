import CShims
import Extraction
import Glibc
import LibraryIndex
import LineProtocol
import Logging
import PhotoModel
import Reconciling
import Roots
import Sweeps
import Threads
import Thumbnails
import WatchedLibrary

/// Makes thumbnails before anybody asks for them: once of all photos, and then of those that are new or have changed. It
/// follows the change log, and begins after a restart where it was. Everything else comes first: it works while no folder is
/// looked at, no client has pictures made and the machine is not on battery, with one worker that gets what processor and disk
/// have left. Where no size is configured it has no thread.
final class ThumbnailPreparer: Sendable {
    /// What `status` calls it.
    enum Activity: String, Sendable {
        case off
        case working
        /// There is something to be made when the machine has its power from elsewhere.
        case battery
        /// Everything is made.
        case ready
    }

    private struct State {
        var sizes: [ThumbnailSize] = []
        var activity = Activity.off
        /// Monotonic nanoseconds; `nil`: nothing has changed.
        var due: UInt64?
        var maker: BackgroundMaker?
        var thread: NamedThread?
        /// The roots of which something was passed over, because they were away.
        var away: Set<Int64> = []
        /// What the last run of the daemon has passed over may be there now.
        var isFirst = true
        var isStopped = false
    }

    /// What makes them. It is there from the first time on that a size is configured.
    private struct BackgroundMaker: Sendable {
        let queue: RenderQueue
        let maker: ThumbnailMaker
    }

    /// How a turn ended.
    private enum End {
        case done
        case stopped
        /// The turn is to go on after so many nanoseconds.
        case later(UInt64)
    }

    /// Nanoseconds that changes are waited for, so that a burst costs one turn; more than what renames take.
    private static let debounce: UInt64 = 2_000_000_000
    /// Nanoseconds until it is asked again whether others have work.
    private static let patience: UInt64 = 500_000_000
    /// Nanoseconds until it is asked again where the power comes from.
    private static let batteryPause: UInt64 = 300_000_000_000
    /// Nanoseconds after what failed, a full disk say.
    private static let retry: UInt64 = 60_000_000_000
    /// So often in a row renames are waited for: whoever follows them may be unable to.
    private static let renameTurns = 5
    /// Thumbnails between two questions whether others have work.
    private static let handful = 16

    let figures = ThumbnailFigures()
    private let library: PhotoLibrary
    private let cache: ThumbnailCache
    private let worker: WorkerLocation
    private let looks: DiskLooks
    /// Of those who wait for pictures.
    private let clients: RenderQueue
    private let logger: Logger
    private let monitor = Monitor(State())

    init(
        library: PhotoLibrary,
        cache: ThumbnailCache,
        worker: WorkerLocation,
        looks: DiskLooks,
        clients: RenderQueue,
        logger: Logger
    ) {
        self.library = library
        self.cache = cache
        self.worker = worker
        self.looks = looks
        self.clients = clients
        self.logger = logger
    }

    // MARK: Asking for it

    /// Has thumbnails of these sizes made from now on.
    func prepare(_ sizes: [ThumbnailSize]) {
        let needsThread = monitor.update { state in
            guard !state.isStopped else { return false }
            state.sizes = sizes
            state.activity = sizes.isEmpty ? .off : .working
            state.due = sizes.isEmpty ? nil : MonotonicClock.now()
            return !sizes.isEmpty && state.maker == nil
        }
        defer { library.progress.statusChanged() }
        guard needsThread else { return }
        do throws(ExtractionError) { try begin() } catch {
            logger.error("\(error); until the next reload no thumbnail is prepared")
            monitor.withLock { $0.activity = .off }
        }
    }

    private func begin() throws(ExtractionError) {
        let queue = try RenderQueue(inBackground: worker) { [logger, progress = library.progress] in
            ThumbnailService.log($0, logger, progress)
        }
        let maker = ThumbnailMaker(
            queue: queue,
            cache: cache,
            looks: looks,
            figures: figures,
            library: library,
            isInBackground: true
        )
        monitor.withLock { $0.maker = BackgroundMaker(queue: queue, maker: maker) }
        guard let thread = NamedThread("prepare", { [self] in run(maker) }) else {
            monitor.withLock { $0.maker = nil }
            queue.stop()
            throw .resource("no thread to prepare thumbnails", reason: EAGAIN)
        }
        monitor.withLock { $0.thread = thread }
        _ = library.feed.add { [weak self] committed in
            if !committed.changes.isEmpty { self?.schedule() }
        }
        library.progress.onChange { [weak self] in self?.lookForGaps() }
        // What came before anybody listened.
        schedule()
        lookForGaps()
    }

    /// A photo has changed.
    private func schedule() {
        let isNew = monitor.withLock { state in
            guard !state.sizes.isEmpty, state.due == nil else { return false }
            state.due = MonotonicClock.now() + Self.debounce
            return true
        }
        if isNew { monitor.wakeAll() }
    }

    /// A disk may be back.
    private func lookForGaps() {
        // Whoever calls this may hold what tells the states of roots.
        if monitor.withLock({ !$0.away.isEmpty }) { schedule() }
    }

    func stop() {
        let (maker, thread) = monitor.update { state in
            state.isStopped = true
            defer { state.thread = nil }
            return (state.maker, state.thread)
        }
        maker?.queue.stop()
        thread?.join(atMost: .seconds(1))
    }

    var workerStatus: WorkerStatus? { monitor.withLock { $0.maker }?.queue.pool.snapshot() }

    var activity: Activity { monitor.withLock { $0.activity } }

    // MARK: Work

    private func run(_ maker: ThumbnailMaker) {
        photod_lower_thread_priority()
        var problem: String?
        while waitUntilDue() {
            do {
                switch try work(maker) {
                case .done:
                    problem = nil
                    // Not where another size is wanted since.
                    if monitor.withLock({ $0.due == nil }) { show(.ready) }
                case .stopped: break
                case .later(let pause): goOn(after: pause)
                }
            } catch {
                let text = (error as? ThumbnailFailure)?.message ?? "\(error)"
                if text != problem { logger.warning("thumbnails are not prepared: \(text)") }
                problem = text
                goOn(after: Self.retry)
            }
        }
    }

    private func show(_ activity: Activity) {
        let isNews = monitor.withLock { state in
            guard !state.sizes.isEmpty else { return false }
            defer { state.activity = activity }
            return state.activity != activity
        }
        if isNews { library.progress.statusChanged() }
    }

    private func goOn(after pause: UInt64) {
        // What comes meanwhile has it go on no sooner.
        monitor.withLock { state in
            if !state.sizes.isEmpty { state.due = MonotonicClock.now() + pause }
        }
    }

    private func waitUntilDue() -> Bool {
        // A deadline that has come, and an order that has pushed it away, end one turn of the wait alike.
        while true {
            let goesOn: Bool? = monitor.wait(untilDeadline: { state in
                if state.isStopped { return .done(false) }
                guard let due = state.due, due <= MonotonicClock.now() else {
                    return .sleep(until: state.due)
                }
                state.due = nil
                return .done(true)
            })
            if let goesOn { return goesOn }
        }
    }

    private func work(_ maker: ThumbnailMaker) throws -> End {
        var renameTurns = 0
        while restWhileBusy() {
            let (sizes, away, isFirst) = monitor.withLock { ($0.sizes, $0.away, $0.isFirst) }
            guard !sizes.isEmpty else { return .done }
            let labels = library.rootLabels
            let fillsGaps = isFirst || away.contains { !labels.isOffline($0) }
            let round = PreparationRound(
                sizes: sizes,
                fillsGaps: fillsGaps,
                waitsForRenames: renameTurns < Self.renameTurns
            )
            switch try library.index.read({ reader throws(IndexError) in try round.next(reader) }) {
            case .nothing: return .done
            case .renames:
                renameTurns += 1
                guard rest(Self.patience) else { return .stopped }
            case .part(let part):
                renameTurns = 0
                if fillsGaps { monitor.withLock { $0.away = [] } }
                if let end = try prepare(part, sizes, maker) { return end }
            }
        }
        return .stopped
    }

    /// Returns how the turn ends; `nil`: it goes on.
    private func prepare(
        _ part: PreparationPart,
        _ sizes: [ThumbnailSize],
        _ maker: ThumbnailMaker
    ) throws -> End? {
        var after = part.after
        let (wanted, away) = missing(part.subjects, sizes)
        monitor.withLock { $0.away.formUnion(away) }
        after.hasGaps = after.hasGaps || !away.isEmpty
        for start in stride(from: 0, to: wanted.count, by: Self.handful) {
            guard restWhileBusy() else { return .stopped }
            guard monitor.withLock({ $0.sizes == sizes }) else { return nil }
            if PowerSupply.isOnBattery(PowerSupply.all()) {
                show(.battery)
                return .later(Self.batteryPause)
            }
            show(.working)
            let handful = wanted[start..<min(start + Self.handful, wanted.count)]
            guard try make(handful, by: maker, &after.hasGaps) else { return .stopped }
        }
        try write(after)
        monitor.withLock { $0.isFirst = false }
        return nil
    }

    /// What can be made, and the roots of which something is passed over.
    private func missing(
        _ subjects: [PictureSubject],
        _ sizes: [ThumbnailSize]
    ) -> (wanted: [(subject: PictureSubject, size: ThumbnailSize)], away: Set<Int64>) {
        let labels = library.rootLabels
        var missing: [(subject: PictureSubject, size: ThumbnailSize)] = []
        var away: Set<Int64> = []
        var there = 0
        for subject in subjects {
            for size in sizes {
                switch cache.standing(of: subject, size, isOffline: labels.isOffline(subject.root)) {
                case .there: there += 1
                case .refused(let failure): if failure == .offline { away.insert(subject.root) }
                case .missing: missing.append((subject, size))
                }
            }
        }
        figures.countCached(there)
        return (missing, away)
    }

    private struct Tally {
        var rest: Int
        /// Why the cache cannot be written.
        var obstacle: ThumbnailFailure?
        var hasGaps = false
        var isEnding = false
    }

    /// Has thumbnails made, and waits for them. Returns `false` where the daemon is ending.
    ///
    /// - Throws: where the cache cannot be written: then it is to no purpose to draw any more.
    private func make(
        _ wanted: ArraySlice<(subject: PictureSubject, size: ThumbnailSize)>,
        by maker: ThumbnailMaker,
        _ hasGaps: inout Bool
    ) throws(ThumbnailFailure) -> Bool {
        let tally = Monitor(Tally(rest: wanted.count))
        let jobs = wanted.map { subject, size in
            ThumbnailJob(subject, size) { result in
                let failure: ThumbnailFailure? =
                    if case .failure(let failure) = result { failure } else { nil }
                tally.update { state in
                    state.rest -= 1
                    state.isEnding = state.isEnding || failure == .ending
                    state.hasGaps = state.hasGaps || failure?.mayPass ?? false
                    if let failure, failure.isOfCache { state.obstacle = failure }
                }
            }
        }
        maker.add(jobs, of: 0)
        let made = tally.wait { $0.rest == 0 ? $0 : nil }
        if let obstacle = made.obstacle { throw obstacle }
        hasGaps = hasGaps || made.hasGaps
        return !made.isEnding
    }

    private func write(_ note: PreparationNote) throws(IndexError) {
        let answer = Monitor<Result<Void, IndexError>?>(nil)
        library.run.perform { writer throws(IndexError) in
            try writer.setPreparation(note)
        } completion: { result in
            answer.update { $0 = result }
        }
        try answer.wait { $0 }.get()
    }

    // MARK: Rests

    /// Returns `false` where it is to stop.
    private func restWhileBusy() -> Bool {
        while library.progress.isScanning || !library.isIdle || clients.load.running > 0 {
            guard rest(Self.patience) else { return false }
        }
        return !monitor.withLock { $0.isStopped }
    }

    /// Returns `false` where it is to stop.
    private func rest(_ pause: UInt64) -> Bool {
        let end = MonotonicClock.now() + pause
        let isStopped: Bool? = monitor.wait(untilDeadline: { state in
            state.isStopped ? .done(true) : .sleep(until: end)
        })
        return isStopped == nil
    }
}

extension ThumbnailFailure {
    /// Whether it may go by though the file does not change.
    fileprivate var mayPass: Bool {
        guard !isOfFile, self != .changed, self != .late, self != .irregular, self != .ending else {
            return false
        }
        return code != .noSuch && code != .unsupported
    }
}
