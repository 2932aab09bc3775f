import LibraryIndex
import PhotoModel

/// Identities that waited for their file and were given to one that has its content or its path, but not its inode; and
/// photos that went on as a new file at their path. Should the file itself turn up in a folder that has yet to be looked
/// at, the other one is a copy, or a new photo.
struct LikelyClaims: Sendable {
    private struct Inode: Hashable {
        let filesystem: Int
        let number: UInt64
        let birthTime: Int64
    }

    /// Of so many it is remembered: a library that was restored from a backup has no inode that it had.
    private static let limit = 1 << 16

    private var filesystems: [String: Int] = [:]
    /// Photos that have left their places since all was at rest last: where they are now may be found yet.
    private var left: Set<AssetID> = []
    /// Of several names of a file, the one that was given away last.
    private var claims: [Inode: AssetID] = [:]

    mutating func noteLeft(_ asset: AssetID) {
        if left.count < Self.limit { left.insert(asset) }
    }

    /// - Parameter stamp: of the file that it is given to.
    mutating func note(_ identity: DepartedAsset, givenTo stamp: FileStamp) {
        guard identity.deletedAt == nil || left.contains(identity.id), let name = identity.filesystem,
            let number = identity.inode,
            let birthTime = identity.birthTime, (number, birthTime) != (stamp.inode, stamp.birthTime)
        else { return }
        note(identity.id, number, birthTime, name)
    }

    /// - Parameters:
    ///   - stamp: of the file that the asset was until now.
    ///   - filesystem: the one that this file is on.
    mutating func note(_ asset: AssetID, whoseFileWas stamp: FileStamp, on filesystem: String) {
        note(asset, stamp.inode, stamp.birthTime, filesystem)
    }

    private mutating func note(_ id: AssetID, _ number: UInt64, _ birthTime: Int64, _ name: String) {
        guard claims.count < Self.limit, number != 0 else { return }
        let filesystem = filesystems[name] ?? filesystems.count
        filesystems[name] = filesystem
        claims[Inode(filesystem: filesystem, number: number, birthTime: birthTime)] = id
    }

    /// The identity whose own file this is.
    func identity(of stamp: FileStamp, on filesystem: String) -> AssetID? {
        guard stamp.inode != 0, let filesystem = filesystems[filesystem] else { return nil }
        return claims[Inode(filesystem: filesystem, number: stamp.inode, birthTime: stamp.birthTime)]
    }

    mutating func removeAll() { self = LikelyClaims() }

    var isEmpty: Bool { claims.isEmpty && left.isEmpty }

    var hasClaims: Bool { !claims.isEmpty }
}
