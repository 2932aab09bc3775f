import Files

/// What tells a directory from others wherever it is: its inode's number and birth time. Without a birth time the number may
/// be that of one that is gone, and where the file system's numbers do not last it says nothing at all: 0 is unknown, and
/// then only its path tells.
package struct DirectoryNumber: Equatable, Sendable {
    package let inode: UInt64
    package let birthTime: Int64

    package init(_ status: FileStatus, keepsInodes: Bool) {
        let isKnown = keepsInodes && status.birthTime != 0
        inode = isKnown ? status.inode : 0
        birthTime = isKnown ? status.birthTime : 0
    }
}

extension FileStatus {
    /// Whether a directory is the one of a number, or may be for all that the number says.
    package func isDirectory(_ inode: UInt64, _ birth: Int64) -> Bool {
        isDirectory && (inode == 0 || self.inode == inode && birthTime == birth)
    }
}
