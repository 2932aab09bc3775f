import CSQLite
import Synchronization

/// Ends, from another thread, what would keep a connection busy for minutes.
public final class Interruption: Sendable {
    private struct State {
        var isAsked = false
        /// The connection that is to be interrupted, while that is in use; SQLite's own functions take it from any thread.
        nonisolated(unsafe) var handle: OpaquePointer?
    }

    private let state = Mutex(State())

    public init() {}

    /// Ends what is running, and keeps what is not from running.
    public func interrupt() {
        state.withLock { state in
            state.isAsked = true
            // Under the lock: the connection is not closed meanwhile.
            if let handle = state.handle { sqlite3_interrupt(handle) }
        }
    }

    var isAsked: Bool { state.withLock { $0.isAsked } }

    func begin(on handle: OpaquePointer) {
        let address = UInt(bitPattern: handle)
        state.withLock { $0.handle = OpaquePointer(bitPattern: address) }
    }

    func end() {
        state.withLock { $0.handle = nil }
    }
}
