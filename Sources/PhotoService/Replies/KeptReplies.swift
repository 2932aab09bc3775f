import LibraryIndex
import PhotoModel
import WatchedLibrary

/// What is kept of replies that are asked for again and again, and the snapshots of the index that they are made from.
final class KeptReplies: Sendable {
    let months = MonthsCache()
    let groups: GroupsCache
    let groupEncoder: GroupEncoder
    private let folders = FolderPaths()
    private let library: PhotoLibrary

    init(_ library: PhotoLibrary) {
        self.library = library
        groupEncoder = GroupEncoder { [library] in library.run.folder(ofGroup: $0) }
        groups = GroupsCache(encoder: groupEncoder)
    }

    /// Forgets what a transaction made stale. Called on the writer's thread before anybody hears of it.
    func forget(_ changes: CommittedChanges) {
        if changes.directoriesMoved { folders.forget() }
        // What concerns every group concerns every cover.
        if changes.isFresh || changes.groups.isEveryGroup {
            months.forgetAll()
        } else {
            months.forget(changes.coveredMonths)
        }
        groups.forget(changes.groups)
    }

    /// Reads within one snapshot.
    ///
    /// - Parameter isShared: several commands are answered from it, so that nothing may be told as of another moment.
    func snapshot<Value>(isShared: Bool = false, _ body: (Snapshot) throws -> Value) throws -> Value {
        let folders = folders.view()
        let months = isShared ? nil : months.version
        let groups = isShared ? nil : groups.version
        return try library.index.snapshot { reader in
            try body(
                Snapshot(reader: reader, folders: folders, monthsVersion: months, groupsVersion: groups)
            )
        }
    }
}
