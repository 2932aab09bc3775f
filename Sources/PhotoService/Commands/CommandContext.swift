import Configuration
import LibraryIndex
import LineProtocol
import Logging
import PhotoModel
import Reconciling

/// What commands work with. One for the whole service; every part may be used from any thread.
final class CommandContext: Sendable {
    let library: PhotoLibrary
    let imports: ImportService
    let configuration: LiveConfiguration
    let statistics = Statistics()
    let folders = FolderPaths()
    let months = MonthsCache()
    let groupEncoder: GroupEncoder
    let groups: GroupsCache
    let logger: Logger

    init(
        library: PhotoLibrary,
        imports: ImportService,
        configuration: LiveConfiguration,
        logger: Logger
    ) {
        self.imports = imports
        groupEncoder = GroupEncoder { [library] in library.folder(ofGroup: $0) }
        groups = GroupsCache(encoder: groupEncoder)
        self.library = library
        self.configuration = configuration
        self.logger = logger
    }

    /// Forgets what a transaction made stale. Called on the writer's thread before anybody hears of it.
    func forget(_ changes: CommittedChanges) {
        if changes.directoriesMoved { folders.forget() }
        if changes.isFresh { months.forgetAll() } else { months.forget(changes.countedMonths) }
        groups.forget(changes.groups)
    }

    var rootLabels: RootLabels { library.rootLabels }

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
