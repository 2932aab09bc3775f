import PhotoModel
import Synchronization
import WatchedLibrary

/// A `sync` that may still have to wait for something else before it can wait for the library.
final class SyncWaiting: Sendable {
    private enum State {
        case notBegun(@Sendable () -> Void)
        case waiting(UInt64)
        case cancelled
    }

    private let library: PhotoLibrary
    private let state: Mutex<State>

    /// - Parameter completion: let go of when the waiting is cancelled, however long what comes before takes yet.
    init(_ library: PhotoLibrary, completion: @escaping @Sendable () -> Void) {
        self.library = library
        state = Mutex(.notBegun(completion))
    }

    /// Begins to wait for the library, unless it was cancelled. Where there is nothing to wait for, the completion is
    /// called at once and on this thread. Called once.
    func begin() {
        guard case .notBegun(let completion) = state.withLock({ $0 }) else { return }
        let number = library.sync(completion)
        let isLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(number)
            return false
        }
        if isLate { library.cancelSync(number) }
    }

    func cancel() {
        let number: UInt64? = state.withLock { state in
            defer { state = .cancelled }
            if case .waiting(let number) = state { return number }
            return nil
        }
        if let number { library.cancelSync(number) }
    }
}
