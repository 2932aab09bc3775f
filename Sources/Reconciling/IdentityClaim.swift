import FolderWatch
import LibraryIndex
import PhotoModel

/// An identity that a file turns out to have already.
enum IdentityClaim {
    /// The file lived elsewhere until now.
    case live(IndexedAsset)
    /// The file was gone, or only a document knew of it.
    case departed(DepartedAsset)

    var id: AssetID {
        switch self {
        case .live(let asset): asset.id
        case .departed(let asset): asset.id
        }
    }
}

/// Whose file is this? In this order: the same inode (a number that may be reused, so the birth time, or the size where
/// there is none, must agree), the same path, the same content.
extension FindingTransaction {
    /// How long a path keeps the identity of a file that was deleted there: some editors delete and write anew, while
    /// a camera that counts from 1 again uses old names for new photos.
    private static let samePathSeconds: Int64 = 60

    func claim(
        _ file: ObservedFile, record: AssetRecord, on directory: DirectoryResolver.Directory, place: DirectoryPlace
    ) throws(IndexError) -> IdentityClaim? {
        if let moved = try movedFile(file.stamp, on: directory, except: nil) { return moved }
        if mayReclaim, let departed = try departed(at: place, file.name, record) { return .departed(departed) }
        guard let fingerprint = record.fingerprint else { return nil }
        if mayReclaim {
            let candidates = try reader.departed(size: file.stamp.size, fingerprint: fingerprint)
            if let best = Self.best(of: candidates, named: file.name) { return .departed(best) }
        }
        guard !isFirstSweep else { return nil }
        let candidates = try reader.assets(size: file.stamp.size, fingerprint: fingerprint)
        for candidate in candidates.sorted(by: { ($0.created, $0.id) < ($1.created, $1.id) })
        where candidate.type == record.type {
            if try !isStillThere(candidate) { return .live(candidate) }
        }
        return nil
    }

    /// The identity whose file this is by its inode.
    func movedFile(
        _ stamp: FileStamp, on directory: DirectoryResolver.Directory, except asset: IndexedAsset?
    ) throws(IndexError) -> IdentityClaim? {
        for candidate in try reader.assets(onInode: stamp.inode, filesystem: directory.filesystem)
        where candidate.key != asset?.key && Self.isSameFile(candidate.stamp, stamp) {
            if try !isStillThere(candidate) { return .live(candidate) }
        }
        guard mayReclaim || !isFirstSweep, let filesystem = try reader.filesystem(directory.filesystem)
        else { return nil }
        let departed = try reader.departed(onInode: stamp.inode, birthTime: stamp.birthTime, filesystem: filesystem)
        return departed.first { stamp.birthTime != 0 || $0.size == stamp.size }.map(IdentityClaim.departed)
    }

    private static func isSameFile(_ known: FileStamp, _ seen: FileStamp) -> Bool {
        known.isSameFile(as: seen) && (seen.birthTime != 0 || known.size == seen.size)
    }

    private func departed(
        at place: DirectoryPlace, _ name: FileName, _ record: AssetRecord
    ) throws(IndexError) -> DepartedAsset? {
        guard let root = roots.root(withKey: place.root)?.library.name else { return nil }
        return try reader.departed(root: root, path: place.path(of: name)).first { departed in
            guard departed.type == record.type else { return false }
            guard let deletedAt = departed.deletedAt else { return true }
            return seconds - deletedAt <= Self.samePathSeconds
                || record.fingerprint != nil && departed.fingerprint == record.fingerprint
        }
    }

    /// Of several gone files with this content: the one of this name, else the oldest.
    private static func best(of candidates: [DepartedAsset], named name: FileName) -> DepartedAsset? {
        let ordered = candidates.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
        return ordered.first { $0.path.split(separator: UInt8(ascii: "/")).last?.elementsEqual(name.bytes) ?? false }
            ?? ordered.first
    }

    /// Whether an asset's path still leads to its file. Where it cannot be known (the root is offline), it does: an id
    /// is never taken from what may come back.
    private func isStillThere(_ asset: IndexedAsset) throws(IndexError) -> Bool {
        guard !isOffline(asset.root) else { return true }
        guard let folder = try reader.path(ofDirectory: asset.directory) else { return false }
        guard let status = try? FileStatus(at: folder.appending(asset.name)) else { return false }
        return status.isRegularFile && status.inode == asset.stamp.inode
            && status.birthTime == asset.stamp.birthTime
    }
}
