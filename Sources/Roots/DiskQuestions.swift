import FolderWatch
import Glibc
import Synchronization
import Threads

/// What the writer asks file systems. It must not wait for a mount that hangs: everybody waits for the writer.
///
/// A local disk is asked directly. A network's is asked on a thread that may be left behind; what takes too long is
/// answered with `FolderError.unreachable`, of which everybody concludes that all may be as it was.
package final class DiskQuestions: Sendable {
    /// How a root may be asked.
    package enum Manner: Equatable, Sendable {
        case directly
        case patiently
        /// The root is known to hang.
        case notAtAll
    }

    private struct State {
        /// Until when a root that did not answer is not asked again; the crawler that was sent finds out meanwhile.
        var silent: [NodeID: UInt64] = [:]
        var listener: (@Sendable (NodeID) -> Void)?
    }

    private let state = Mutex(State())
    private let patience: Duration
    private let silence: Duration

    /// - Parameters:
    ///   - patience: how long an answer may take.
    ///   - silence: how long a root is not asked after it did not answer: longer than a crawler needs to notice.
    init(patience: Duration = .seconds(5), silence: Duration = .seconds(20)) {
        self.patience = patience
        self.silence = silence
    }

    /// Called when a root has not answered: it is to be looked at, for what was concluded may be wrong.
    package func onSilence(_ listener: @escaping @Sendable (NodeID) -> Void) {
        state.withLock { $0.listener = listener }
    }

    func ask<Answer: Sendable>(
        _ root: NodeID,
        _ manner: Manner,
        _ question: @escaping @Sendable () throws(FolderError) -> Answer
    ) throws(FolderError) -> Answer {
        guard manner != .directly else { return try question() }
        let now = MonotonicClock.now()
        let isSilent = state.withLock { $0.silent[root].map { $0 > now } ?? false }
        guard manner == .patiently, !isSilent else { throw .unreachable(errno: ETIMEDOUT) }
        let answer = Patience.call(atMost: patience) { () -> Result<Answer, FolderError> in
            do throws(FolderError) { return .success(try question()) } catch { return .failure(error) }
        }
        if let answer { return try answer.get() }
        let until = MonotonicClock.after(silence)
        let listener = state.withLock { state in
            state.silent = state.silent.filter { $0.value > now }
            state.silent[root] = until
            return state.listener
        }
        listener?(root)
        throw .unreachable(errno: ETIMEDOUT)
    }
}
