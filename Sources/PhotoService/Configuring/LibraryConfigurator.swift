import BatchService
import Glibc
import Logging
import PhotoModel
import PhotodConfiguration
import Roots
import Synchronization
import Threads
import WatchedLibrary

/// Puts changes of the configuration in force, one after another, whether a signal or a client asks for them.
///
/// The configurator reads files and waits for the writer, so it is not for the event loop.
final class LibraryConfigurator: Sendable {
    private let library: PhotoLibrary
    private let imports: ImportService
    private let edits: EditService
    private let thumbnails: ThumbnailService
    private let configuration: LiveConfiguration
    private let threshold: LogThreshold
    private let manager: ServiceManager
    private let logger: Logger
    private let turn = Mutex(())

    init(
        library: PhotoLibrary,
        imports: ImportService,
        edits: EditService,
        thumbnails: ThumbnailService,
        configuration: LiveConfiguration,
        threshold: LogThreshold,
        manager: ServiceManager,
        logger: Logger
    ) {
        self.library = library
        self.imports = imports
        self.edits = edits
        self.thumbnails = thumbnails
        self.configuration = configuration
        self.threshold = threshold
        self.manager = manager
        self.logger = logger
    }

    /// Reads the configuration again and puts what changed in force: roots, zone, boilerplate, group view, times of photos,
    /// thumbnails that are prepared, log level. Where anything is wrong with it, or it cannot be put in force, nothing changes. The socket and the state folder
    /// stay as they were at the start.
    func reload() throws {
        try turn.withLock { _ in
            manager.reloading()
            defer { manager.ready() }
            let draft = try configuration.draft()
            try put(draft)
            library.setAuditPeriod(draft.resolved.configuration.audit)
            edits.setKeepsModificationTimes(draft.resolved.configuration.keepsModificationTimes)
            // Only a configuration can say that there is no group view any more.
            if draft.resolved.file != nil { library.setView(draft.resolved.configuration.view) }
            thumbnails.prepare(draft.resolved.configuration.preparedThumbnails)
            threshold.set(draft.resolved.configuration.logLevel)
            for warning in draft.resolved.warnings { logger.warning("\(warning)") }
            logger.info("configuration read again")
        }
    }

    /// Has what is dated from now on dated by the zone of now. What else a configuration says by now waits for `reload`.
    func readZone() throws {
        // A reload that is under way reads it as well.
        try turn.withLockIfAvailable { _ in
            let draft = try configuration.draftWithZoneOfNow()
            try configuration.adopt(draft)
            library.setRules(draft.zones, configuration.descriptions(of: draft))
        }
    }

    /// Adds a root for good. Where that fails nothing has changed.
    func add(_ path: FilePath) throws {
        try turn.withLock { _ in try put(try configuration.draft(adding: path)) }
    }

    /// Takes an added root back for good.
    func remove(_ path: FilePath) throws {
        try turn.withLock { _ in
            let normal = AddedRoots.normalized(path)
            if let linked = library.allRoots.first(where: { $0.isLinked && $0.library.path == normal }) {
                let path = linked.library.path
                throw linked.isNestedMount ? RootRefusal.mounted(path) : RootRefusal.linked(path)
            }
            try put(try configuration.draft(removing: path))
        }
    }

    /// Has a draft hold, or, where a part of it fails, what held before.
    private func put(_ draft: LiveConfiguration.Draft) throws {
        let before = configuration.current
        do {
            // What follows may kill the process; then the next start finds the added roots that were asked for.
            try configuration.adopt(draft)
            try follow(draft)
        } catch {
            do {
                try follow(before)
                try configuration.adopt(before)
            } catch {
                logger.error("the configuration from before could not be put in force again: \(error)")
            }
            throw error
        }
    }

    /// Makes rules, the library's roots and the import folders what a draft says.
    private func follow(_ draft: LiveConfiguration.Draft) throws {
        // Before a new root is looked into.
        library.setRules(draft.zones, configuration.descriptions(of: draft))
        let importFolders = draft.resolved.configuration.imports
        library.setImportFolders(ImportFolders.realPaths(of: importFolders))
        try follow(draft.libraries)
        try imports.folders.follow(importFolders)
    }

    /// Makes the library's roots what they are wanted to be. What may stay stays: the rules of a root are changed in its
    /// place. One whose name changed is taken out and added anew, so that its photos' documents say the new one; their ids
    /// wait for them. Not so one that is offline: its photos would leave with it.
    private func follow(_ wanted: [(library: Library, isAdded: Bool)]) throws {
        for root in library.allRoots where !root.isLinked {
            let same = wanted.first { $0.library.path == root.library.path }?.library
            if let same, same.name == root.library.name || root.state == .offline {
                try library.changeRoot(root, to: same)
            } else {
                try library.removeRoot(root)
            }
        }
        let known = Set(library.allRoots.map(\.library.path))
        for (added, isAdded) in wanted where !known.contains(added.path) {
            try library.addRoot(added, isAdded: isAdded)
        }
    }
}
