import PhotoModel
import Synchronization

/// Why something is to end before its time: an import looks at it between two units, and an edit, which goes on for a client that has
/// gone, between two portions.
public final class Cancellation: Sendable {
    /// Why it ends before its time: half a sentence for people.
    public enum Cause: Hashable, Sendable, CustomStringConvertible {
        /// Who asked for it does so no more.
        case withdrawn
        case clientTakesNoMore
        case daemonEnds
        case hanging(FilePath)

        public var description: String {
            switch self {
            case .withdrawn: "it was cancelled"
            case .clientTakesNoMore: "its client took no more lines"
            case .daemonEnds: "photod was stopped"
            case .hanging(let path): "\(path.display) did not answer"
            }
        }
    }

    private struct State {
        var cause: Cause?
        var isGivenUp = false
        var handlers: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// The unit under way is finished, the rest stays where it is. The first cause counts, but that the daemon ends counts more:
    /// what goes on for a client that has gone does not go on then.
    public func cancel(_ cause: Cause = .withdrawn) {
        let handlers = state.withLock { state in
            if state.cause == nil || cause == .daemonEnds { state.cause = cause }
            if case .hanging = cause { state.isGivenUp = true }
            defer { state.handlers = [] }
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    /// `nil` where it is not cancelled.
    public var cause: Cause? { state.withLock { $0.cause } }

    public var isCancelled: Bool { cause != nil }

    /// Whether what was begun is left to recovery.
    public var isForLater: Bool { state.withLock { $0.cause == .daemonEnds || $0.isGivenUp } }

    /// Whether a place did not answer: nobody waits any more for what is under way, and others may have gone on with its batch.
    public var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// Calls `body` when it is cancelled; at once and on this thread where it is by now.
    public func whenCancelled(_ body: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if state.cause == nil { state.handlers.append(body) }
            return state.cause != nil
        }
        if isLate { body() }
    }

    /// From now on another one ends with it, and for the same cause.
    public func passOn(to other: Cancellation) {
        whenCancelled { [weak self] in
            if let cause = self?.cause { other.cancel(cause) }
        }
    }
}
