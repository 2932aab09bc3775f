import PhotoModel

/// New files that have the content of a photo whose folder is not where it was, and nobody knows yet where it is. If it
/// turns out to be gone, the file goes on as that photo; if it was moved, the file is a copy.
struct Heirs: Sendable {
    /// Of so many it is remembered: 32 bytes each.
    private static let limit = 1 << 18

    private var heirs: [AssetID: AssetID] = [:]

    func hasHeir(_ id: AssetID) -> Bool { heirs[id] != nil }

    mutating func promise(_ id: AssetID, to heir: AssetID) {
        guard heirs.count < Self.limit else { return }
        heirs[id] = heir
    }

    /// The heir of a photo that is gone.
    mutating func take(_ id: AssetID) -> AssetID? { heirs.isEmpty ? nil : heirs.removeValue(forKey: id) }

    /// It is nobody's heir any more.
    mutating func forget(_ heir: AssetID, of id: AssetID) {
        if heirs[id] == heir { heirs[id] = nil }
    }
}
