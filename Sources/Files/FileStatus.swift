import CShims
import Glibc
import PhotoModel

/// What statx(2) tells of a directory entry. Times are nanoseconds since 1970.
public struct FileStatus: Equatable, Sendable {
    public var size: UInt64
    public var inode: UInt64
    public var modificationTime: Int64
    public var changeTime: Int64
    /// 0 where the file system keeps none.
    public var birthTime: Int64
    /// Type and permissions, as in `st_mode`.
    public var mode: UInt32
    public var linkCount: UInt32
    public var deviceMajor: UInt32
    public var deviceMinor: UInt32
    /// Whose it is, by number.
    public var owner: UInt32
    /// Whether something is mounted here, this being its topmost directory; `false` before Linux 5.8.
    public var isMountRoot: Bool
    /// Whether nobody may replace or remove it, or in a folder what it holds: `chattr +i` and `+a`.
    public var isImmutable: Bool

    public var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    public var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    public var isSymbolicLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }

    /// Major and minor number in one. It tells file systems apart until the machine is started anew.
    public var device: UInt64 { UInt64(deviceMajor) << 32 | UInt64(deviceMinor) }

    public var stamp: FileStamp {
        FileStamp(
            size: Int64(clamping: size),
            modificationTime: modificationTime,
            changeTime: changeTime,
            inode: inode,
            birthTime: birthTime
        )
    }

    /// Whether both are of one file or folder, by whatever names.
    public func isOne(with other: FileStatus) -> Bool { inode == other.inode && device == other.device }

    /// Of an open file or folder.
    public init(descriptor: Int32) throws(CallFailure) {
        try self.init(entry: "", in: descriptor)
    }

    /// Of an entry of an open folder; a symbolic link's own. `name` is a C string, and the folder itself where it is empty.
    public init(entry name: UnsafePointer<CChar>, in folder: Int32) throws(CallFailure) {
        var found = photod_file_status()
        guard photod_entry_status(folder, name, &found) == 0 else {
            let code = errno
            throw CallFailure(
                .look,
                FilePath(Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))),
                code
            )
        }
        self.init(found)
    }

    /// Of an entry of an open folder.
    ///
    /// - Parameter isFollowing: whether a symbolic link stands for what it leads to; else for itself.
    public init(_ name: FileName, in folder: Int32, following isFollowing: Bool = false) throws(CallFailure) {
        var found = photod_file_status()
        let code = name.withCString { Self.look(folder, $0, isFollowing, &found) }
        try CallFailure.check(code, .look, FilePath(name.bytes))
        self.init(found)
    }

    /// Of what stands at a path.
    ///
    /// - Parameter isFollowing: whether a symbolic link in the last place stands for what it leads to; else for itself.
    public init(path: FilePath, following isFollowing: Bool = false) throws(CallFailure) {
        var found = photod_file_status()
        let code = path.withCString { Self.look(AT_FDCWD, $0, isFollowing, &found) }
        try CallFailure.check(code, .look, path)
        self.init(found)
    }

    private static func look(
        _ folder: Int32,
        _ name: UnsafePointer<CChar>,
        _ isFollowing: Bool,
        _ found: inout photod_file_status
    ) -> Int32 {
        let result =
            isFollowing
            ? photod_followed_status(folder, name, &found) : photod_entry_status(folder, name, &found)
        return result == 0 ? 0 : errno
    }

    public init(_ found: photod_file_status) {
        size = found.size
        inode = found.inode
        modificationTime = found.modification_time
        changeTime = found.change_time
        birthTime = found.birth_time
        mode = found.mode
        linkCount = found.link_count
        deviceMajor = found.device_major
        deviceMinor = found.device_minor
        owner = found.owner
        isMountRoot = found.is_mount_root != 0
        isImmutable = found.is_immutable != 0
    }
}

extension FileStamp {
    /// `nil` of a file from before 1677 or after 2262, of which a stamp says just that: it is given no such time anew.
    package var exactModificationTime: Int64? {
        let isAtEnd = modificationTime == .min || modificationTime == .max
        return isAtEnd ? nil : modificationTime
    }
}
