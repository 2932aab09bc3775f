import LibraryIndex
import PhotoModel

/// Identities that waited for their file and were given to one that has its content or its path, but not its inode. Should
/// the file itself turn up in a folder that has yet to be looked at, the other one is a copy.
struct LikelyClaims: Sendable {
    private struct Inode: Hashable {
        let filesystem: Int
        let number: UInt64
        let birthTime: Int64
    }

    /// Of so many it is remembered: a library that was restored from a backup has no inode that it had.
    private static let limit = 1 << 16

    private var filesystems: [String: Int] = [:]
    /// Of several names of a file, the one that was given away last.
    private var claims: [Inode: AssetID] = [:]

    /// - Parameter stamp: of the file that it is given to.
    mutating func note(_ identity: DepartedAsset, givenTo stamp: FileStamp) {
        guard identity.deletedAt == nil, claims.count < Self.limit, let name = identity.filesystem,
            let number = identity.inode, number != 0, let birthTime = identity.birthTime,
            (number, birthTime) != (stamp.inode, stamp.birthTime)
        else { return }
        let filesystem = filesystems[name] ?? filesystems.count
        filesystems[name] = filesystem
        claims[Inode(filesystem: filesystem, number: number, birthTime: birthTime)] = identity.id
    }

    /// The identity whose own file this is.
    func identity(of stamp: FileStamp, on filesystem: String) -> AssetID? {
        guard stamp.inode != 0, let filesystem = filesystems[filesystem] else { return nil }
        return claims[Inode(filesystem: filesystem, number: stamp.inode, birthTime: stamp.birthTime)]
    }

    mutating func removeAll() { self = LikelyClaims() }

    var isEmpty: Bool { claims.isEmpty }
}
