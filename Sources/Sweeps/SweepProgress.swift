import FolderWatch
import LibraryIndex
import Synchronization

/// How far the first look at the roots has come, and what went wrong: what `status` tells.
public final class SweepProgress: Sendable {
    public struct Figures: Sendable {
        public var isScanning = true
        public var done = 0
        public var total = 0
    }

    private struct State {
        var figures = Figures()
        var problem: String?
        var identityProblem: String?
        var listeners: [UInt64: @Sendable () -> Void] = [:]
        var nextListener: UInt64 = 0
        var problemListener: (@Sendable () -> Void)?
        var isSurveyStopped = false
        var unknown: Set<NodeID> = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The figures of this moment; no more is done than there is. What is looked at again meanwhile counts again.
    public var figures: Figures {
        state.withLock { state in
            var figures = state.figures
            if figures.total == 0 { figures.total = figures.done }
            figures.done = min(figures.done, figures.total)
            return figures
        }
    }

    /// What keeps the index from being exact; `nil` while nothing does.
    public var problem: String? { state.withLock { $0.problem } }

    /// Why identities are not on the disk; `nil` while they are, or will be in a moment.
    public var identityProblem: String? { state.withLock { $0.identityProblem } }

    public var isScanning: Bool { state.withLock { $0.figures.isScanning } }

    /// Called whenever `status` would tell something else, from now on; on any thread.
    ///
    /// - Returns: a number for `forget`.
    @discardableResult
    public func onChange(_ listener: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            defer { state.nextListener += 1 }
            state.listeners[state.nextListener] = listener
            return state.nextListener
        }
    }

    /// One that listened is not called any more, unless it is just being called.
    public func forget(_ listener: UInt64) {
        state.withLock { $0.listeners[listener] = nil }
    }

    package func expect(_ total: Int) {
        state.withLock { $0.figures.total = total }
    }

    /// The daemon is stopping and waits for no count.
    package func stopSurvey() {
        state.withLock { $0.isSurveyStopped = true }
    }

    package var isSurveyStopped: Bool { state.withLock { $0.isSurveyStopped } }

    package func advance(by count: Int) {
        guard count > 0 else { return }
        let listeners = state.withLock { state -> [@Sendable () -> Void] in
            guard state.figures.isScanning else { return [] }
            state.figures.done += count
            return Array(state.listeners.values)
        }
        for listener in listeners { listener() }
    }

    /// Another index is made, from the beginning.
    package func beginAgain() {
        change { state in
            state.figures = Figures()
            state.identityProblem = nil
            state.isSurveyStopped = false
            state.unknown = []
        }
    }

    package func finish() {
        change { $0.figures.isScanning = false }
    }

    /// Roots, options, import folders or what else `status` tells of are others.
    public func statusChanged() {
        change { _ in }
    }

    /// Called when the index has a problem, and had none until then. One listener; on any thread.
    package func onProblem(_ listener: @escaping @Sendable () -> Void) {
        state.withLock { $0.problemListener = listener }
    }

    package func note(problem: IndexError) {
        let listener = state.withLock { $0.problem == nil ? $0.problemListener : nil }
        change { $0.problem = "\(problem)" }
        listener?()
    }

    /// The index could not be asked what it has of a directory: what is gone from there was not found.
    package func note(problem: IndexError, asking about: NodeID) {
        state.withLock { _ = $0.unknown.insert(about) }
        note(problem: problem)
    }

    /// Whether there are such directories.
    package var hasUnknown: Bool { state.withLock { !$0.unknown.isEmpty } }

    /// Directories to be compared again, now that the index can be asked.
    package func takeUnknown() -> Set<NodeID> {
        state.withLock { state in
            defer { state.unknown = [] }
            return state.unknown
        }
    }

    package func problemIsOver() {
        guard state.withLock({ $0.problem != nil }) else { return }
        change { $0.problem = nil }
    }

    /// Returns whether it is news.
    package func noteIdentities(problem: String?) -> Bool {
        guard identityProblem != problem else { return false }
        change { $0.identityProblem = problem }
        return true
    }

    private func change(_ body: (inout State) -> Void) {
        let listeners = state.withLock { state in
            body(&state)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener() }
    }
}
