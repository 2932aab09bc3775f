import PhotoModel
import Synchronization

/// Files that crashed their reader or kept it beyond the deadline, as they were then. As long as nothing of them has
/// changed, reading them again would end the same and cost a worker, or ten seconds; only a user's own wish is a reason.
///
/// A file is remembered once, however often it changes. Those that are gone are forgotten when whoever knows the files
/// that there are says so, which is asked for when the list has grown to twice its length.
public final class PoisonFiles: Sendable {
    /// A file, whatever it is called and whatever it holds.
    private struct File: Hashable {
        let inode: UInt64
        let birthTime: Int64
        /// Where nobody knows its inode: all that is known of it.
        let unnumbered: FileStamp?

        init(_ stamp: FileStamp) {
            inode = stamp.inode
            birthTime = stamp.birthTime
            unnumbered = stamp.inode == 0 ? stamp : nil
        }
    }

    private struct State {
        var known: [File: (stamp: FileStamp, reason: UnreadableReason)] = [:]
        /// A list that is longer has files to forget, as far as anybody knows.
        var limit = leastLimit
    }

    private static let leastLimit = 64

    private let state = Mutex(State())

    public init() {}

    /// Whether a reason says that the file is to blame, and will be again.
    public static func isPoison(_ reason: UnreadableReason) -> Bool {
        reason == .crashedReader || reason == .timedOut
    }

    /// Why a file is not to be read; `nil` for nearly all.
    public func reason(for stamp: FileStamp) -> UnreadableReason? {
        state.withLock { state in
            guard !state.known.isEmpty, let known = state.known[File(stamp)], known.stamp == stamp else {
                return nil
            }
            return known.reason
        }
    }

    /// Notes what became of a file that was read.
    public func note(_ stamp: FileStamp, _ outcome: ExtractionOutcome) {
        switch outcome {
        case .unreadable(let reason) where Self.isPoison(reason):
            state.withLock { $0.known[File(stamp)] = (stamp, reason) }
        case .facts, .unreadable:
            state.withLock { if !$0.known.isEmpty { $0.known[File(stamp)] = nil } }
        case .slow, .unavailable, .cancelled: break
        }
    }

    /// Whether files that are gone are to be told of.
    public var isLong: Bool { state.withLock { $0.known.count > $0.limit } }

    /// Forgets all files but these.
    public func keep(_ stamps: [FileStamp]) {
        let files = Set(stamps.map(File.init))
        state.withLock { state in
            state.known = state.known.filter { files.contains($0.key) }
            state.limit = max(Self.leastLimit, 2 * state.known.count)
        }
    }

    var count: Int { state.withLock { $0.known.count } }
}
