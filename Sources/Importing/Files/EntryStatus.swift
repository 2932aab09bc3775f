import CShims
import Glibc
import PhotoModel

/// What statx(2) tells of a directory entry.
struct EntryStatus {
    let stamp: FileStamp
    let mode: UInt32
    let linkCount: UInt32
    let device: UInt64
    let owner: uid_t

    var isRegular: Bool { mode & S_IFMT == S_IFREG }

    /// The stamp to remember. The change time of a file with several names changes with each of them, so it
    /// says nothing of this one; 0 stands for that.
    var remembered: FileStamp {
        guard linkCount > 1 else { return stamp }
        var stamp = stamp
        stamp.changeTime = 0
        return stamp
    }

    init(_ status: photod_file_status) {
        stamp = FileStamp(
            size: Int64(clamping: status.size),
            modificationTime: status.modification_time,
            changeTime: status.change_time,
            inode: status.inode,
            birthTime: status.birth_time
        )
        mode = status.mode
        linkCount = status.link_count
        owner = status.owner
        device = UInt64(status.device_major) << 32 | UInt64(status.device_minor)
    }

    /// Of what stands at a path; a symbolic link is not followed.
    init(lookingAt path: FilePath) throws(ImportError) {
        var status = photod_file_status()
        guard path.withCString({ photod_entry_status(AT_FDCWD, $0, &status) }) == 0 else {
            if errno == ENOENT { throw .missing(path) }
            throw .system(operation: "look at", path: path, code: errno)
        }
        self.init(status)
    }

    /// Of an open file.
    init(descriptor: Int32) throws(CallFailure) {
        var status = photod_file_status()
        guard photod_entry_status(descriptor, "", &status) == 0 else { throw CallFailure(code: errno) }
        self.init(status)
    }
}

extension FileStamp {
    /// Whether it is the file that `expected` was taken of, as far as size, modification time and inode tell, whatever
    /// became of its name, its mode and its links. A birth time of 0 is an unknown one.
    public func hasSameContent(as expected: FileStamp) -> Bool {
        inode == expected.inode && size == expected.size && modificationTime == expected.modificationTime
            && (expected.birthTime == 0 || birthTime == 0 || birthTime == expected.birthTime)
    }
}
