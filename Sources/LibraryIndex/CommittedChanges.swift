import PhotoModel

/// What one transaction changed, for those who listen.
public struct CommittedChanges: Sendable {
    /// The clock after it.
    public let clock: Clock
    /// In log order; one an asset.
    public let changes: [AssetChange]
    /// Months whose counts may have changed.
    public let months: Set<MonthKey>
    /// A directory was renamed or removed: cached paths of directories are stale.
    public let directoriesMoved: Bool

    public var isEmpty: Bool { changes.isEmpty && months.isEmpty && !directoriesMoved }
}
