import Extraction
import LineProtocol
import Synchronization
import Threads

/// Has frames taken out of videos, and told what videos are. A request has a worker for itself as long as its turn lasts,
/// because the worker keeps the video open between frames; of several requests each has a turn before any has another.
final class FrameMaker: Sendable {
    private struct State {
        var queue = FairQueue<any VideoTask>()
        /// Places of workers that have nothing to do.
        var free: [Int]
        /// Somebody is handing out turns, and goes on as long as there is one to be had.
        var isHandingOut = false
        var isStopped = false
    }

    /// Workers: each decodes with threads of its own.
    private static let workers = 2
    /// Nanoseconds after which others have their turn.
    private static let turn: UInt64 = 2_000_000_000

    /// Pools of one worker each, so that a request's jobs go to the same.
    private let pools: [ExtractionPool]
    private let state: Mutex<State>
    let figures = ThumbnailFigures()

    init(
        worker: WorkerLocation,
        observer: @escaping @Sendable (ExtractionNotice) -> Void
    ) throws(ExtractionError) {
        var pools: [ExtractionPool] = []
        for _ in 0..<Self.workers {
            pools.append(
                try ExtractionPool(worker: worker, maximumWorkers: 1, isResident: false, observer: observer)
            )
        }
        self.pools = pools
        state = Mutex(State(free: Array(pools.indices)))
    }

    var workerStatus: WorkerStatus {
        pools.dropFirst().reduce(into: pools[0].snapshot()) { $0.add($1.snapshot()) }
    }

    /// Requests that have their turn, and that wait.
    var load: (running: Int, waiting: Int) {
        state.withLock { (Self.workers - $0.free.count, $0.queue.count) }
    }

    func add(_ task: any VideoTask) {
        let isStopped = state.withLock { state in
            if !state.isStopped { state.queue.add([task], of: task.number) }
            return state.isStopped
        }
        guard !isStopped else { return task.fail(.ending) }
        goOn()
    }

    /// Nobody waits any more for what a request has asked for.
    func withdraw(_ task: any VideoTask) {
        state.withLock { state in _ = state.queue.remove(task.number) }
    }

    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            var waiting: [any VideoTask] = []
            while let task = state.queue.next() { waiting.append(task) }
            return waiting
        }
        for task in waiting { task.fail(.ending) }
        for pool in pools { pool.shutdown() }
    }

    // MARK: Turns

    /// Hands out turns. One may be over while it is handed out, where its disk is known not to answer: that calls this again, and
    /// must not go deeper with each.
    private func goOn() {
        let isFirst = state.withLock { state in
            defer { state.isHandingOut = true }
            return !state.isHandingOut
        }
        guard isFirst else { return }
        while let (task, place) = next() {
            task.go(on: pools[place], until: MonotonicClock.now() &+ Self.turn) { [self] ending in
                state.withLock { $0.free.append(place) }
                switch ending {
                case .over: goOn()
                case .othersTurn: add(task)
                }
            }
        }
    }

    private func next() -> (any VideoTask, Int)? {
        state.withLock { state in
            guard let first = state.free.last, let task = state.queue.next() else {
                state.isHandingOut = false
                return nil
            }
            let place = task.choosePlace { before in
                before.flatMap { state.free.contains($0) ? $0 : nil } ?? first
            }
            state.free.removeAll { $0 == place }
            return (task, place)
        }
    }

    /// Whether somebody waits for a turn.
    var isAwaited: Bool { state.withLock { !$0.queue.isEmpty } }
}
