import Extraction
import FolderWatch
import LibraryIndex
import PhotoModel

/// Reads files whole that begin like one of which the whole content is known. A crawler does so, before the writer has to
/// know: a large file holds up its own disk, and nobody's transaction.
package struct ContentComparison {
    package let index: LibraryIndex

    package init(index: LibraryIndex) {
        self.index = index
    }

    /// Bytes: a second or two of a slow disk.
    private static let readableSize: Int64 = 256 << 20

    /// The hash of an open file's content; `nil` where nothing is to be told by it, or it cannot be read as it was seen.
    package func hash(of file: FileObserver.Unread, _ heartbeat: LaneHeartbeat) -> Fingerprint? {
        guard let fingerprint = file.fingerprint, file.stamp.size > Int64(Fingerprinter.headLength),
            file.stamp.size <= Self.readableSize, isAskedFor(file.stamp, fingerprint)
        else { return nil }
        let hash = try? ContentReading.hash(of: file.descriptor, file.stamp) {
            heartbeat.beat()
            return true
        }
        return hash ?? nil
    }

    private func isAskedFor(_ stamp: FileStamp, _ fingerprint: Fingerprint) -> Bool {
        let isAsked = try? index.read { reader throws(IndexError) in
            try reader.knowsContent(size: stamp.size, fingerprint: fingerprint, except: stamp)
        }
        // Without a snapshot nothing is claimed by content alone.
        return isAsked ?? false
    }
}
