import LibraryIndex
import PhotoModel

/// A shot that lies outside the library, as the capture rules see it: what has to be known before it is imported.
public struct UnindexedShot: Sendable {
    public struct File: Sendable, Hashable {
        public let name: FileName
        public let stamp: FileStamp
        /// `nil` where the file has none: a sidecar, an empty file, one that cannot be read.
        public let fingerprint: Fingerprint?
    }

    public let primary: File
    /// In the order of their names.
    public let companions: [File]
    /// Whether it could be read: where nobody could be asked just now, `record` says nothing of what is in it.
    public let isRead: Bool
    /// What the index would have of it at its destination: date, description, group, camera.
    public let record: AssetRecord
}
