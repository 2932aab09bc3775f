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
    /// Whether something is mounted here, this being its topmost directory; `false` before Linux 5.8.
    public var isMountRoot: Bool

    public var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }
    public var isDirectory: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFDIR) }
    public var isSymbolicLink: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFLNK) }

    /// The status of an open file or directory.
    public init(of descriptor: Int32) throws(FolderError) {
        try self.init(descriptor, "")
    }

    /// The status of an entry of an open directory; a symbolic link's own.
    ///
    /// `name` is a C string, as `DirectoryReader.forEachEntry` hands it out.
    public init(of name: UnsafePointer<CChar>, in directory: Int32) throws(FolderError) {
        try self.init(directory, name)
    }

    public init(of name: FileName, in directory: Int32) throws(FolderError) {
        var found = photod_file_status()
        let code = FilePath(name.bytes).withCString {
            photod_entry_status(directory, $0, &found) < 0 ? errno : 0
        }
        guard code == 0 else { throw FolderError(code) }
        self.init(found)
    }

    private init(_ directory: Int32, _ name: UnsafePointer<CChar>) throws(FolderError) {
        var found = photod_file_status()
        guard photod_entry_status(directory, name, &found) == 0 else { throw FolderError(errno) }
        self.init(found)
    }

    private init(_ found: photod_file_status) {
        size = found.size
        inode = found.inode
        modificationTime = found.modification_time
        changeTime = found.change_time
        birthTime = found.birth_time
        mode = found.mode
        linkCount = found.link_count
        deviceMajor = found.device_major
        deviceMinor = found.device_minor
        isMountRoot = found.is_mount_root != 0
    }
}

extension FileStatus {
    /// The status of what stands at an absolute path of any length; a symbolic link's own.
    public init(at path: FilePath) throws(FolderError) {
        guard path.bytes.count < Int(PATH_MAX) else {
            // The kernel takes no path as long as that.
            let folder = try DirectoryReader(rootPath: path.parent)
            try self.init(of: path.lastName, in: folder.descriptor)
            return
        }
        var found = photod_file_status()
        let code = path.withCString { photod_entry_status(AT_FDCWD, $0, &found) < 0 ? errno : 0 }
        guard code == 0 else { throw FolderError(code) }
        self.init(found)
    }
}
