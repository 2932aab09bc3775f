import CaptureRules
import Files
import IdentityStore
import LibraryIndex
import PhotoModel
import PhotodConfiguration
import Roots

/// What the run of the moment is asked, and what the next ones are to be told too.
extension PhotoLibrary {
    // MARK: Rules

    /// Rules for what is read from now on; what is indexed stays as it is until `rescan`.
    public func setRules(_ zones: CaptureZones, _ descriptions: DescriptionRule) {
        let rules = LibraryRules(zones: zones, descriptions: descriptions)
        settings.withLock { $0.rules = rules }
        run.setRules(rules)
    }

    /// What the rules would make of the facts of a file at a path now.
    public func rules(at path: FilePath) -> (zones: CaptureZones, descriptions: DescriptionRule) {
        run.rules(at: path)
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

    /// The options that hold at a path, a folder's or a file's, and the root it lies in; `nil` where it lies in none. Of
    /// what the library does not look into, those of the folder above hold.
    public func optionCascade(at path: FilePath) -> (cascade: OptionCascade, root: LibraryRoot)? {
        run.optionCascade(at: path)
    }

    /// What is wrong with the options of folders: there, those of the folders above hold.
    public var optionProblems: [ConfigurationError] { run.optionProblems }

    // MARK: Roots

    public var allRoots: [LibraryRoot] { run.roots.all }

    /// Names and states of the roots by their numbers, for replies.
    public var rootLabels: RootLabels { run.roots.labels }

    /// The root that a path lies in; `nil` where it lies in none.
    public func root(of path: FilePath) -> LibraryRoot? { run.root(of: path) }

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

    /// Has everything below a path looked at again, unchanged files included; all roots without one.
    ///
    /// Returns whether the path lies in a root.
    public func rescan(_ path: FilePath?) -> Bool { run.rescan(path) }

    // MARK: The writer

    /// Carries out a change on the writer's thread, in a transaction of its own. `completion` is called on that thread
    /// after everybody has been told; at once where there is no index just now.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Value,
        completion: @escaping @Sendable (Result<Value, IndexError>) -> Void
    ) {
        run.perform(body, completion: completion)
    }

    /// Calls `completion` on the writer's thread: as long as it does, the writer is alive.
    public func probeWriter(_ completion: @escaping @Sendable () -> Void) { run.probeWriter(completion) }

    /// Has searches find what every commit before the call has changed. Waits for the writer where they would not.
    public func catchUpText() throws(IndexError) { try run.catchUpText() }

    // MARK: Groups

    /// The folder names of groups, `nil` of Other, in the same order. Names given for the first time are kept within
    /// seconds; before anything is put into such a folder, `keepGroupFolders`.
    ///
    /// - Parameter isKept: otherwise it is only said what they would be called.
    public func folders(ofGroups groups: some Sequence<String?>, keeping isKept: Bool = true) -> [String] {
        run.folders(ofGroups: groups, keeping: isKept)
    }

    public func folder(ofGroup group: String?) -> String { folders(ofGroups: [group]).first ?? "" }

    /// Keeps the names that were given until now: when this returns they are on the disk.
    public func keepGroupFolders() throws(IdentityStoreError) { try run.keepGroupFolders() }

    // MARK: Imports

    /// Has shots be known as what a batch brought, and those of the library keep their ids while they are moved within it.
    /// Call it before the first file is touched.
    public func beginMoves(_ moves: [ShotMove], by batch: MovingBatch) { run.beginMoves(moves, by: batch) }

    /// Photos, by their primary files, leave the library, or may. Call it before the first file is touched.
    ///
    /// - Returns: those of the paths that are photos of the library.
    public func takesAway(_ paths: [FilePath]) -> [FilePath: AssetID] { run.takesAway(paths) }

    /// What a batch takes away is known as that at the next start as well, until it is over.
    public func beginTaking(by batch: String) { run.beginTaking(by: batch) }

    /// Before the start: photos that were taken away when the daemon last ran, and that the index may have still.
    ///
    /// - Parameter files: where the primary files were, and which they were.
    public func tookAway(_ files: [(path: FilePath, stamp: FileStamp)]) { run.tookAway(files) }

    /// Photos that were to leave have left.
    public func hasTaken(_ ids: [AssetID]) { run.hasTaken(ids) }

    /// Photos that were to leave are gone, and the index knows, or stay after all.
    public func endTaking(_ ids: [AssetID], haveLeft: Bool) { run.endTaking(ids, haveLeft: haveLeft) }

    /// Nothing that a batch was to take away is to be known as that any more.
    public func endTaking(by batch: String) { run.endTaking(by: batch) }

    /// A photo is about to have another file under the name of its own. Call it before it has.
    public func writes(_ id: AssetID, into file: FileStatus) { run.writes(id, into: file) }

    /// A shot is through: it has come to its new place, or stays.
    public func endMove(to paths: [FilePath], by batch: MovingBatch, hasArrived: Bool) {
        run.endMove(to: paths, by: batch, hasArrived: hasArrived)
    }

    /// All shots are through. What is not where it went when everything has been looked at is gone.
    public func endMoves(by batch: MovingBatch) { run.endMoves(by: batch) }

    /// Before the start: shots that were moved when the daemon last ran, and that the index has at their old places.
    public func tookPlace(_ moves: [ShotMove], by batch: MovingBatch) { run.tookPlace(moves, by: batch) }

    /// Before the start: the batches of which not everything was looked at where it went when the daemon last ran. They are
    /// forgotten when the first sweep is over.
    public func takeUnseenBatches() throws(IndexError) -> [String] { try run.takeUnseenBatches() }

    /// Reads the shots among files of a folder that lies outside the library, by the rules that hold at a destination
    /// in it: its time zone, its options.
    ///
    /// Not to be called on the writer's thread or an event loop: it waits for workers, ten seconds a file at most.
    ///
    /// - Parameters:
    ///   - names: files of the folder; what is no photo, video or sidecar is passed over.
    ///   - isAsked: whether somebody asked for it just now: then files that harmed their reader are read again.
    ///   - body: called in the order of names without extensions; returns `false` to have no more of them.
    /// - Throws: where the folder cannot be opened, and what `body` throws.
    public func readShots(
        _ names: [FileName],
        in folder: FilePath,
        byRulesOf destination: FilePath,
        isAsked: Bool = true,
        _ body: (UnindexedShot) throws -> Bool
    ) throws {
        try run.readShots(names, in: folder, byRulesOf: destination, isAsked: isAsked, body)
    }

    /// Has an asset read by workers and waits for them, ten seconds a file at most.
    ///
    /// Reading opens files, and where a disk does not answer it does not come back: call it on a thread that nobody needs.
    public func read(_ request: ReadingRequest) -> ReadingResult { run.read(request) }
}
