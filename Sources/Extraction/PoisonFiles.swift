import PhotoModel
import Synchronization

/// Files that crashed their reader or kept it beyond the deadline, as they were then. As long as nothing of them has
/// changed, reading them again would end the same and cost a worker, or ten seconds; only a user's own wish is a reason.
public final class PoisonFiles: Sendable {
    private let known = Mutex<[FileStamp: UnreadableReason]>([:])

    public init() {}

    /// Whether a reason says that the file is to blame, and will be again.
    public static func isPoison(_ reason: UnreadableReason) -> Bool {
        reason == .crashedReader || reason == .timedOut
    }

    /// Why a file is not to be read; `nil` for nearly all.
    public func reason(for stamp: FileStamp) -> UnreadableReason? {
        known.withLock { $0.isEmpty ? nil : $0[stamp] }
    }

    /// Notes what became of a file that was read.
    public func note(_ stamp: FileStamp, _ outcome: ExtractionOutcome) {
        switch outcome {
        case .unreadable(let reason) where Self.isPoison(reason): known.withLock { $0[stamp] = reason }
        case .facts, .unreadable: known.withLock { if !$0.isEmpty { $0[stamp] = nil } }
        case .unavailable, .cancelled: break
        }
    }
}
