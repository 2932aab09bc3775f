import LibraryIndex
import PhotoModel
import Synchronization

/// Of which files no preview can be made, as they stand: so that asking again costs nothing. It is kept in memory, and a
/// restart tries each again; a later photod may be able to draw it.
final class PreviewFailures: Sendable {
    private struct Key: Hashable {
        let id: AssetID
        let stamp: FileStamp
        let shape: PreviewShape
    }

    private let known: Mutex<LatestValues<Key, ThumbnailFailure>>

    /// - Parameter limit: as many as a client may well ask for in turn; what goes beyond has the oldest tried again.
    init(limit: Int = 4096) { known = Mutex(LatestValues(limit: limit)) }

    /// - Parameter stamp: of the file, as it is now.
    func failure(of id: AssetID, _ stamp: FileStamp, _ shape: PreviewShape) -> ThumbnailFailure? {
        known.withLock { $0[Key(id: id, stamp: stamp, shape: shape)] }
    }

    /// - Parameter stamp: of the file when it was opened. It must be one that no later change of the file leaves again.
    func note(_ failure: ThumbnailFailure, of id: AssetID, _ stamp: FileStamp, _ shape: PreviewShape) {
        known.withLock { $0.note(failure, for: Key(id: id, stamp: stamp, shape: shape)) }
    }
}
