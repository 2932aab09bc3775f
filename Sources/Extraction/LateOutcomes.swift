import PhotoModel
import Synchronization

/// What became of slow files, for whoever looks at them next: they were to be read once.
public final class LateOutcomes: Sendable {
    private struct State {
        var known: [FileStamp: ExtractionOutcome] = [:]
        /// In the order in which they were noted.
        var stamps: [FileStamp] = []
    }

    /// More are not kept: of a file that changed meanwhile nobody asks.
    static let limit = 256

    private let state = Mutex(State())

    public init() {}

    public func note(_ stamp: FileStamp, _ outcome: ExtractionOutcome) {
        switch outcome {
        case .slow, .unavailable, .cancelled: return
        // Nobody has read it, and by the next look there may be somebody who does.
        case .unreadable(.noReader): return
        // A file that is to blame is remembered for longer.
        case .unreadable(let reason) where PoisonFiles.isPoison(reason): return
        case .facts, .unreadable: break
        }
        state.withLock { state in
            if state.known.updateValue(outcome, forKey: stamp) == nil { state.stamps.append(stamp) }
            if state.stamps.count > Self.limit { state.known[state.stamps.removeFirst()] = nil }
        }
    }

    /// Hands out what is known of a file as it is now, once.
    public func take(_ stamp: FileStamp) -> ExtractionOutcome? {
        state.withLock { state in
            guard !state.known.isEmpty, let outcome = state.known.removeValue(forKey: stamp) else {
                return nil
            }
            state.stamps.removeAll { $0 == stamp }
            return outcome
        }
    }
}
