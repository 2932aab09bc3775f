import LibraryIndex

/// Directories of the index that something was taken from, or that lost their rows for a moment, since all was last
/// looked at.
///
/// A second look is asked for wherever the index has them. Should one of them move before that look, it goes to
/// another directory: so whatever moves with one of these in it is looked at as a whole.
struct UnsettledDirectories: Sendable {
    /// More than this, and every directory that moves is looked at.
    private static let limit = 256

    private var keys: Set<Int64> = []

    mutating func insert(_ key: Int64) {
        if keys.count <= Self.limit { keys.insert(key) }
    }

    /// Whether one of them is `directory` or lies below it.
    func isAny(within directory: Int64, _ reader: IndexReader) throws(IndexError) -> Bool {
        guard keys.count <= Self.limit else { return true }
        for key in keys where try reader.isDirectory(key, within: directory) { return true }
        return false
    }
}
