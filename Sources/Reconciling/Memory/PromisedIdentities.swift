import PhotoModel

/// New files that have the content of a photo whose folder is not where it was, and nobody knows yet where it is. If it
/// turns out to be gone, the file goes on as that photo; if it was moved, the file is a copy.
struct PromisedIdentities: Sendable {
    /// Of so many it is remembered: 32 bytes each.
    private static let limit = 1 << 18

    /// The new file's identity, by the photo's.
    private var copies: [AssetID: AssetID] = [:]

    func isPromised(_ id: AssetID) -> Bool { copies[id] != nil }

    mutating func promise(_ id: AssetID, to copy: AssetID) {
        guard copies.count < Self.limit else { return }
        copies[id] = copy
    }

    /// The file that goes on as a photo that is gone.
    mutating func take(_ id: AssetID) -> AssetID? { copies.isEmpty ? nil : copies.removeValue(forKey: id) }

    /// The file has an identity of its own.
    mutating func forget(_ copy: AssetID, of id: AssetID) {
        if copies[id] == copy { copies[id] = nil }
    }
}
