import LibraryIndex
import PhotoModel

/// Whose files these were, by what a file is known by: its inode; where numbers say nothing of it, its content and its
/// modification time.
struct FileOwners: Sendable {
    private enum Mark: Hashable {
        case inode(UInt64, birthTime: Int64)
        case content(Fingerprint, size: Int64, modificationTime: Int64)
    }

    private struct File: Hashable {
        let filesystem: Int
        let mark: Mark
    }

    private struct Owner {
        let id: AssetID
        /// Of the file that it is about.
        let size: Int64
        let fingerprint: Fingerprint?

        /// Without a birth time a number may be another file's by now.
        func isAbout(_ stamp: FileStamp, _ content: Fingerprint?) -> Bool {
            stamp.inode == 0 || stamp.birthTime != 0
                || size == stamp.size && fingerprint != nil && fingerprint == content
        }
    }

    /// Of so many it is remembered: a library that was restored from a backup has no inode that it had.
    static let limit = 1 << 16

    private var filesystems: [String: Int] = [:]
    private var owners: [File: Owner] = [:]

    var isEmpty: Bool { owners.isEmpty }

    /// Of several that had a file, the one that is noted last counts.
    ///
    /// - Parameter stamp: its inode, birth time and size count, and its modification time where it has no inode.
    mutating func note(
        _ id: AssetID,
        of stamp: FileStamp,
        _ fingerprint: Fingerprint?,
        on filesystem: String
    ) {
        guard owners.count < Self.limit, let mark = Self.mark(stamp, fingerprint) else { return }
        let number = filesystems[filesystem] ?? filesystems.count
        filesystems[filesystem] = number
        owners[File(filesystem: number, mark: mark)] = Owner(
            id: id,
            size: stamp.size,
            fingerprint: fingerprint
        )
    }

    func owner(of stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) -> AssetID? {
        guard let file = file(stamp, fingerprint, on: filesystem), let owner = owners[file],
            owner.isAbout(stamp, fingerprint)
        else { return nil }
        return owner.id
    }

    mutating func forget(_ stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) {
        guard let file = file(stamp, fingerprint, on: filesystem) else { return }
        owners[file] = nil
    }

    private func file(_ stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) -> File? {
        guard let number = filesystems[filesystem], let mark = Self.mark(stamp, fingerprint) else {
            return nil
        }
        return File(filesystem: number, mark: mark)
    }

    private static func mark(_ stamp: FileStamp, _ fingerprint: Fingerprint?) -> Mark? {
        guard stamp.inode == 0 else { return .inode(stamp.inode, birthTime: stamp.birthTime) }
        guard let fingerprint, stamp.size > 0 else { return nil }
        return .content(fingerprint, size: stamp.size, modificationTime: stamp.modificationTime)
    }
}
