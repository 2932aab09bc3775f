import Batches
import Descriptors
import FolderWatch
import Glibc
import ImportRules
import Importing
import Logging
import PhotoModel
import PhotodConfiguration
import Threads
import WatchedLibrary

/// The import folders: watched by a watcher of their own, so that nothing in them ever reaches the index, and emptied into
/// the library by the thread that imports.
///
/// event → crawler → arriving shots → (two seconds of rest, or somebody's `sync`) → a job for the import thread
package final class ImportFolders: Sendable {
    private struct State {
        var watcher: FolderWatcher?
        var folders = WatchedImportFolders()
        /// The crawlers that run, by their lanes.
        var crawlers: [Int: NamedThread] = [:]
        var timer: NamedThread?
        /// The index knows what the library has: until then nobody could tell what is a duplicate.
        var isReady = false
        var waiting: [@Sendable () -> Void] = []
        var isStopped = false
    }

    private let monitor = Monitor(State())
    private let logger: Logger
    private let descriptors: DescriptorLedger
    /// Called when `problems` may be others.
    private let changed: @Sendable () -> Void
    private let enqueue: @Sendable (ImportFolders, ImportFolderOrder) -> Void

    /// - Parameter enqueue: has shots imported, after those that were handed over before. It calls `finish`.
    init(
        logger: Logger,
        descriptors: DescriptorLedger,
        changed: @escaping @Sendable () -> Void,
        enqueue: @escaping @Sendable (ImportFolders, ImportFolderOrder) -> Void
    ) {
        self.logger = logger
        self.descriptors = descriptors
        self.changed = changed
        self.enqueue = enqueue
    }

    // MARK: - Which

    /// Watches these folders and no others.
    package func follow(_ wanted: [ImportFolder]) throws {
        guard !wanted.isEmpty || monitor.withLock({ $0.watcher != nil }) else { return }
        let watcher = try watcher()
        let known = monitor.withLock { $0.folders.all }
        for folder in known where !wanted.contains(folder.settings) {
            watcher.removeRoot(folder.node)
            let lane = monitor.update { state in
                state.folders[folder.node] = nil
                return state.folders.lane(of: folder.settings.path)
            }
            descriptors.isOver(importFolderLane: lane)
        }
        for settings in wanted where !known.contains(where: { $0.settings == settings }) {
            add(settings, to: watcher)
        }
        // For all of them: an earlier reload may have got no thread.
        var trouble: (any Error)?
        for settings in wanted {
            do { try startCrawler(of: settings, watcher) } catch { trouble = error }
        }
        if let trouble { throw trouble }
    }

    private func watcher() throws -> FolderWatcher {
        if let watcher = monitor.withLock({ $0.watcher }) { return watcher }
        var callbacks = FolderWatcher.Callbacks()
        callbacks.overflow = { [logger] _ in
            logger.warning("the kernel's event queue ran over: looking at every import folder again")
        }
        callbacks.limitReached = { [logger] status in
            logger.warning(
                """
                no inotify watch is left for folders that are imported from (how many: \(status.polled)): they are looked \
                at every 20 s; to have all watched: \(status.limitRemedy)
                """
            )
        }
        callbacks.unreadableChanged = { [weak self] in self?.changed() }
        callbacks.mountsChanged = { [weak self] _ in self?.lookAgain() }
        callbacks.reachabilityChanged = { [weak self] _, lane, isReachable in
            self?.note(lane, isReachable: isReachable)
        }
        let watcher = try FolderWatcher(rule: Self.rule, callbacks: callbacks)
        try watcher.start()
        guard let timer = NamedThread("inboxes", { [weak self] in self?.keepTime() }) else {
            watcher.stop()
            throw LibraryError.noThread
        }
        monitor.update { state in
            state.watcher = watcher
            state.timer = timer
        }
        return watcher
    }

    private func add(_ settings: ImportFolder, to watcher: FolderWatcher) {
        let lane = monitor.withLock { $0.folders.lane(of: settings.path) }
        let node = watcher.addRoot(settings.path, lane: lane, isMarked: false)
        monitor.update { $0.folders[node] = WatchedImportFolder(settings: settings, node: node) }
        watcher.mark(node, .tree)
    }

    private func startCrawler(of settings: ImportFolder, _ watcher: FolderWatcher) throws {
        let lane = monitor.withLock { $0.folders.lane(of: settings.path) }
        guard monitor.withLock({ $0.crawlers[lane] == nil }) else { return }
        let crawler: @Sendable () -> Void = { [weak self, descriptors] in
            ImportFolderCrawler(
                lane: lane,
                watcher: watcher,
                callbacks: ImportFolderCrawler.Callbacks(
                    saw: { self?.take(in: $0, watcher) },
                    reachable: { self?.note($1, of: $0) }
                ),
                descriptors: descriptors
            ).run()
        }
        guard let thread = NamedThread("inbox-\(lane)", crawler) else { throw LibraryError.noThread }
        monitor.update { $0.crawlers[lane] = thread }
    }

    private static let rule: NameRule = { name, isDirectory in
        let fileName = FileName(Array(name))
        if IgnoreRules.alwaysIgnores(fileName, isDirectory: isDirectory) { return .ignored }
        return isDirectory || fileName.format != nil ? .entry : .ignored
    }

    /// Something was mounted or unmounted: an import folder may be there now, or be another one.
    private func lookAgain() {
        let (watcher, folders) = monitor.withLock { ($0.watcher, $0.folders.all) }
        for folder in folders { watcher?.mark(folder.node, .tree) }
    }

    /// Has the import folder that a path lies in looked at again, all of them without one; `false` where it lies in none.
    package func rescan(_ path: FilePath?) -> Bool {
        let (watcher, folders) = monitor.withLock { ($0.watcher, $0.folders.all) }
        let meant = folders.filter { path?.isInside($0.settings.path) ?? true }
        for folder in meant { watcher?.mark(folder.node, .tree, force: true) }
        return !meant.isEmpty
    }

    // MARK: - What comes

    private func take(in sight: ImportFolderSight, _ watcher: FolderWatcher) {
        guard let root = watcher.root(of: sight.work.node) else { return }
        let now = Int64(MonotonicClock.now())
        monitor.update { $0.folders[root]?.take(in: sight, now: now) }
    }

    private func note(_ lane: Int, isReachable: Bool) {
        let path = monitor.withLock { $0.folders.note(lane, isReachable: isReachable) }
        changed()
        guard let path else { return }
        if isReachable {
            logger.info("the import folder \(path.display) answers again")
        } else {
            logger.warning("the import folder \(path.display) does not answer")
        }
    }

    private func note(_ absence: FolderError?, of root: NodeID) {
        if absence == nil, let path = monitor.withLock({ $0.folders[root]?.settings.path }) {
            let real = HostFiles.local.resolved(path)
            monitor.withLock { $0.folders[root]?.realPath = real }
        }
        guard let news = monitor.withLock({ $0.folders.note(absence, of: root) }) else { return }
        changed()
        if let absence {
            logger.warning("the import folder \(news.path.display) cannot be reached: \(absence)")
        } else {
            logger.info("the import folder \(news.path.display) is there")
        }
    }

    /// The names in a folder that are being written.
    func unfinished(_ part: ImportFolderOrder.Part) -> Set<FileName> {
        monitor.withLock { $0.watcher }?.pendingNames(at: part.path) ?? []
    }

    /// A network's files that are complete, as far as two looks tell.
    func steady(
        _ stamps: [FileName: FileStamp],
        in folder: FilePath,
        among present: Set<FileName>,
        _ order: ImportFolderOrder
    ) -> Set<FileName> {
        let now = Int64(MonotonicClock.now())
        return monitor.withLock {
            $0.folders[order.node]?.steady.look(at: folder, stamps, among: present, now: now) ?? []
        }
    }

    // MARK: - Taking

    /// The library's first sweep is over.
    func begin() {
        let waiting = monitor.update { state in
            state.isReady = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }

    /// Calls `body` when all that is complete in the import folders now has been handed to `enqueue`.
    func whenTaken(_ body: @escaping @Sendable () -> Void) {
        guard let watcher = monitor.withLock({ $0.folders.isEmpty ? nil : $0.watcher }) else { return body() }
        watcher.whenDrained(watcher.barrier()) { [weak self] in self?.whenReady(body) }
    }

    private func whenReady(_ body: @escaping @Sendable () -> Void) {
        let isReady = monitor.withLock { state in
            guard state.isReady || state.isStopped else {
                state.waiting.append { [weak self] in self?.whenReady(body) }
                return false
            }
            return true
        }
        guard isReady else { return }
        let orders = monitor.withLock { $0.folders.takeAll() }
        for order in orders { enqueue(self, order) }
        body()
    }

    /// The timer's thread: takes what has been at rest.
    private func keepTime() {
        while true {
            // `nil`: time has come.
            let turn: [ImportFolderOrder]?? = monitor.wait(untilDeadline: { state in
                if state.isStopped { return .done(.none) }
                guard state.isReady else { return .sleep(until: nil) }
                let orders = state.folders.takeRested(now: Int64(MonotonicClock.now()))
                if !orders.isEmpty { return .done(orders) }
                return .sleep(until: state.folders.deadline.map { UInt64($0) })
            })
            guard let turn else { continue }
            guard let orders = turn else { return }
            for order in orders { enqueue(self, order) }
        }
    }

    /// Takes in what came of an order.
    ///
    /// - Returns: the refusals that were not known.
    func finish(_ order: ImportFolderOrder, _ outcome: ImportFolderOutcome) -> [String] {
        let now = Int64(MonotonicClock.now())
        let news = monitor.update { $0.folders[order.node]?.finish(order, outcome, now: now) ?? [] }
        changed()
        return news
    }

    // MARK: - State

    /// Whether a folder lies in an import folder.
    var forbids: (FolderPlace) -> Bool {
        var places = ImportedPlaces(monitor.withLock { $0.folders.all })
        return { places.contain($0) }
    }

    /// Where import folders are, without any link. One that does not answer, or is away, is where its text says.
    package static func realPaths(of folders: [ImportFolder]) -> [FilePath] {
        let files = HostFiles.patient()
        return folders.map { files.resolved($0.path) ?? $0.path }
    }

    var settings: [ImportFolder] { monitor.withLock { $0.folders.all.map(\.settings) } }

    /// What is wrong with import folders now: half sentences, with what to do.
    var problems: [(problem: String, remedy: String)] {
        let (folders, watcher) = monitor.withLock { ($0.folders, $0.watcher) }
        return folders.problems + (watcher?.readingProblems("in import folders ") ?? [])
    }

    /// Import folders that do not answer.
    var unreachable: [FilePath] { monitor.withLock { $0.folders.unreachable } }

    /// Ends the threads. What has not been taken is found at the next start.
    func stop() {
        let (watcher, timer, crawlers) = monitor.update { state in
            state.isStopped = true
            defer { (state.timer, state.crawlers) = (nil, [:]) }
            return (state.watcher, state.timer, state.crawlers)
        }
        watcher?.stop()
        timer?.join()
        // One in a call that hangs is left behind.
        for crawler in crawlers.values { crawler.join(atMost: .seconds(5)) }
    }
}
