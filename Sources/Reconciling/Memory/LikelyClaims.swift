import LibraryIndex
import PhotoModel

/// Identities that waited for their file and were given to one that has its content or its path, but not its inode; and
/// photos that went on as a new file at their path. Should the file itself turn up in a folder that has yet to be looked
/// at, the other one is a copy, or a new photo.
struct LikelyClaims: Sendable {
    /// Photos that have left their places since all was at rest last: where they are now may be found yet.
    private var left: Set<AssetID> = []
    /// Of several names of a file, the one that was given away last.
    private var claims = FileOwners()

    mutating func noteLeft(_ asset: AssetID) {
        if left.count < FileOwners.limit { left.insert(asset) }
    }

    /// - Parameter stamp: of the file that it is given to.
    mutating func note(_ identity: DepartedAsset, givenTo stamp: FileStamp) {
        guard identity.deletedAt == nil || left.contains(identity.id), let name = identity.filesystem,
            let number = identity.inode, number != 0,
            let birthTime = identity.birthTime, (number, birthTime) != (stamp.inode, stamp.birthTime)
        else { return }
        var own = stamp
        (own.inode, own.birthTime, own.size) = (number, birthTime, identity.size)
        claims.note(identity.id, of: own, identity.fingerprint, on: name)
    }

    /// - Parameters:
    ///   - stamp: of the file that the asset was until now, as the fingerprint.
    ///   - filesystem: the one that this file is on.
    mutating func note(
        _ asset: AssetID,
        whoseFileWas stamp: FileStamp,
        _ fingerprint: Fingerprint?,
        on filesystem: String
    ) {
        claims.note(asset, of: stamp, fingerprint, on: filesystem)
    }

    /// The identity whose own file this is.
    func identity(of stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) -> AssetID? {
        claims.owner(of: stamp, fingerprint, on: filesystem)
    }

    /// The file has its identity again.
    mutating func forget(_ stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) {
        claims.forget(stamp, fingerprint, on: filesystem)
    }

    var hasClaims: Bool { !claims.isEmpty }
}
