import Files
import PhotoModel

/// The mounts of this process's mount namespace, as /proc/self/mountinfo lists them.
public struct MountTable: Equatable, Sendable {
    public struct Mount: Hashable, Sendable {
        public let identifier: Int
        /// `major:minor`.
        public let device: String
        /// What part of the file system is mounted; not `/` for a bind mount.
        public let root: FilePath
        public let mountPoint: FilePath
        /// `ext4`, `nfs4`, `fuse.sshfs`…
        public let type: String
        public let source: FilePath
        public let access: Access

        /// Whether it may be written, as its options and those of its file system say.
        public enum Access: Hashable, Sendable {
            case writable
            /// Not by this mount; the file system itself may be, by another. So service managers close folders to a service.
            case readOnlyHere
            case readOnly
        }

        /// Others may write to the file system unseen by this kernel. `fuseblk` is a disk.
        public var isNetwork: Bool {
            let networks: Set<String> = [
                "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "virtiofs", "afs", "ceph", "coda", "ncpfs",
                "lustre",
                "gfs2", "ocfs2", "glusterfs", "davfs", "vboxsf", "prl_fs",
            ]
            return networks.contains(type) || type == "fuse" || type.hasPrefix("fuse.")
        }
    }

    public let mounts: [Mount]

    /// The table as it is now.
    public static func current() throws(FolderError) -> MountTable {
        do throws(CallFailure) {
            return MountTable(parsing: try OpenFile.content(of: FilePath("/proc/self/mountinfo")))
        } catch { throw FolderError(error.code) }
    }

    /// Reads mountinfo's lines (proc_pid_mountinfo(5)):
    /// `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue`.
    /// What does not read so is left out.
    public init(parsing text: [UInt8]) {
        mounts = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.mount)
    }

    private static func mount(_ line: ArraySlice<UInt8>) -> Mount? {
        let fields = line.split(separator: UInt8(ascii: " "))
        // Optional fields stand between the sixth and a hyphen.
        guard
            fields.count >= 9, let identifier = Int(String(decoding: fields[0], as: UTF8.self)),
            let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual("-".utf8) }),
            fields.count > hyphen + 2
        else { return nil }
        let isReadOnly = [fields[5], fields.dropFirst(hyphen + 3).first ?? []].map { options in
            options.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual("ro".utf8) }
        }
        return Mount(
            identifier: identifier,
            device: String(decoding: fields[2], as: UTF8.self),
            root: FilePath(unescape(fields[3])),
            mountPoint: FilePath(unescape(fields[4])),
            type: String(decoding: fields[hyphen + 1], as: UTF8.self),
            source: FilePath(unescape(fields[hyphen + 2])),
            access: isReadOnly[1] ? .readOnly : isReadOnly[0] ? .readOnlyHere : .writable
        )
    }

    /// Space, tab, line feed and backslash are written as a backslash and three octal digits.
    static func unescape(_ field: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(field.count)
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            let isOctal = digits.count == 3 && digits.allSatisfy { (0x30...0x37).contains($0) }
            guard byte == UInt8(ascii: "\\"), isOctal else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
            rest = rest.dropFirst(3)
        }
        return bytes
    }

    /// The mount that an absolute, canonical path lies on. Where mounts are stacked, the last one counts.
    public func mount(of path: FilePath) -> Mount? {
        var best: Mount?
        for mount in mounts where path.isInside(mount.mountPoint) {
            if mount.mountPoint.bytes.count >= best?.mountPoint.bytes.count ?? 0 { best = mount }
        }
        return best
    }

    /// The devices of which something is mounted here and not so in another table.
    public func devices(mountedUnlikeIn other: MountTable) -> Set<String> {
        Set(Set(mounts).subtracting(other.mounts).map(\.device))
    }

    /// The mount points where something else is mounted than before, or nothing now, or something at last.
    public func changedMountPoints(since before: MountTable) -> Set<FilePath> {
        Set(Set(mounts).symmetricDifference(before.mounts).map(\.mountPoint))
    }
}
