import CShims
import Files
import Glibc

/// What file system something lies on, for as long as it lives: never `st_dev`, which changes between boots.
public struct FilesystemIdentity: Hashable, Sendable {
    /// The UUID, or `f_fsid` and zeros; 16 bytes.
    public let bytes: [UInt8]
    /// Whether `bytes` is a UUID (FS_IOC_GETFSUUID, Linux 6.9), which no other file system has.
    public let isUUID: Bool
    /// Others may write to it unseen by this kernel: watched, and polled besides.
    public let isNetwork: Bool
    /// Whether `bytes` are made of what is written on the disk. Else they are the number of the device that it happens to be, or
    /// nothing: another disk may have them tomorrow.
    public let isCertain: Bool
    /// What `text` was with an older kernel, which tells no UUID, or with a version that took zeros for one.
    public let formerTexts: [String]
    /// Whether an inode number stands for one file for as long as that lives. FUSE, FAT and most networks give numbers as
    /// they come, others after the next mount; where it is not known which file system it is, numbers are nobody's.
    public let keepsInodes: Bool

    /// Of the file system that an open descriptor lies on.
    public init(of descriptor: Int32) throws(FolderError) {
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(descriptor, &identifier, &type) == 0 else { throw FolderError(errno) }
        var uuid = [UInt8](repeating: 0, count: 16)
        var length: Int32 = 0
        let isAnswered = photod_filesystem_uuid(descriptor, &uuid, &length) == 0
        // Some answer with zeros, which is no UUID.
        isUUID = isAnswered && uuid.contains { $0 != 0 }
        let number =
            withUnsafeBytes(of: identifier.littleEndian) { Array($0) } + [UInt8](repeating: 0, count: 8)
        if isUUID {
            formerTexts = identifier == 0 ? [] : [Self.text(number, isUUID: false)]
        } else {
            formerTexts = isAnswered ? [Self.text(uuid, isUUID: true)] : []
            uuid = number
        }
        bytes = uuid
        isCertain = isUUID || identifier != 0 && Self.markedTypes.contains(UInt32(truncatingIfNeeded: type))
        keepsInodes =
            uuid.contains { $0 != 0 } && !Self.isNetwork(type: type)
            && !Self.numberless.contains(UInt32(truncatingIfNeeded: type))
        isNetwork =
            UInt32(truncatingIfNeeded: type) == Self.fuse
            ? try Self.isNetworkMount(descriptor) : Self.isNetwork(type: type)
    }

    private static let fuse: UInt32 = 0x6573_5546
    /// By `f_type` (linux/magic.h): file systems of which f_fsid is made of what is written on them: ext2 to ext4, Btrfs,
    /// tmpfs (which has a number at random), overlayfs (its upper one's), ZFS, bcachefs.
    private static let markedTypes: Set<UInt32> = [
        0xEF53, 0x9123_683E, 0x0102_1994, 0x794C_7630, 0x2FC1_2FC1, 0xCA45_1A4E,
    ]
    /// By `f_type` (linux/magic.h): file systems that make inode numbers up.
    private static let numberless: Set<UInt32> = [
        fuse, 0x4D44, 0x2011_BAB0, 0x786F_4256,  // FUSE, FAT, exFAT, VirtualBox's shared folders
    ]

    /// A disk (`fuseblk`) and a network (`fuse.sshfs`) look alike to fstatfs; the mount table tells them apart.
    private static func isNetworkMount(_ descriptor: Int32) throws(FolderError) -> Bool {
        let status = try FileStatus(of: descriptor)
        let device = "\(status.deviceMajor):\(status.deviceMinor)"
        return try MountTable.current().mounts.contains { $0.device == device && $0.isNetwork }
    }

    /// `uuid:` or `fsid:` and hexadecimal digits.
    public var text: String { Self.text(bytes, isUUID: isUUID) }

    private static func text(_ bytes: [UInt8], isUUID: Bool) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let shown = isUUID ? bytes[...] : bytes.prefix(8)
        let hex = shown.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return (isUUID ? "uuid:" : "fsid:") + String(decoding: hex, as: UTF8.self)
    }

    /// By `f_type` (linux/magic.h). FUSE is not among them.
    static func isNetwork(type: Int64) -> Bool {
        switch UInt32(truncatingIfNeeded: type) {
        case 0x6969: true  // NFS
        case 0xFF53_4D42, 0xFE53_4D42, 0x517B: true  // CIFS, SMB2, SMB
        case 0x5346_414F, 0x6B41_4653: true  // AFS, kAFS
        case 0x0102_1997: true  // 9P
        case 0x00C3_6400: true  // Ceph
        case 0x7375_7245: true  // Coda
        case 0x564C, 0x0BD0_0BD0, 0x0116_1970, 0x7461_636F: true  // NCP, Lustre, GFS2, OCFS2
        default: false
        }
    }
}
