import LibraryIndex

/// One snapshot of the index, with what the caches must know of it. Their versions are from before it was taken: what
/// is read from it may be kept only where nothing has become stale since.
struct Snapshot {
    let reader: IndexReader
    let folders: FolderPaths.View
    /// `nil`: the counts are to be read, and not kept.
    let monthsVersion: UInt64?
    /// `nil`: the groups are to be read, and not kept.
    let groupsVersion: UInt64?
}
