import DiskReading
import FolderWatch
import PhotoModel

/// What has to be looked at again because of what a transaction found. The crawler saw less than the writer knows: its
/// snapshot of the index was older than findings that were waiting to be written.
struct SecondLooks: Sendable {
    struct Entry: Sendable {
        let folder: FilePath
        let name: FileName
    }

    /// Directories, with all below them.
    var trees: [DirectoryPlace] = []
    /// Entries that no event tells of.
    var entries: [Entry] = []
    /// Work of which findings were dropped, because their directory was no longer where they said.
    var works: [FolderWork] = []

    var isEmpty: Bool { trees.isEmpty && entries.isEmpty && works.isEmpty }
}
