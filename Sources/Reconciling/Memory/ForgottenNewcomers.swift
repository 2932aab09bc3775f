import LibraryIndex
import PhotoModel

/// Identities that files had for a moment, before they went on as another photo. Should that one's own file turn up
/// elsewhere, as where many photos are given each other's names by way of third ones, the file is who it was.
struct ForgottenNewcomers: Sendable {
    private struct File: Hashable {
        let filesystem: String
        let inode: UInt64
        let birthTime: Int64
    }

    /// Of so many it is remembered: some 300 bytes each.
    private static let limit = 1 << 16

    private var identities: [AssetID: DepartedAsset] = [:]
    private var owners: [File: AssetID] = [:]

    /// Without a birth time a number is soon another file's, and nothing is remembered.
    ///
    /// - Parameter stamp: of the file that has it; of one that has come to several the first is its own.
    mutating func note(_ newcomer: DepartedAsset, whoseFileIs stamp: FileStamp) {
        guard identities.count < Self.limit, stamp.inode != 0, stamp.birthTime != 0,
            let filesystem = newcomer.filesystem
        else { return }
        let file = File(filesystem: filesystem, inode: stamp.inode, birthTime: stamp.birthTime)
        if owners[file] == nil { owners[file] = newcomer.id }
        var newcomer = newcomer
        (newcomer.inode, newcomer.birthTime) =
            owners[file] == newcomer.id ? (stamp.inode, stamp.birthTime) : (nil, nil)
        identities[newcomer.id] = newcomer
    }

    /// Whose file this was before it went on as another photo.
    func owner(of stamp: FileStamp, on filesystem: String) -> AssetID? {
        owners.isEmpty
            ? nil : owners[File(filesystem: filesystem, inode: stamp.inode, birthTime: stamp.birthTime)]
    }

    subscript(_ id: AssetID) -> DepartedAsset? { identities[id] }

    mutating func removeAll() { self = ForgottenNewcomers() }

    var isEmpty: Bool { identities.isEmpty }
}
