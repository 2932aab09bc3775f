import LibraryIndex
import PhotoModel

/// Identities that files had for a moment, before they went on as another photo. Should that one's own file turn up
/// elsewhere, as where many photos are given each other's names by way of third ones, the file is who it was.
struct ForgottenNewcomers: Sendable {
    private var identities: [AssetID: DepartedAsset] = [:]
    private var owners = FileOwners()

    /// - Parameters:
    ///   - stamp: of the file that it has; of one that has come to several the first is its own.
    ///   - fingerprint: of that file.
    mutating func note(
        _ newcomer: DepartedAsset,
        whoseFileIs stamp: FileStamp,
        _ fingerprint: Fingerprint?
    ) {
        // Some 300 bytes each.
        guard identities.count < FileOwners.limit, stamp.inode != 0, let filesystem = newcomer.filesystem
        else { return }
        let owner = owners.owner(of: stamp, fingerprint, on: filesystem)
        if owner == nil { owners.note(newcomer.id, of: stamp, fingerprint, on: filesystem) }
        let isFirst = owner == nil || owner == newcomer.id
        var newcomer = newcomer
        (newcomer.inode, newcomer.birthTime) = isFirst ? (stamp.inode, stamp.birthTime) : (nil, nil)
        identities[newcomer.id] = newcomer
    }

    /// Whose file this was before it went on as another photo.
    func owner(of stamp: FileStamp, _ fingerprint: Fingerprint?, on filesystem: String) -> AssetID? {
        owners.owner(of: stamp, fingerprint, on: filesystem)
    }

    subscript(_ id: AssetID) -> DepartedAsset? { identities[id] }
}
