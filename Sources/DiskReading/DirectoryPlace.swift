import FolderWatch
import OptionFiles
import PhotoModel

/// Where a directory is, as a crawler saw it.
package struct DirectoryPlace: Sendable {
    /// The root's number in the index.
    package let root: Int64
    /// From the root's own directory (empty) down to this one.
    package let components: [FileName]
    /// The file system as text.
    package let filesystem: String
    /// What it was called before.
    package let formerFilesystems: [String]
    /// 0 where nothing tells it from other directories but its path.
    package let inode: UInt64
    package let birthTime: Int64
    /// Tells one visit of a crawler from another: nothing but the visit itself adds files to a directory that was
    /// not there before it.
    package let visit: UInt64
    /// What the crawler was looking at: to be looked at again where the directory has moved since.
    package var work: FolderWork?
    /// Options of the folder that its records are made with.
    package var making: RecordOptions?

    /// All that the file system is or was called.
    package var filesystems: [String] { [filesystem] + formerFilesystems }

    /// Whether it is known by something else than its path: found elsewhere, it has moved.
    package var isNumbered: Bool { inode != 0 }

    package init(
        root: Int64,
        components: [FileName],
        filesystem: String,
        formerFilesystems: [String],
        inode: UInt64,
        birthTime: Int64,
        visit: UInt64,
        work: FolderWork? = nil,
        making: RecordOptions? = nil
    ) {
        self.root = root
        self.components = components
        self.filesystem = filesystem
        self.formerFilesystems = formerFilesystems
        self.inode = inode
        self.birthTime = birthTime
        self.visit = visit
        self.work = work
        self.making = making
    }

    /// An entry's path inside the root.
    package func path(of name: FileName) -> [UInt8] {
        Array((components + [name]).map(\.bytes).joined(separator: [UInt8(ascii: "/")]))
    }
}
