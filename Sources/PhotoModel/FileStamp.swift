/// What tells that a file has not changed since it was last read.
///
/// The change time takes part because programs that keep the modification time (`exiftool -P`, `touch -r`, `tar`)
/// cannot keep it. Times are nanoseconds since 1970.
public struct FileStamp: Hashable, Sendable {
    public var size: Int64
    public var modificationTime: Int64
    public var changeTime: Int64
    /// 0 where it is not known, or will not be the file's for long: it then says nothing.
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

    /// Whether the file system counts whole seconds, or gives no numbers: another file may have the same stamp.
    public var isCoarse: Bool { inode == 0 || changeTime % 1_000_000_000 == 0 }

    /// Whether both stamps stand on one inode, as far as its number can tell. A birth time tells a reused number apart; where
    /// there is none, only what is known besides makes a proof of it.
    public func isSameInode(as other: FileStamp) -> Bool {
        inode != 0 && inode == other.inode && birthTime == other.birthTime
    }

    /// Whether both stamps, which may be years apart, are one file's: by its inode; where its number may be another file's
    /// by now, by size and modification time besides, which moving leaves alone.
    public func isSameFile(as other: FileStamp) -> Bool {
        isSameInode(as: other) && (birthTime != 0 || isSameSizeAndTime(as: other))
    }

    /// Whether nothing tells that what was seen at one place is another file than before.
    public func mayBeSameFile(as other: FileStamp) -> Bool {
        inode == 0 || other.inode == 0 || isSameInode(as: other)
    }

    /// Whether both stamps are one file's as far as can be told: by its inode, else by size and modification time.
    public func seemsSameFile(as other: FileStamp) -> Bool {
        inode == 0 || other.inode == 0 ? isSameSizeAndTime(as: other) : isSameInode(as: other)
    }

    /// Whether nothing differs at one place but the change time, as after a change of mode or another link.
    public func isSameContent(as other: FileStamp) -> Bool {
        mayBeSameFile(as: other) && isSameSizeAndTime(as: other)
    }

    private func isSameSizeAndTime(as other: FileStamp) -> Bool {
        size == other.size && modificationTime == other.modificationTime
    }
}
