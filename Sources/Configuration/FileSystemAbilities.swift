import CShims
import Files
import ImportRules
import PhotoModel

/// What the file system at a folder is, as far as it says what an import can do there.
public struct FileSystemAbilities: Sendable, Hashable {
    /// The device's numbers: equal for two folders of one file system, and only within one look.
    public var device: UInt64
    /// `statfs`' `f_type`, as linux/magic.h has them.
    public var type: Int64

    public init(device: UInt64, type: Int64) {
        self.device = device
        self.type = type
    }

    /// This machine's answer for a folder, links followed; `nil` where there is none.
    static func local(_ path: FilePath) -> FileSystemAbilities? {
        guard let folder = try? Folder(path) else { return nil }
        var identifier: UInt64 = 0
        var type: Int64 = 0
        guard photod_filesystem_id(folder.descriptor, &identifier, &type) == 0 else { return nil }
        return FileSystemAbilities(device: folder.device, type: type)
    }

    /// What is known never to link: FAT, exFAT.
    private static let withoutLinks: Set<Int64> = [0x4D44, 0x2011_BAB0]
    /// What is known never to share content: ext2 to ext4, tmpfs, ramfs, FAT, exFAT, NTFS (two drivers), F2FS.
    private static let withoutSharing: Set<Int64> = [
        0xEF53, 0x0102_1994, 0x8584_58F6, 0x4D44, 0x2011_BAB0, 0x5346_544E, 0x7366_746E, 0xF2F5_2010,
    ]
    /// btrfs: its subvolumes have a device each, and share content all the same.
    private static let btrfs: Int64 = 0x9123_683E

    /// Why an import from here to another folder cannot go that way; `nil` where it may.
    ///
    /// Only what is certain is told. What turns out later is told by the import.
    public func obstacle(to action: ImportAction, into target: FileSystemAbilities) -> String? {
        let isOne = device == target.device
        switch action {
        case .move, .copy: return nil
        case .hardlink:
            guard isOne else { return "they are on two file systems, and a link stays within one" }
            return Self.withoutLinks.contains(target.type) ? "their file system has no links" : nil
        case .reflink:
            let isOneVolume = isOne || type == Self.btrfs && target.type == Self.btrfs
            guard isOneVolume else { return "they are on two file systems, and content is shared within one" }
            return Self.withoutSharing.contains(target.type) ? "their file system cannot share content" : nil
        }
    }
}
