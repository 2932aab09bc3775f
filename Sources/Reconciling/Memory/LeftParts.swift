import PhotoModel

/// Files that were parts of photos, and have left those since all was at rest last: where such a file turns up, it was not written anew.
struct LeftParts: Sendable {
    private struct Number: Hashable {
        let filesystem: Int64
        let inode: UInt64
    }

    private var stamps: [Number: FileStamp] = [:]

    /// - Parameter filesystem: as the index numbers it.
    mutating func note(_ stamp: FileStamp, on filesystem: Int64) {
        guard stamp.inode != 0, stamps.count < FileOwners.limit else { return }
        stamps[Number(filesystem: filesystem, inode: stamp.inode)] = stamp
    }

    func contains(_ stamp: FileStamp, on filesystem: Int64) -> Bool {
        guard !stamps.isEmpty else { return false }
        return stamps[Number(filesystem: filesystem, inode: stamp.inode)]?.isSameFile(as: stamp) ?? false
    }
}
