import CaptureRules
import FolderWatch
import Glibc
import LibraryIndex
import Logging
import PhotoModel
import Synchronization
import Threads

/// The one writer: a thread that takes findings and orders from the queue, a transaction at a time.
final class LibraryWriter: Sendable {
    /// Turns of the writer's loop so far: as long as it counts up, or nothing waits, the writer is alive.
    let turns = Atomic<UInt64>(0)

    private let queue: FindingQueue
    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let roots: RootTable
    private let progress: SweepProgress
    private let feed: CommitFeed
    private let builder: Mutex<RecordBuilder>
    private let logger: Logger
    /// Called after a transaction that changed what the identity documents hold.
    private let documentsChanged: @Sendable () -> Void

    init(
        queue: FindingQueue,
        index: LibraryIndex,
        watcher: FolderWatcher,
        roots: RootTable,
        progress: SweepProgress,
        feed: CommitFeed,
        builder: RecordBuilder,
        logger: Logger,
        documentsChanged: @escaping @Sendable () -> Void
    ) {
        self.queue = queue
        self.index = index
        self.watcher = watcher
        self.roots = roots
        self.progress = progress
        self.feed = feed
        self.builder = Mutex(builder)
        self.logger = logger
        self.documentsChanged = documentsChanged
    }

    /// Rules for what is read from now on.
    func setBuilder(_ new: RecordBuilder) {
        builder.withLock { $0 = new }
    }

    var currentBuilder: RecordBuilder { builder.withLock { $0 } }

    /// Works until the queue is stopped and empty.
    func run() {
        var directories = DirectoryResolver()
        while case .work(let findings, let orders) = queue.next() {
            if !findings.isEmpty { write(findings, &directories) }
            for order in orders { order() }
            turns.add(1, ordering: .relaxed)
        }
    }

    private func write(_ findings: [FindingSlot], _ directories: inout DirectoryResolver) {
        let isFirstSweep = index.isNew && progress.isScanning
        let builder = currentBuilder
        do throws(IndexError) {
            let result = try index.write(bulk: isFirstSweep) { writer throws(IndexError) in
                var transaction = try FindingTransaction(
                    writer: writer,
                    builder: builder,
                    roots: roots,
                    now: Self.now(),
                    isFirstSweep: isFirstSweep,
                    directories: directories
                )
                for slot in findings { try transaction.apply(slot) }
                return transaction
            }
            directories = result.value.directories
            queue.wrote(findings)
            committed(result.committed)
            progress.advance(by: result.value.fileCount)
            progress.problemIsOver()
            for place in result.value.disturbed { lookAgain(at: place) }
            watcher.release(result.value.finished)
        } catch {
            directories = DirectoryResolver()
            failed(findings, error)
        }
    }

    private func lookAgain(at place: DirectoryPlace) {
        guard let root = roots.root(withKey: place.root) else { return }
        let path = place.components.reduce(root.library.path) { $0.appending($1) }
        if let node = watcher.node(at: path) {
            watcher.mark(node, .tree)
        } else {
            watcher.markRoot(root.node)
        }
    }

    /// Tells everybody about a transaction.
    func committed(_ changes: CommittedChanges) {
        feed.publish(changes)
        if !changes.months.isEmpty || changes.directoriesMoved { documentsChanged() }
    }

    /// Nothing of the findings is in the index. Their directories are looked at again, after a pause in which the disk
    /// may be given space.
    private func failed(_ findings: [FindingSlot], _ error: IndexError) {
        if progress.problem == nil { logger.error("\(error)") }
        progress.note(problem: error)
        for root in roots.all { watcher.markRoot(root.node) }
        queue.wrote(findings)
        for case .finished(let work) in findings.lazy.map(\.finding) { watcher.release(work) }
        queue.pause(seconds: 1)
    }

    static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
