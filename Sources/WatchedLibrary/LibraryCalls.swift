import CaptureRules
import PhotoModel
import PhotodConfiguration
import Roots

/// What the run of the moment is told, and the next ones are told too.
extension PhotoLibrary {
    // MARK: Rules

    /// Rules for what is read from now on; what is indexed stays as it is until `rescan`.
    public func setRules(_ zones: CaptureZones, _ descriptions: DescriptionRule) {
        let rules = LibraryRules(zones: zones, descriptions: descriptions)
        settings.withLock { $0.rules = rules }
        run.setRules(rules)
    }

    /// How often an audit takes place by itself.
    public func setAuditPeriod(_ period: AuditPeriod) {
        settings.withLock { $0.auditPeriod = period }
        run.auditor.setPeriod(period)
    }

    /// Which folder is kept as a group view, from the end of the first sweep on; `nil`: none. The links of one that was
    /// wanted before are removed.
    public func setView(_ path: FilePath?) {
        settings.withLock { $0.view = .some(path) }
        run.setView(path)
    }

    /// From which folders files are imported: no link that leads there is followed.
    ///
    /// - Parameter folders: without any link.
    public func setImportFolders(_ folders: [FilePath]) {
        settings.withLock { $0.importFolders = folders }
        run.links.importFoldersAre(folders)
    }

    // MARK: Roots

    public var allRoots: [LibraryRoot] { run.roots.all }

    /// Names and states of the roots by their numbers, for replies.
    public var rootLabels: RootLabels { run.roots.labels }

    /// Begins to watch a folder.
    ///
    /// What links lead to gives way to it: that is taken out before anybody looks into the new root, which so takes over
    /// its ids.
    public func addRoot(_ library: Library, isAdded: Bool) throws {
        try changing.withLock { _ in
            try run.addRoot(library, isAdded: isAdded)
            settings.withLock { $0.libraries.append((library, isAdded)) }
        }
    }

    /// Has a root be called otherwise, or other rules hold in it, from the next look at it on, which follows. What is
    /// offline keeps its photos.
    public func changeRoot(_ root: LibraryRoot, to library: Library) throws {
        try changing.withLock { _ in
            let run = run
            guard let root = run.roots.all.first(where: { $0.library.path == root.library.path }) else {
                return
            }
            try run.changeRoot(root, to: library)
            settings.withLock { settings in
                for (place, known) in settings.libraries.enumerated() where known.library.path == library.path
                {
                    settings.libraries[place].library = library
                }
            }
        }
    }

    /// Stops watching a folder. Its assets leave the index; their identities wait in case it comes back. Waits for the
    /// writer: not for its thread.
    public func removeRoot(_ root: LibraryRoot) throws {
        try changing.withLock { _ in
            let (run, path) = (run, root.library.path)
            if let root = run.roots.all.first(where: { $0.library.path == path }) { try run.removeRoot(root) }
            settings.withLock { $0.libraries.removeAll { $0.library.path == path } }
        }
    }
}
