import CShims
import CaptureRules
import Configuration
import Extraction
import FolderWatch
import Glibc
import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import Synchronization
import Threads

/// The library: folders that are watched, and an index that is exact. It starts and stops the threads that keep it so.
///
/// Everything that may have changed takes one road: dirty set → crawler → reconciler → the one writer. `sync` waits
/// until all that was dirty when it was called has come to the road's end.
public final class PhotoLibrary: Sendable {
    public let index: LibraryIndex
    public let feed = CommitFeed()
    public let progress = SweepProgress()

    let watcher: FolderWatcher
    let pool: ExtractionPool
    let roots = RootTable()
    let queue = FindingQueue()
    let writer: LibraryWriter
    let logger: Logger
    private let store: IdentityStore
    private let keeper: IdentityKeeper
    private let threads = Mutex(RunningThreads())
    private let readiness = Mutex(Readiness())

    private struct RunningThreads {
        var writer: NamedThread?
        var keeper: NamedThread?
        var survey: NamedThread?
        var lanes: [Int: NamedThread] = [:]
        var laneByDevice: [UInt64: Int] = [:]
        var nextLane = 0
    }

    private struct Readiness {
        var isReady = false
        var waiting: [UInt64: @Sendable () -> Void] = [:]
        var next: UInt64 = 1 << 62
    }

    /// - Parameters:
    ///   - stateDirectory: holds `index.sqlite` and `photos/`; the caller has its lock.
    ///   - zone: for dates without an offset.
    public init(
        stateDirectory: FilePath,
        worker: WorkerLocation,
        zone: ZoneOffsets,
        logger: Logger
    ) throws {
        self.logger = logger
        index = try LibraryIndex(folder: stateDirectory)
        if case .rebuilt(let aside) = index.origin {
            logger.error("the index was damaged: moved to \(aside.display) and built anew")
        }
        store = try IdentityStore(directory: stateDirectory.appending(FileName("photos")))
        pool = try ExtractionPool(worker: worker) { notice in Self.log(notice, logger) }
        var callbacks = FolderWatcher.Callbacks()
        callbacks.overflow = { count in
            logger.warning(
                "the kernel's event queue ran over (\(count) times so far): looking at every folder again"
            )
        }
        let rootsRef = roots
        let watcherRef = Mutex<FolderWatcher?>(nil)
        callbacks.mountsChanged = {
            // Roots on mounts that came or went are looked at again; those that did not change cost one listing.
            guard let watcher = watcherRef.withLock({ $0 }) else { return }
            for root in rootsRef.all { watcher.mark(root.node, root.state == .offline ? .tree : .listing) }
        }
        watcher = try FolderWatcher(rule: Self.isRelevant, callbacks: callbacks)
        watcherRef.withLock { [watcher] in $0 = watcher }
        let keeper = IdentityKeeper(store: store, index: index, progress: progress, logger: logger)
        self.keeper = keeper
        writer = LibraryWriter(
            queue: queue,
            index: index,
            watcher: watcher,
            roots: roots,
            progress: progress,
            feed: feed,
            builder: RecordBuilder(zone: zone, descriptions: DescriptionRule()),
            logger: logger
        ) { keeper.schedule() }
    }

    // MARK: Life

    /// Restores identities, begins to watch and sweep the roots, and starts the threads. Questions can be answered
    /// when it returns; they are exact once `sync` has answered.
    public func start(_ libraries: [(library: Library, isAdded: Bool)]) throws {
        pool.start()
        try IdentityRestorer(store: store, index: index, logger: logger).restore()
        try removeForgottenRoots(keeping: libraries.map(\.library.path))
        try watcher.start()
        try startWriter()
        for (library, isAdded) in libraries { try addRoot(library, isAdded: isAdded) }
        expectFiles(libraries.map(\.library.path))
        watcher.whenDrained(watcher.barrier()) { [weak self] in self?.sweepIsOver() }
        if try index.read({ reader throws(IndexError) in try reader.documents() })
            .contains(where: { $0.generation != $0.written })
        {
            keeper.schedule()
        }
    }

