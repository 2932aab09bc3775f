import FolderWatch
import PhotoModel

/// Where a directory is, as a crawler saw it.
struct DirectoryPlace: Sendable {
    /// The root's number in the index.
    let root: Int64
    /// From the root's own directory (empty) down to this one.
    let components: [FileName]
    /// The file system as text.
    let filesystem: String
    /// What it was called before.
    var formerFilesystems: [String] = []
    /// 0 where nothing tells it from other directories but its path.
    let inode: UInt64
    let birthTime: Int64
    /// Tells one visit of a crawler from another: nothing but the visit itself adds files to a directory that was
    /// not there before it.
    let visit: UInt64
    /// What the crawler was looking at: to be looked at again where the directory has moved since.
    var work: FolderWork?
    /// Options of the folder that its records are made with.
    var making: RecordOptions?

    /// Whether it is known by something else than its path: found elsewhere, it has moved.
    var isNumbered: Bool { inode != 0 }

    /// An entry's path inside the root.
    func path(of name: FileName) -> [UInt8] {
        Array((components + [name]).map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    }
}
