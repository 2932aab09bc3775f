import LibraryIndex
import Synchronization

/// Tells listeners what each transaction changed, in order, on the writer's thread.
public final class CommitFeed: Sendable {
    public typealias Listener = @Sendable (CommittedChanges) -> Void

    private struct State {
        var listeners: [UInt64: Listener] = [:]
        var next: UInt64 = 1
    }

    private let state = Mutex(State())

    package init() {}

    public func add(_ listener: @escaping Listener) -> UInt64 {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.listeners[number] = listener
            return number
        }
    }

    public func remove(_ number: UInt64) {
        state.withLock { $0.listeners[number] = nil }
    }

    package func publish(_ changes: CommittedChanges) {
        guard !changes.isEmpty else { return }
        for listener in state.withLock({ Array($0.listeners.values) }) { listener(changes) }
    }
}
