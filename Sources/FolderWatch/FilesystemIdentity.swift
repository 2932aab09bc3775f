import CShims
import Files
import Glibc

/// What file system something lies on, for as long as it lives: never `st_dev`, which changes between boots.
public struct FilesystemIdentity: Hashable, Sendable {
    /// The UUID, or `f_fsid` and zeros; 16 bytes.
    public let bytes: [UInt8]
    /// Whether `bytes` is a UUID (FS_IOC_GETFSUUID, Linux 6.9), which no other file system has.
    public let isUUID: Bool
    /// Others may write to the file system unseen by this kernel: watched, and polled besides.
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
        let kind = FileSystemType(type)
        isCertain = isUUID || identifier != 0 && kind.isMarked
        keepsInodes = kind.keepsInodes(isKnown: uuid.contains { $0 != 0 })
        isNetwork = kind.isFUSE ? try Self.isNetworkMount(descriptor) : kind.isNetwork
    }

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
}
