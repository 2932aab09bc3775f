import PhotoModel
import Synchronization
import WatchedLibrary

/// A `sync` that may still have to wait for something else before it can wait for the library.
final class SyncWaiting: Sendable {
    private enum State {
        case notBegun
        case waiting(UInt64)
        case cancelled
    }

    private let library: PhotoLibrary
    private let state = Mutex(State.notBegun)

    init(_ library: PhotoLibrary) {
        self.library = library
    }

    /// Begins to wait for the library, unless it was cancelled. Where there is nothing to wait for, `completion` is
    /// called at once and on this thread.
    func begin(_ completion: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { if case .cancelled = $0 { true } else { false } }
        guard !isCancelled else { return }
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
