import PhotoModel

/// What one transaction changed, for those who listen.
public struct CommittedChanges: Sendable {
    /// The clock after it.
    public let clock: Clock
    /// In log order; one an asset.
    public let changes: [AssetChange]
    /// Months that an asset changed in: what their identity documents hold.
    public let months: Set<MonthKey>
    /// Of these, months whose counts may have changed.
    public let countedMonths: Set<MonthKey>
    public let groups: TouchedGroups
    /// A directory was renamed or removed: cached paths of directories are stale.
    public let directoriesMoved: Bool

    public var isEmpty: Bool {
        changes.isEmpty && months.isEmpty && groups.isEmpty && !directoriesMoved
    }
}
