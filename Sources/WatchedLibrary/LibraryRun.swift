import Auditing
import CShims
import CaptureRules
import ChangeFollowers
import DiskReading
import Extraction
import Findings
import FolderWatch
import Glibc
import Identities
import IdentityStore
import LibraryIndex
import Logging
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Reconciling
import Roots
import Shots
import Sweeps
import Synchronization
import Threads

/// The library from the opening of its index to the end of that: the threads that watch the folders and keep the index exact.
///
/// Everything that may have changed takes one road: dirty set → crawler → reconciler → the one writer. `sync` waits
/// until all that was dirty when it was called has come to the road's end.
///
/// Numbers of rows and nodes mean something within one run only. An index that is found damaged ends its run, and
/// `PhotoLibrary` begins another.
package final class LibraryRun: Sendable {
    /// Later ones have greater numbers.
    let number: UInt64
    let index: LibraryIndex
    let witness: IndexWitness
    let feed: CommitFeed
    let progress: SweepProgress

    let watcher: FolderWatcher
    let readers: ContentReaders
    let roots = RootTable()
    let ownChanges: OwnChanges
    let options: FolderOptionsTable
    let links: LinkFollower
    let queue = FindingQueue()
    let clock: IdentityClock
    let writer: LibraryWriter
    let logger: Logger
    let store: IdentityStore
    let keeper: IdentityKeeper
    let groupFolders: GroupFolderTable
    /// `nil`: no watch was left, and edits are read at the next start or when their month is written.
    let documents: DirectoryNotice?
    let auditor: Auditor
    let twins: TwinHasher
    let text: TextKeeper
    let view: ViewKeeper
    let thumbnails: ThumbnailKeeper?
    let positionZones: PositionZones
    private let overlays: OverlayFollowing
    let threads = Mutex(RunningThreads())
    let readiness = Mutex(Readiness())
    let change: OrderlyChange
    /// Batches of which not everything was looked at when the daemon last ran.
    let unseenBatches = Mutex<[String]>([])
    let takenBefore: Monitor<[AssetID]>
    /// The number by which `feed` knows this run's listener.
    private let listening: UInt64

    struct RunningThreads {
        var writer: NamedThread?
        var keeper: NamedThread?
        var documents: NamedThread?
        /// By name: those that end in any order.
        var others: [String: NamedThread] = [:]
        var lanes: [Int: NamedThread] = [:]
        var laneByDevice: [UInt64: Int] = [:]
        /// Of roots whose device was not known.
        var laneByPath: [FilePath: Int] = [:]
        var nextLane = 0
    }

    struct Readiness {
        var isReady = false
        var waiting: [UInt64: @Sendable () -> Void] = [:]
        /// The watcher gives its own numbers from 1.
        var next: UInt64 = 1 << 62
        /// Those that will wait once more.
        var goingOn: Set<UInt64> = []
    }

    init(_ basis: LibraryBasis, rules: LibraryRules) throws {
        let (logger, progress, feed) = (basis.logger, basis.progress, basis.feed)
        let positionZones = basis.positionZones
        overlays = OverlayFollowing(environment: basis.environment)
        let stateDirectory = basis.stateDirectory
        number = basis.lastRun.withLock { last in
            last += 1
            return last
        }
        self.logger = logger
        self.progress = progress
        self.feed = feed
        self.positionZones = positionZones
        ownChanges = basis.ownChanges
        takenBefore = basis.takenBefore
        witness = IndexWitness(stateDirectory: stateDirectory, logger: logger)
        index = try LibraryIndex(
            folder: stateDirectory,
            continuesClocks: witness.testimony(),
            holdFolder: basis.holdState
        )
        index.setOverlayRules(overlays.rules(rules))
        witness.noteOpened(index.opening)
        if case .rebuilt(let aside) = index.origin {
            logger.error("the index was damaged: moved to \(aside.display) and built anew")
        }
        let clock = IdentityClock(
            try index.read { reader throws(IndexError) in try reader.rememberedTime() }
        )
        self.clock = clock
        options = FolderOptionsTable(
            environment: basis.environment,
            isInPlay: try index.read { reader throws(IndexError) in try reader.hasFolderRules() },
            progress: progress,
            logger: logger
        )
        let links = LinkFollower(
            roots: roots,
            statePath: HostFiles.local.resolved(stateDirectory) ?? stateDirectory,
            logger: logger
        )
        self.links = links
        let photos = stateDirectory.appending(FileName("photos"))
        store = try IdentityStore(directory: photos)
        let documents = try DirectoryNotice(photos)
        self.documents = documents
        let groupFolders = basis.groupFolders
        self.groupFolders = groupFolders
        let recovery = ReaderRecovery()
        readers = try Self.readers(basis, recovery)
        progress.onProblem { [queue] in queue.wake() }
        var callbacks = Self.callbacks(progress, logger)
        let mounts = MountFollower(roots: roots, links: links)
        callbacks.mountsChanged = { [roots] watcher in
            roots.mountsHaveChanged()
            mounts.mountsChanged(watcher)
            links.askAgain()
        }
        callbacks.reachabilityChanged = { [roots] watcher, lane, isReachable in
            roots.reachabilityChanged(lane: lane, isReachable: isReachable, watcher)
            progress.statusChanged()
        }
        watcher = try FolderWatcher(rule: Self.rule(links), callbacks: callbacks)
        mounts.begin()
        recovery.onRecovery { [weak watcher, roots] in
            for root in roots.all { watcher?.mark(root.node, .tree) }
        }
        roots.questions.onSilence { [weak watcher] root in watcher?.mark(root, .tree) }
        let change = OrderlyChange(queue: queue, index: index, feed: feed)
        self.change = change
        let keeper = IdentityKeeper(
            store: store,
            groupFolders: groupFolders,
            index: index,
            progress: progress,
            change: change,
            logger: logger,
            holdState: basis.holdState
        ) {
            guard let documents, !documents.follow(photos) else { return }
            logger.warning(
                "no watch is left for \(photos.display): edits there are read when their month is written"
            )
        }
        self.keeper = keeper
        auditor = Auditor(
            index: index,
            watcher: watcher,
            roots: roots,
            options: options,
            links: links,
            change: change,
            ownChanges: ownChanges,
            store: store,
            keeper: keeper,
            progress: progress,
            logger: logger
        )
        let twins = TwinHasher(index: index, watcher: watcher, roots: roots, change: change)
        self.twins = twins
        let text = TextKeeper(index: index, watcher: watcher, change: change)
        self.text = text
        let view = ViewKeeper(
            index: index,
            watcher: watcher,
            roots: roots,
            groupFolders: groupFolders,
            change: change,
            logger: logger
        )
        self.view = view
        let thumbnails: ThumbnailKeeper? =
            if let cache = basis.thumbnails {
                ThumbnailKeeper(
                    cache: cache,
                    index: index,
                    watcher: watcher,
                    roots: roots,
                    change: change,
                    logger: logger
                )
            } else {
                nil
            }
        self.thumbnails = thumbnails
        // The watcher holds the mounts' follower, and the view the watcher.
        mounts.onChange { [weak view] in view?.disksAreBack() }
        roots.onChange { [weak twins, weak view] root in
            Self.log(root, logger)
            guard root.state != .offline else { return }
            // Both leave alone what hangs.
            twins?.schedule()
            view?.disksAreBack()
        }
        writer = LibraryWriter(
            queue: queue,
            index: index,
            watcher: watcher,
            roots: roots,
            ownChanges: ownChanges,
            progress: progress,
            links: links,
            feed: feed,
            readers: readers,
            builder: rules.builder(positionZones),
            options: options,
            clock: clock,
            logger: logger,
            twinsFound: { twins.schedule() }
        ) { keeper.schedule($0) }
        // Every change of an asset is told here, whoever made it.
        listening = feed.add { committed in
            guard !committed.changes.isEmpty else { return }
            keeper.note(committed.changes)
            text.schedule()
            view.schedule()
            thumbnails?.schedule()
        }
    }

    private static func readers(_ basis: LibraryBasis, _ recovery: ReaderRecovery) throws -> ContentReaders {
        let observer: @Sendable (ExtractionNotice) -> Void = {
            [logger = basis.logger, progress = basis.progress] notice in
            Self.log(notice, logger, progress)
            if notice == .readsAgain { recovery.lookAgain() }
        }
        return ContentReaders(
            stills: try ExtractionPool(worker: basis.worker, observer: observer),
            videos: try basis.videoWorker.map { worker in
                try ExtractionPool(worker: worker, isResident: false, observer: observer)
            },
            descriptors: basis.descriptors
        )
    }

    /// What is told of the watcher's state, to whoever reads the log or `status`.
    private static func callbacks(_ progress: SweepProgress, _ logger: Logger) -> FolderWatcher.Callbacks {
        var callbacks = FolderWatcher.Callbacks()
        callbacks.overflow = { count in
            logger.warning(
                "the kernel's event queue ran over (times so far: \(count)): looking at every folder again"
            )
        }
        callbacks.limitReached = { status in
            logger.warning(
                """
                no inotify watch is left for \(status.polled) of \(status.directories) folders: they are looked at \
                every 20 s; to have all watched: \(status.limitRemedy)
                """
            )
            progress.statusChanged()
        }
        callbacks.limitIsOver = {
            logger.notice("every folder is watched again")
            progress.statusChanged()
        }
        callbacks.unreadableChanged = { progress.statusChanged() }
        return callbacks
    }

    // MARK: State

    /// From now on changes are told to the next run's listener.
    func stopListening() { feed.remove(listening) }

    /// As `PhotoLibrary.setRules`.
    func setRules(_ rules: LibraryRules) {
        writer.setBuilder(rules.builder(positionZones))
        index.setOverlayRules(overlays.rules(rules))
    }

    /// What the rules would make of the facts of a file at a path now.
    package func rules(at path: FilePath) -> (zones: CaptureZones, descriptions: DescriptionRule) {
        let builder = builder(at: path)
        return (builder.zones, builder.descriptions)
    }

    private static func rule(_ links: LinkFollower) -> NameRule {
        { name, isDirectory in
            let fileName = FileName(Array(name))
            if IgnoreRules.hidesItsDirectory(fileName) { return .folderRule }
            if fileName == FolderOptions.fileName { return .folderRule }
            if IgnoreRules.alwaysIgnores(fileName, isDirectory: isDirectory) { return .ignored }
            if isDirectory || fileName.format != nil { return .entry }
            return links.isInPlay ? .link : .ignored
        }
    }

    private static func log(_ root: LibraryRoot, _ logger: Logger) {
        let path = root.library.path
        if let absence = root.absence, let remedy = root.remedy {
            logger.warning("\(absence.problem(path)); \(remedy)")
        } else {
            logger.info("\(path.display) is \(root.state.rawValue)")
        }
    }

    private static func log(_ notice: ExtractionNotice, _ logger: Logger, _ progress: SweepProgress) {
        switch notice {
        case .workerStarted(let process): logger.debug("worker \(process) started")
        case .workerLeft(let process, nil): logger.debug("worker \(process) ended")
        case .workerLeft(let process, let words?): logger.info("worker \(process) ended, saying: \(words)")
        case .workerFailed(let process, let how): logger.warning("worker \(process) failed: \(how)")
        case .readsAgain:
            logger.notice("files that had no reader are read now")
            progress.statusChanged()
        case .problem(let problem):
            logger.warning("\(problem.problem): \(problem.remedy)")
            progress.statusChanged()
        }
    }
}