    private func startWriter() throws {
        guard
            let writing = NamedThread("writer", { [writer] in writer.run() }),
            let keeping = NamedThread("identity", { [keeper] in keeper.run() })
        else { throw LibraryError.noThread }
        threads.withLock {
            $0.writer = writing
            $0.keeper = keeping
        }
    }

    /// Finishes the batch, writes identities, and ends every thread and worker.
    public func stop() throws {
        watcher.stop()
        queue.abandonWaiters()
        pool.shutdown()
        let running = threads.withLock { running in
            defer { running = RunningThreads() }
            return running
        }
        for lane in running.lanes.values { lane.join() }
        running.survey?.join()
        queue.stop()
        running.writer?.join()
        keeper.stop()
        running.keeper?.join()
        try index.close()
    }

    // MARK: Roots

    /// Begins to watch a folder.
    public func addRoot(_ library: Library, isAdded: Bool) throws {
        let key = try index.write { writer throws(IndexError) in
            try writer.ensureRoot(name: library.name, path: library.path)
        }.value
        let (lane, isPolled) = lane(for: library.path)
        let node = watcher.addRoot(library.path, lane: lane, isPolled: isPolled)
        roots.add(
            LibraryRoot(
                library: library,
                key: key,
                node: node,
                lane: lane,
                state: isPolled ? .polled : .online,
                filesystem: try rememberedFilesystem(of: key),
                isAdded: isAdded
            )
        )
        try startCrawler(lane)
        // The crawler may have come to it before it was in the table.
        watcher.markRoot(node)
        progress.rootsChanged()
    }

    /// Stops watching a folder. Its assets leave the index; their identities wait in case it comes back.
    public func removeRoot(_ root: LibraryRoot, then completion: @escaping @Sendable ((any Error)?) -> Void) {
        watcher.removeRoot(root.node)
        perform({ [self] writer throws(IndexError) in
            try forget(root.key, name: root.library.name, writer)
        }) { [roots, progress] result in
            roots.remove(root.node)
            progress.rootsChanged()
            switch result {
            case .success: completion(nil)
            case .failure(let error): completion(error)
            }
        }
    }

    public var allRoots: [LibraryRoot] { roots.all }
    /// Names and states of the roots by their numbers, for replies.
    public var rootLabels: RootLabels { roots.labels }

    private func removeForgottenRoots(keeping paths: [FilePath]) throws {
        let kept = Set(paths)
        _ = try index.write { writer throws(IndexError) in
            for root in try writer.reader.roots() where !kept.contains(root.path) {
                try forget(root.key, name: root.name, writer)
            }
        }
    }

    private func forget(_ key: Int64, name: String, _ writer: IndexWriter) throws(IndexError) {
        var transaction = try FindingTransaction(
            writer: writer,
            builder: self.writer.currentBuilder,
            roots: roots,
            now: LibraryWriter.now(),
            isFirstSweep: false,
            directories: DirectoryResolver()
        )
        if let directory = try writer.reader.directory(root: key, parent: 0, name: FileName([])) {
            try transaction.removeTree(directory, rootName: name, isDeleted: false)
        }
        try writer.removeRoot(key)
    }

    private func rememberedFilesystem(of key: Int64) throws -> String? {
        try index.read { reader throws(IndexError) in
            guard let directory = try reader.directory(root: key, parent: 0, name: FileName([])) else {
                return nil
            }
            return try reader.filesystem(directory.filesystem)
        }
    }

