import ExtractionWire
import PhotoModel
import Synchronization

/// What videos are, as they stand: a worker is asked once. It is kept in memory, and after a restart each is asked for again.
final class VideoDescriptions: Sendable {
    private struct Known: Sendable {
        let stamp: FileStamp
        let description: VideoDescription
    }

    private let known: Mutex<LatestValues<AssetID, Known>>

    /// - Parameter limit: of videos; each takes some two hundred bytes.
    init(limit: Int = 4096) { known = Mutex(LatestValues(limit: limit)) }

    /// - Parameter stamp: of the file, as it is now.
    func description(of id: AssetID, _ stamp: FileStamp) -> VideoDescription? {
        known.withLock { known in
            guard let one = known[id], one.stamp.isSameContent(as: stamp),
                one.stamp.changeTime == stamp.changeTime
            else { return nil }
            return one.description
        }
    }

    /// - Parameter stamp: of the file when it was opened. It must be one that no later change of the file leaves again.
    func note(_ description: VideoDescription, of id: AssetID, _ stamp: FileStamp) {
        known.withLock { $0.note(Known(stamp: stamp, description: description), for: id) }
    }
}
