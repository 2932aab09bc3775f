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
    /// Months whose counts or whose cover may have changed.
    public let coveredMonths: Set<MonthKey>
    public let groups: TouchedGroups
    /// A directory was renamed or removed: cached paths of directories are stale.
    public let directoriesMoved: Bool
    /// The index is another one, of another epoch, and nothing that was known of the one before need hold any more.
    public var isFresh = false

    public var isEmpty: Bool {
        !isFresh && changes.isEmpty && months.isEmpty && groups.isEmpty && !directoriesMoved
    }
}

extension LibraryIndex {
    /// What those are told who listened to the index that this one takes the place of.
    public var takeover: CommittedChanges {
        var groups = TouchedGroups()
        groups.isEveryGroup = true
        return CommittedChanges(
            clock: clock,
            changes: [],
            months: [],
            countedMonths: [],
            coveredMonths: [],
            groups: groups,
            directoriesMoved: true,
            isFresh: true
        )
    }
}
