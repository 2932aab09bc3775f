import FolderWatch
import Threads

/// When somebody who follows the change log has a turn: a while after a change, and while nothing else is to be done.
final class QuietTurn: Sendable {
    private struct State {
        /// Monotonic nanoseconds; `nil`: nothing has changed.
        var due: UInt64?
        var isStopped = false
    }

    /// Nanoseconds until it is asked again whether there is anything else to do.
    private static let patience: UInt64 = 500_000_000

    private let watcher: FolderWatcher
    private let debounce: UInt64
    private let monitor = Monitor(State())

    /// - Parameter debounce: nanoseconds that changes are waited for, so that a burst costs one turn.
    init(_ watcher: FolderWatcher, after debounce: UInt64) {
        self.watcher = watcher
        self.debounce = debounce
    }

    /// Something has changed.
    func schedule() {
        let isNew = monitor.withLock { state in
            guard state.due == nil else { return false }
            state.due = MonotonicClock.now() + debounce
            return true
        }
        if isNew { monitor.wakeAll() }
    }

    /// What could not be done is to be tried again.
    func postpone(by nanoseconds: UInt64) {
        monitor.update { $0.due = MonotonicClock.now() + nanoseconds }
    }

    func stop() { monitor.update { $0.isStopped = true } }

    /// Waits until something has changed, and a while longer. Returns `false` where it is to stop.
    func wait() -> Bool {
        let goesOn: Bool? = monitor.wait(untilDeadline: { state in
            if state.isStopped { return .done(false) }
            if let due = state.due, due <= MonotonicClock.now() { return .done(true) }
            return .sleep(until: state.due)
        })
        guard goesOn != false else { return false }
        monitor.withLock { $0.due = nil }
        return true
    }

    /// Returns `false` where it is to stop.
    func restWhileBusy() -> Bool {
        while !watcher.isIdle {
            let end = MonotonicClock.now() + Self.patience
            let isStopped: Bool? = monitor.wait(untilDeadline: { state in
                state.isStopped ? .done(true) : .sleep(until: end)
            })
            if isStopped != nil { return false }
        }
        return !monitor.withLock { $0.isStopped }
    }
}
