import Configuration
import LibraryIndex
import LineProtocol
import Logging
import PhotoModel
import Reconciling
import Synchronization

/// What commands work with. One for the whole service; every part may be used from any thread.
final class CommandContext: Sendable {
    let library: PhotoLibrary
    let configuration: LiveConfiguration
    let statistics = Statistics()
    let folders = FolderPaths()
    let months = MonthsCache()
    let logger: Logger

    init(library: PhotoLibrary, configuration: LiveConfiguration, logger: Logger) {
        self.library = library
        self.configuration = configuration
        self.logger = logger
    }

    /// Forgets what a transaction made stale. Called on the writer's thread before anybody hears of it.
    func forget(_ changes: CommittedChanges) {
        if changes.directoriesMoved { folders.forget() }
        months.forget(changes.countedMonths)
    }

    func rootNames() -> RootLabels { library.rootLabels }
}
