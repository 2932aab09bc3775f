import Batches
import PhotoModel
import Synchronization

/// Where nothing is left any more of what a batch was in the middle of: each folder is looked at once for it, however often that is
/// tried, and again when something could not be written there.
final class CleanedFolders: Sendable {
    private let folders = Mutex<[BatchName: Set<FilePath>]>([:])

    func folders(of batch: BatchName) -> Set<FilePath> { folders.withLock { $0[batch] ?? [] } }

    func add(_ cleaned: Set<FilePath>, of batch: BatchName) {
        folders.withLock { $0[batch, default: []].formUnion(cleaned) }
    }

    /// Something may have been left there since.
    func remove(_ folder: FilePath, of batch: BatchName) {
        folders.withLock { _ = $0[batch]?.remove(folder) }
    }

    /// Nothing of a batch is tried again.
    func forget(_ batch: BatchName) { folders.withLock { $0[batch] = nil } }
}
