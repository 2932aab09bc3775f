import CaptureRules
import Descriptors
import DiskReading
import Extraction
import FolderWatch
import Identities
import LibraryIndex
import Logging
import OptionFiles
import PhotoModel
import PhotodConfiguration
import Reconciling
import Sweeps
import Synchronization
import Threads
import Thumbnails

/// The library: folders that are watched, and an index that is exact.
///
/// It lasts as long as the daemon. What does the work is a *run* (`LibraryRun`), which has one index and all that is numbered by
/// it. Where that index is found damaged, the run is ended and another begun beside those who ask: as at a start, but that
/// connections, imports and questions go on.
public final class PhotoLibrary: Sendable {
    let basis: LibraryBasis
    let settings: Mutex<Settings>
    let questions = LibraryQuestions()
    let renewal = Monitor(Renewal())
    /// One at a time begins or ends runs, or changes what they watch.
    let changing = Mutex(())
    private let current: Mutex<LibraryRun>

    /// What each run is told at its beginning.
    struct Settings: Sendable {
        var rules: LibraryRules
        var auditPeriod: AuditPeriod?
        /// `nil`: nobody has said anything about a group view.
        var view: FilePath??
        /// Without any link.
        var importFolders: [FilePath] = []
        var libraries: [(library: Library, isAdded: Bool)] = []
    }

    /// - Parameters:
    ///   - stateDirectory: holds `index.sqlite` and `photos/`; the caller has its lock.
    ///   - worker: reads still images and sidecars.
    ///   - videoWorker: reads videos; `nil` where it is not installed.
    ///   - zones: for dates without an offset; those of positions are added.
    ///   - environment: where zones that folders name are looked for.
    ///   - thumbnails: the cache in which thumbnails follow their originals.
    public init(
        stateDirectory: FilePath,
        worker: WorkerLocation,
        videoWorker: WorkerLocation? = nil,
        zones: CaptureZones,
        descriptions: DescriptionRule = DescriptionRule(),
        environment: ProcessEnvironment = .current(),
        thumbnails: ThumbnailCache? = nil,
        holdState: @escaping @Sendable () -> Void = {},
        logger: Logger
    ) throws {
        let isNetwork: Bool
        do throws(FolderError) {
            let folder = try DirectoryReader(rootPath: stateDirectory)
            isNetwork = try FilesystemIdentity(of: folder.descriptor).isNetwork
        } catch { throw LibraryError.unusableState(stateDirectory, error) }
        guard !isNetwork else { throw IndexError.networkFileSystem(path: stateDirectory.display) }
        let progress = SweepProgress()
        basis = LibraryBasis(
            stateDirectory: stateDirectory,
            worker: worker,
            videoWorker: videoWorker,
            environment: environment,
            positionZones: PositionZones(environment: environment),
            groupFolders: try GroupFolderTable(directory: stateDirectory, logger: logger),
            descriptors: DescriptorLedger(logger: logger) { [progress] in progress.statusChanged() },
            thumbnails: thumbnails,
            holdState: holdState,
            logger: logger,
            progress: progress
        )
        let rules = LibraryRules(zones: zones, descriptions: descriptions)
        let run = try Self.open(basis, rules)
        settings = Mutex(Settings(rules: rules))
        current = Mutex(run)
    }

    /// The run that questions are asked now. Whoever asks reads it anew for each, and nobody keeps it in a property: where the
    /// index is found damaged another run answers from then on.
    package var run: LibraryRun { current.withLock { $0 } }

    func setRun(_ run: LibraryRun) { current.withLock { $0 = run } }

    // MARK: Start and end

    /// Restores identities, begins to watch and sweep the roots, and starts the threads. Questions can be answered
    /// when it returns; they are exact once `sync` has answered.
    public func start(_ libraries: [(library: Library, isAdded: Bool)]) throws {
        settings.withLock { $0.libraries = libraries }
        try changing.withLock { _ in
            do {
                try run.start(libraries)
                // Damage that was found before has kept it from starting.
                listen(to: run)
            } catch let error as IndexError where error.isCorruption {
                basis.logger.error("\(error)")
                try renew()
            }
        }
    }

    /// Finishes the batch, writes identities, and ends every thread and worker.
    public func stop() throws {
        renewal.update { $0.isStopped = true }
        renewal.wait { $0.isUnderWay ? nil : () }
        let run = run
        guard renewal.withLock({ $0.ended != run.number }) else { return }
        try run.stop()
    }

    // MARK: State

    public var index: LibraryIndex { run.index }
    public var feed: CommitFeed { basis.feed }
    public var progress: SweepProgress { basis.progress }

    /// The latest index that was found damaged, of those that lie there.
    public var damagedIndex: FilePath? { index.latestAside }

    /// Who has how many of the process's descriptors.
    public var descriptors: DescriptorLedger { basis.descriptors }
    /// Whether nothing waits to be looked at.
    public var isIdle: Bool { run.watcher.isIdle }
    public func watchStatus() -> WatchStatus { run.watcher.status() }
    /// What is wrong with folders that cannot be read: half sentences, with what to do.
    public var readingProblems: [(problem: String, remedy: String)] { run.watcher.readingProblems() }
    public func workerStatus() -> WorkerStatus { run.readers.stills.snapshot() }
    /// `nil` where nothing reads videos.
    public func videoWorkerStatus() -> WorkerStatus? { run.readers.videos?.snapshot() }
}
