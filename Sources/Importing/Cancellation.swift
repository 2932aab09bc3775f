import Synchronization

/// A flag that an import looks at between two units.
public final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The unit under way is finished, the rest stays where it is.
    public func cancel() {
        let handlers = state.withLock { state in
            state.isCancelled = true
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Calls `body` when it is cancelled; at once and on this thread where it is by now.
    public func whenCancelled(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isCancelled { state.handlers.append(body) }
            return state.isCancelled
        }
        if isLate { body() }
    }
}
