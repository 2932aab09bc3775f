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

    private struct State {
        var known: [Key: ThumbnailFailure] = [:]
        /// In the order in which they were noted; those before `first` are forgotten.
        var order: [Key] = []
        var first = 0
    }

    /// As many as a client may well ask for in turn; what goes beyond has the oldest tried again.
    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int = 4096) { self.limit = limit }

    /// - Parameter stamp: of the file, as it is now.
    func failure(of id: AssetID, _ stamp: FileStamp, _ shape: PreviewShape) -> ThumbnailFailure? {
        state.withLock { $0.known[Key(id: id, stamp: stamp, shape: shape)] }
    }

    /// - Parameter stamp: of the file when it was opened. It must be one that no later change of the file leaves again.
    func note(_ failure: ThumbnailFailure, of id: AssetID, _ stamp: FileStamp, _ shape: PreviewShape) {
        let key = Key(id: id, stamp: stamp, shape: shape)
        state.withLock { state in
            guard state.known.updateValue(failure, forKey: key) == nil else { return }
            state.order.append(key)
            guard state.known.count > limit else { return }
            state.known[state.order[state.first]] = nil
            state.first += 1
            guard state.first >= limit else { return }
            state.order.removeFirst(state.first)
            state.first = 0
        }
    }
}