    /// One lane a mount, so that one that hangs holds up nothing else.
    private func lane(for path: FilePath) -> (lane: Int, isPolled: Bool) {
        guard let directory = try? DirectoryReader(rootPath: path),
            let status = try? FileStatus(of: directory.descriptor)
        else { return (newLane(nil), false) }
        let device = UInt64(status.deviceMajor) << 32 | UInt64(status.deviceMinor)
        let isNetwork = (try? FilesystemIdentity(of: directory.descriptor))?.isNetwork ?? false
        return (newLane(device), isNetwork)
    }

    private func newLane(_ device: UInt64?) -> Int {
        threads.withLock { running in
            if let device, let known = running.laneByDevice[device] { return known }
            let lane = running.nextLane
            running.nextLane += 1
            if let device { running.laneByDevice[device] = lane }
            return lane
        }
    }

    private func startCrawler(_ lane: Int) throws {
        guard threads.withLock({ $0.lanes[lane] == nil }) else { return }
        let crawler: @Sendable () -> Void = { [watcher, queue, pool, index, roots, progress] in
            Crawler(
                lane: lane,
                watcher: watcher,
                queue: queue,
                pool: pool,
                index: index,
                roots: roots,
                progress: progress
            ).run()
        }
        guard let thread = NamedThread("crawl-\(lane)", crawler) else { throw LibraryError.noThread }
        threads.withLock { $0.lanes[lane] = thread }
    }

    // MARK: The first sweep

    /// How many files there are, for `status`: the index knows where it is not new; else they are counted, beside the
    /// sweep.
    private func expectFiles(_ paths: [FilePath]) {
        guard index.isNew else {
            let known = try? index.read { reader throws(IndexError) in
                try reader.countsByRoot().values.reduce(0) { $0 + Int($1.photos + $1.videos) }
            }
            progress.expect(known ?? 0)
            return
        }
        let thread = NamedThread("survey") { [progress] in
            progress.expect(paths.reduce(0) { $0 + Survey.count(below: $1) })
        }
        threads.withLock { $0.survey = thread }
    }

    private func sweepIsOver() {
        queue.append { [weak self] in self?.completeSweep() }
    }

