import Batches
import PhotoModel
import Synchronization

/// Where nothing is left any more of what an earlier run was in the middle of: each folder is looked at once for a batch, however
/// often that is tried.
final class CleanedFolders: Sendable {
    private let folders = Mutex<[BatchName: Set<FilePath>]>([:])

    func folders(of batch: BatchName) -> Set<FilePath> { folders.withLock { $0[batch] ?? [] } }

    func add(_ cleaned: Set<FilePath>, of batch: BatchName) {
        folders.withLock { $0[batch, default: []].formUnion(cleaned) }
    }
}
