import Batches
import Glibc
import PhotoModel
import Synchronization

/// Batches that were interrupted and wait, for a folder that is away or for room on a disk, and those whose journals cannot be
/// read.
public final class BatchProblems: Sendable {
    private let store: BatchStore
    private let noted = Mutex<[BatchName: ImportError]>([:])

    public init(_ store: BatchStore) {
        self.store = store
    }

    /// - Returns: whether that is news.
    @discardableResult
    public func note(_ error: ImportError, of batch: BatchName) -> Bool {
        noted.withLock { noted in
            defer { noted[batch] = error }
            return noted[batch].map { "\($0)" } != "\(error)"
        }
    }

    /// Whether any were noted, of which some may have come right.
    public var areAny: Bool { noted.withLock { !$0.isEmpty } }

    /// Batches that are to be tried again. Files are read where there are any.
    public var waiting: [BatchName] { open.map(\.key) }

    /// What is wrong now: half sentences, with what to do. What has come right since is forgotten. Files are read.
    public var all: [(problem: String, remedy: String)] {
        open.map { batch, error in
            (
                problem: "the batch \(batch) was not brought to its end, or cannot be read: \(error)",
                remedy: "see to that; “photoctl sync” tries again"
            )
        }
    }

    /// Those that have not come right, by their names.
    private var open: [(key: BatchName, value: ImportError)] {
        noted.withLock { noted in
            noted = noted.filter { isOpen($0.key) }
            return noted.sorted { $0.key < $1.key }
        }
    }

    /// Whether a journal says nothing that can be read, or has no end.
    private func isOpen(_ batch: BatchName) -> Bool {
        do throws(BatchError) {
            return try store.summary(of: batch).map { $0.state == .unfinished } ?? true
        } catch {
            // One that was moved away is given up.
            if case .system(_, _, ENOENT) = error { return false }
            return true
        }
    }
}
