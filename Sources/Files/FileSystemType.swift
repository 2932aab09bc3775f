import CShims
import Glibc
import PhotoModel

/// What kind of file system something lies on, by `f_type` (linux/magic.h).
public struct FileSystemType: Hashable, Sendable {
    private let number: UInt32

    public init(_ type: Int64) {
        number = UInt32(truncatingIfNeeded: type)
    }

    /// A disk (`fuseblk`) or a network (`fuse.sshfs`): this does not tell.
    public var isFUSE: Bool { number == Self.fuse }

    /// Whether it lies on another machine. FUSE is not among them.
    public var isNetwork: Bool {
        switch number {
        case 0x6969: true  // NFS
        case 0xFF53_4D42, 0xFE53_4D42, 0x517B: true  // CIFS, SMB2, SMB
        case 0x5346_414F, 0x6B41_4653: true  // AFS, kAFS
        case 0x0102_1997: true  // 9P
        case 0x00C3_6400: true  // Ceph
        case 0x7375_7245: true  // Coda
        case 0x786F_4256, 0x7C7C_6673: true  // folders that VirtualBox and Parallels share
        case 0x564C, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F: true  // NCP, Lustre, GFS2, OCFS2
        default: false
        }
    }

    /// Whether f_fsid is made of what is written on it: ext2 to ext4, Btrfs, tmpfs (which has a number at random), overlayfs
    /// (its upper one's), ZFS, bcachefs.
    public var isMarked: Bool { Self.marked.contains(number) }

    /// Whether an inode number stands for one file for as long as that lives. FUSE, FAT and most networks give numbers as
    /// they come, others after the next mount.
    ///
    /// - Parameter isKnown: whether it is known which file system it is. Where it is not, numbers are nobody's.
    public func keepsInodes(isKnown: Bool) -> Bool {
        isKnown && !isNetwork && !Self.numberless.contains(number)
    }

    private static let fuse: UInt32 = 0x6573_5546
    private static let marked: Set<UInt32> = [
        0xEF53, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1, 0xCA45_1A4E,
    ]
    private static let numberless: Set<UInt32> = [
        fuse, 0x4D44, 0x2011_BAB0,  // FUSE, FAT, exFAT
    ]
}

extension Folder {
    /// Whether what is written here is safe with its server by a sync of each file alone: to sync a file system asks the servers of FUSE
    /// for nothing, nor does every network's. A folder that cannot be asked may be such a one.
    public var syncsFilesOnly: Bool {
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(descriptor, &identifier, &type) == 0 else { return true }
        let kind = FileSystemType(type)
        return kind.isFUSE || kind.isNetwork
    }

    /// Whether an inode number stands for one file for as long as that lives, on the file system that the folder lies on.
    public func keepsInodes() throws(CallFailure) -> Bool {
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(descriptor, &identifier, &type) == 0 else {
            throw CallFailure(.look, path, errno)
        }
        var uuid = [UInt8](repeating: 0, count: 16)
        var length: Int32 = 0
        // Some answer with zeros, which is no UUID.
        let hasUUID = photod_filesystem_uuid(descriptor, &uuid, &length) == 0 && uuid.contains { $0 != 0 }
        return FileSystemType(type).keepsInodes(isKnown: hasUUID || identifier != 0)
    }
}
