import LibraryIndex
import PhotoModel

/// Identities that waited for their file and were given to one that has its content or its path, but not its inode; and
/// photos that went on as a new file at their path. Should the file itself turn up in a folder that has yet to be looked
/// at, the other one is a copy, or a new photo.
///
/// Where numbers say nothing of a file, its content and its modification time do.
struct LikelyClaims: Sendable {
    private enum File: Hashable {
        case inode(UInt64, birthTime: Int64)
        case content(Fingerprint, size: Int64, modificationTime: Int64)

        init?(_ stamp: FileStamp, _ fingerprint: Fingerprint?) {
            if stamp.inode != 0 {
                self = .inode(stamp.inode, birthTime: stamp.birthTime)
            } else if let fingerprint, stamp.size > 0 {
                self = .content(fingerprint, size: stamp.size, modificationTime: stamp.modificationTime)
            } else {
                return nil
            }
        }
    }

    private struct Origin: Hashable {
        let filesystem: Int
        let file: File
    }

    private struct Claim {
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
    private static let limit = 1 << 16

    private var filesystems: [String: Int] = [:]
    /// Photos that have left their places since all was at rest last: where they are now may be found yet.
    private var left: Set<AssetID> = []
    /// Of several names of a file, the one that was given away last.
    private var claims: [Origin: Claim] = [:]

    mutating func noteLeft(_ asset: AssetID) {
        if left.count < Self.limit { left.insert(asset) }
    }

    /// - Parameter stamp: of the file that it is given to.
    mutating func note(_ identity: DepartedAsset, givenTo stamp: FileStamp) {
        guard identity.deletedAt == nil || left.contains(identity.id), let name = identity.filesystem,
            let number = identity.inode, number != 0,
            let birthTime = identity.birthTime, (number, birthTime) != (stamp.inode, stamp.birthTime)
        else { return }
        let claim = Claim(id: identity.id, size: identity.size, fingerprint: identity.fingerprint)
        note(claim, .inode(number, birthTime: birthTime), name)
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
        guard let file = File(stamp, fingerprint) else { return }
        note(Claim(id: asset, size: stamp.size, fingerprint: fingerprint), file, filesystem)
    }

    private mutating func note(_ claim: Claim, _ file: File, _ name: String) {
        guard claims.count < Self.limit else { return }
        let filesystem = filesystems[name] ?? filesystems.count
        filesystems[name] = filesystem
        claims[Origin(filesystem: filesystem, file: file)] = claim
    }

    /// The identity whose own file this is.
    func identity(of stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) -> AssetID? {
        guard let filesystem = filesystems[filesystem], let file = File(stamp, fingerprint),
            let claim = claims[Origin(filesystem: filesystem, file: file)], claim.isAbout(stamp, fingerprint)
        else { return nil }
        return claim.id
    }

    /// It has its identity again.
    mutating func forget(_ stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) {
        guard let filesystem = filesystems[filesystem], let file = File(stamp, fingerprint) else { return }
        claims[Origin(filesystem: filesystem, file: file)] = nil
    }

    mutating func removeAll() { self = LikelyClaims() }

    var isEmpty: Bool { claims.isEmpty && left.isEmpty }

    var hasClaims: Bool { !claims.isEmpty }
}
