/// What tells that a file has not changed since it was last read.
///
/// The change time takes part because programs that keep the modification time (`exiftool -P`, `touch -r`, `tar`)
/// cannot keep it. Times are nanoseconds since 1970.
public struct FileStamp: Hashable, Sendable {
    public var size: Int64
    public var modificationTime: Int64
    public var changeTime: Int64
    public var inode: UInt64
    /// 0 where the file system keeps no birth time.
    public var birthTime: Int64

    public init(size: Int64, modificationTime: Int64, changeTime: Int64, inode: UInt64, birthTime: Int64) {
        self.size = size
        self.modificationTime = modificationTime
        self.changeTime = changeTime
        self.inode = inode
        self.birthTime = birthTime
    }

    /// The change time of a file that somebody was writing when the rest of its shot was judged: no file has it, so the next
    /// look finds a difference, and judges the shot whole.
    public static let unsettledChangeTime = Int64.min

    /// Whether what is known of the file's shot was made with what the file holds.
    public var isSettled: Bool { changeTime != Self.unsettledChangeTime }

    /// Whether both stamps stand on the same inode, as far as an inode number that may be reused can tell: a birth
    /// time tells a reused number apart.
    public func isSameFile(as other: FileStamp) -> Bool {
        inode == other.inode && birthTime == other.birthTime
    }
}