    /// On the writer's thread.
    private func completeSweep() {
        let online = roots.all.filter { $0.state != .offline }.map(\.library.name)
        let seconds = LibraryWriter.now() / 1_000_000_000
        do {
            let committed = try index.write { writer throws(IndexError) in
                try writer.buryUnfound(rootNames: online, at: seconds)
                try writer.expireTombstones(before: seconds - Self.tombstoneSeconds)
                try writer.pruneLog(before: seconds - Self.logSeconds, keeping: Self.logLines)
            }.committed
            writer.committed(committed)
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
        progress.finish()
        let waiting = readiness.withLock { readiness in
            readiness.isReady = true
            defer { readiness.waiting = [:] }
            return readiness.waiting
        }
        for callback in waiting.values { callback() }
        keeper.schedule()
        settle()
    }

    private func settle() {
        do {
            _ = try index.write { writer throws(IndexError) in try writer.makeSecondaryIndexes() }
            try index.settle()
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
        // What the sweep needed goes back to the system.
        photod_trim_heap()
        photod_release_code()
    }

    private static let tombstoneSeconds: Int64 = 30 * 86_400
    private static let logSeconds: Int64 = 30 * 86_400
    private static let logLines: Int64 = 1_000_000

    // MARK: Barrier

    /// Calls `completion` once everything that changed before this call is in the index. Where that is so already, it
    /// is called at once and on this thread.
    ///
    /// Returns a number for `cancelSync`.
    @discardableResult
    public func sync(_ completion: @escaping @Sendable () -> Void) -> UInt64 {
        let epoch = watcher.barrier()
        let watcher = self.watcher
        let waits: UInt64? = readiness.withLock { readiness in
            guard !readiness.isReady else { return nil }
            let number = readiness.next
            readiness.next += 1
            readiness.waiting[number] = { _ = watcher.whenDrained(epoch, completion) }
            return number
        }
        return waits ?? watcher.whenDrained(epoch, completion)
    }

    public func cancelSync(_ number: UInt64) {
        watcher.cancelWait(number)
        readiness.withLock { $0.waiting[number] = nil }
    }

    /// Has everything below a path looked at again, unchanged files included; all roots without one.
    ///
    /// Returns whether the path lies in a root.
    public func rescan(_ path: FilePath?) -> Bool {
        guard let path else {
            for root in roots.all { watcher.markRoot(root.node, force: true) }
            return true
        }
        if let node = watcher.node(at: path) {
            watcher.mark(node, .tree, force: true)
            return true
        }
        guard let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0,
            let node = watcher.node(at: FilePath(Array(path.bytes[..<slash])))
        else { return false }
        watcher.mark(node, .listing, force: true)
        return true
    }

    // MARK: Orders

    /// Carries out a change on the writer's thread, in a transaction of its own. `completion` is called on that thread
    /// after everybody has been told.
    public func perform<Value: Sendable>(
        _ body: @escaping @Sendable (IndexWriter) throws(IndexError) -> Value,
        completion: @escaping @Sendable (Result<Value, IndexError>) -> Void
    ) {
        queue.append { [index, writer] in
            do throws(IndexError) {
                let result = try index.write(body)
                writer.committed(result.committed)
                completion(.success(result.value))
            } catch {
                completion(.failure(error))
            }
        }
    }

    // MARK: State

    public func watchStatus() -> WatchStatus { watcher.status() }
    public func workerStatus() -> WorkerStatus { pool.snapshot() }

    /// Calls `completion` on the writer's thread: as long as it does, the writer is alive.
    public func probeWriter(_ completion: @escaping @Sendable () -> Void) {
        queue.append(order: completion)
    }

    /// Rules for what is read from now on; what is indexed stays as it is until `rescan`.
    public func setZone(_ zone: ZoneOffsets) {
        writer.setBuilder(RecordBuilder(zone: zone, descriptions: DescriptionRule()))
    }

    /// What the rules would make of a file's facts now.
    public var currentRules: (zone: ZoneOffsets, descriptions: DescriptionRule) {
        let builder = writer.currentBuilder
        return (builder.zone, builder.descriptions)
    }

    private static let isRelevant: NameRule = { name, isDirectory in
        let fileName = FileName(Array(name))
        if IgnoreRules.hidesItsDirectory(fileName) { return .folderRule }
        if IgnoreRules.alwaysIgnores(fileName, isDirectory: isDirectory) { return .ignored }
        return isDirectory || fileName.format != nil ? .entry : .ignored
    }

    private static func log(_ notice: ExtractionNotice, _ logger: Logger) {
        switch notice {
        case .workerStarted(let process): logger.debug("worker \(process) started")
        case .workerLeft(let process): logger.debug("worker \(process) ended")
        case .workerFailed(let process, let how): logger.warning("worker \(process) failed: \(how)")
        case .problem(let problem): logger.warning("\(problem.problem): \(problem.remedy)")
        }
    }
}

public enum LibraryError: Error, CustomStringConvertible {
    case noThread

    public var description: String {
        "the system refuses a thread: raise the limit of processes (ulimit -u, TasksMax=)"
    }
}

// MARK: - Reading on demand

extension PhotoLibrary {
    /// Has one file read by a worker and waits for it, ten seconds at most. Takes the descriptor over.
    ///
    /// Not to be called on the writer's thread or an event loop. `nil` where the file cannot be read.
    public func readFacts(descriptor: Int32, size: Int64, format: FileFormat) -> EmbeddedFacts? {
        let batch = ExtractionBatch()
        batch.add(descriptor: descriptor, size: size, format: format)
        let answer = Monitor<ExtractionOutcome?>(nil)
        pool.submit(batch) { outcomes in answer.update { $0 = outcomes.first ?? .cancelled } }
        guard case .facts(let facts) = answer.wait({ $0 }) else { return nil }
        return facts
    }
}
