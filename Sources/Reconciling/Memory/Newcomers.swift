import PhotoModel

/// Photos that got an id before anybody could know that they were complete: found half-written in a folder that had no
/// watch yet, or read as they stood for a barrier. What they are is known when the rest is there, and so whose they are.
///
/// Kept until that is known, for a writer may pause for long; of many the oldest are forgotten.
struct Newcomers: Sendable {
    private static let limit = 2048

    private var recent: Set<AssetID> = []
    private var older: Set<AssetID> = []

    func contains(_ id: AssetID) -> Bool { recent.contains(id) || older.contains(id) }

    mutating func insert(_ id: AssetID) {
        if recent.count >= Self.limit {
            older = recent
            recent = []
        }
        recent.insert(id)
    }

    mutating func remove(_ id: AssetID) {
        recent.remove(id)
        older.remove(id)
    }
}
