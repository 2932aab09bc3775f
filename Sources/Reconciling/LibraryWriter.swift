import CaptureRules
import DiskReading
import Findings
import FolderWatch
import Glibc
import LibraryIndex
import Logging
import OptionFiles
import PhotoModel
import Roots
import Shots
import Sweeps
import Synchronization
import Threads

/// The one writer: a thread that takes findings and orders from the queue, a transaction at a time.
package final class LibraryWriter: Sendable {
    private let queue: FindingQueue
    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let roots: RootTable
    private let ownChanges: OwnChanges
    private let progress: SweepProgress
    private let links: LinkFollower
    private let feed: CommitFeed
    private let readers: ContentReaders
    private let builder: Mutex<RecordBuilder>
    private let options: FolderOptionsTable
    private let clock: IdentityClock
    private let logger: Logger
    /// Called after a transaction that found files that look alike.
    private let twinsFound: @Sendable () -> Void
    /// Called after a transaction that changed what the identity documents hold.
    private let documentsChanged: @Sendable ([AssetChange]) -> Void

    package init(
        queue: FindingQueue,
        index: LibraryIndex,
        watcher: FolderWatcher,
        roots: RootTable,
        ownChanges: OwnChanges,
        progress: SweepProgress,
        links: LinkFollower,
        feed: CommitFeed,
        readers: ContentReaders,
        builder: RecordBuilder,
        options: FolderOptionsTable,
        clock: IdentityClock,
        logger: Logger,
        twinsFound: @escaping @Sendable () -> Void,
        documentsChanged: @escaping @Sendable ([AssetChange]) -> Void
    ) {
        self.queue = queue
        self.index = index
        self.watcher = watcher
        self.roots = roots
        self.ownChanges = ownChanges
        self.progress = progress
        self.links = links
        self.feed = feed
        self.readers = readers
        self.builder = Mutex(builder)
        self.options = options
        self.clock = clock
        self.logger = logger
        self.twinsFound = twinsFound
        self.documentsChanged = documentsChanged
    }

    /// Rules for what is read from now on.
    package func setBuilder(_ new: RecordBuilder) {
        builder.withLock { $0 = new }
    }

    package var currentBuilder: RecordBuilder { builder.withLock { $0 } }

    /// Works until the queue is stopped and empty.
    package func run() {
        var memory = WriterMemory()
        var failures = 0
        var tidied = MonotonicClock.now()
        while true {
            let proof = failures == 0 ? Self.proofPause : Self.proofPauseAfterFailures
            let turn = queue.next(
                within: { [progress] in progress.problem == nil && !progress.hasUnknown ? nil : proof },
                gathering: { [progress] in progress.isScanning ? Self.gatheringTime : 0 }
            )
            switch turn {
            case .stop: return
            case .idle: if proveIndex() { failures = 0 }
            case .work(let findings, let orders):
                if !findings.isEmpty { write(findings, &memory, &failures) }
                run(orders)
            }
            if MonotonicClock.now() - tidied > Self.tidyingPeriod {
                tidied = MonotonicClock.now()
                tidy()
            }
        }
    }

    /// Something could not be read or written, and nothing has been written since: whether that is over nobody would learn.
    ///
    /// - Returns: whether it is over.
    private func proveIndex() -> Bool {
        do throws(IndexError) {
            _ = try index.read { reader throws(IndexError) in try reader.clock() }
            _ = try index.write { writer throws(IndexError) in try writer.proveWritable() }
            for node in progress.takeUnknown() { watcher.markAgain(node, .listing) }
            progress.problemIsOver()
            // Some could not be, as nothing could be written.
            takeOutOrphans()
            return true
        } catch {
            progress.note(problem: error)
            // Where that fails too there is still no room.
            if error.isLackOfRoom { try? index.emptyLog() }
            return false
        }
    }

    private func run(_ orders: [FindingQueue.Order]) {
        for order in orders { order() }
    }

    /// Where the disk is full or does not answer, the findings stay true: they are written again until it does. Crawlers
    /// and barriers wait so long, orders do not.
    ///
    /// - Parameter failures: how often in a row findings were given up.
    private func write(_ findings: [FindingSlot], _ memory: inout WriterMemory, _ failures: inout Int) {
        var pause: UInt64 = 1
        while true {
            let lacksRoom: Bool
            do throws(IndexError) {
                try attempt(findings, &memory)
                failures = 0
                return
            } catch {
                memory.directories = DirectoryResolver()
                if progress.problem == nil { logger.error("\(error)") }
                progress.note(problem: error)
                guard error.mayPass, !queue.isAbandoned else {
                    failures = min(failures + 1, Self.mostFailures)
                    return giveUp(findings, pause: 1 << failures)
                }
                lacksRoom = error.isLackOfRoom
            }
            run(queue.pause(seconds: pause))
            pause = min(pause * 2, Self.longestPause)
            // Where that fails too there is still no room, which is told already.
            if lacksRoom { try? index.emptyLog() }
        }
    }

    private func attempt(_ findings: [FindingSlot], _ memory: inout WriterMemory) throws(IndexError) {
        let isFirstSweep = index.isNew && progress.isScanning
        let disk = DiskView(roots)
        disk.foresee(findings)
        while true {
            do throws(IndexError) {
                return try attempt(findings, disk, isFirstSweep: isFirstSweep, &memory)
            } catch {
                guard case .withdrawn = error else { throw error }
                disk.ask()
            }
        }
    }

    private func attempt(
        _ findings: [FindingSlot],
        _ disk: DiskView,
        isFirstSweep: Bool,
        _ memory: inout WriterMemory
    ) throws(IndexError) {
        // The last piece of work may have found nothing: no transaction has seen that rest.
        memory.settle(asOfRest: watcher.rests)
        let builder = currentBuilder
        let time = clock.now()
        let result = try index.write(bulk: isFirstSweep) { writer throws(IndexError) in
            var transaction = try FindingTransaction(
                writer: writer,
                builder: builder,
                roots: roots,
                disk: disk,
                ownChanges: ownChanges,
                time: time,
                isFirstSweep: isFirstSweep,
                memory: memory,
                hasFolderOptions: options.isInPlay,
                isStopping: queue.isAbandoned
            )
            for slot in findings { try transaction.apply(slot) }
            guard disk.isComplete else { throw .withdrawn }
            return transaction
        }
        memory = result.value.memory
        ownChanges.take(result.value.arrivals)
        committed(result.committed)
        // Whoever waits for the findings finds them gone, and barriers wait for what that leads to.
        takeOut(result.value.removedRoots)
        queue.wrote(findings)
        progress.advance(by: result.value.fileCount)
        progress.problemIsOver()
        // Before the work that led to them is released: a barrier waits for second looks and slow files too.
        lookAgain(result.value.looks)
        for slot in findings { slot.awaitSlowFiles(watcher) }
        if result.value.hasTwins { twinsFound() }
        watcher.release(result.value.finished)
        memory.settle(asOfRest: watcher.rests)
        forgetGone()
    }

    /// What is written is written, whatever becomes of this.
    private func forgetGone() {
        do throws(IndexError) {
            try readers.forgetGone(index)
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
    }

    /// Roots that have left the index are not watched any more.
    package func takeOut(_ nodes: [NodeID]) {
        guard !nodes.isEmpty else { return }
        let taken = nodes.compactMap { roots[$0] }
        let places = links.places(of: taken)
        for node in nodes {
            roots.remove(node)
            watcher.removeRoot(node)
        }
        takeOutOrphans()
        progress.statusChanged()
        links.tookOut(taken, places)
    }

    /// Takes a root and all that it holds out of the index. Its identities wait in case it comes back.
    package func removeRoot(_ key: Int64, name: String, _ writer: IndexWriter) throws(IndexError) {
        var transaction = try FindingTransaction(
            writer: writer,
            builder: currentBuilder,
            roots: roots,
            ownChanges: ownChanges,
            time: clock.now(),
            isFirstSweep: false,
            memory: WriterMemory()
        )
        try transaction.removeRoot(key, name: name)
    }

    /// A crawler may have followed a link while the root with the link in it was on its way out.
    private func takeOutOrphans() {
        let orphans = roots.orphans
        guard !orphans.isEmpty else { return }
        do throws(IndexError) {
            let result = try index.write { writer throws(IndexError) in
                for root in orphans { try removeRoot(root.key, name: root.library.name, writer) }
            }
            committed(result.committed)
            takeOut(orphans.map(\.node))
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
    }

    private func lookAgain(_ looks: SecondLooks) {
        guard !looks.isEmpty else { return }
        // Paths lead to the right directories only when all that has moved so far has been taken in.
        watcher.drain()
        for place in looks.trees {
            guard let root = roots.root(withKey: place.root) else { continue }
            let path = root.path(of: place.components)
            watcher.markAgain(watcher.node(at: path) ?? root.node, .tree)
        }
        // Entries of one folder are marked at once: half of a shot that is new would be another one.
        var rest = looks.entries[...]
        while let folder = rest.first?.folder {
            let together = rest.prefix { $0.folder == folder }
            rest = rest.dropFirst(together.count)
            guard let node = watcher.node(at: folder) else { continue }
            watcher.markAgain(node, names: together.map(\.name))
        }
        for work in looks.works { watcher.remark(work) }
    }

    /// Tells everybody about a transaction.
    package func committed(_ changes: CommittedChanges) {
        // First: a document that is written now must know which month a photo has left for which.
        if !changes.months.isEmpty || changes.directoriesMoved {
            documentsChanged(changes.changes)
        }
        feed.publish(changes)
    }

    /// Nothing of the findings is in the index, and writing them again would not help. Everything is looked at again, not
    /// at once, and as part of the work that is lost: a barrier that waits for that must not pass before.
    ///
    /// - Parameter seconds: until crawlers and barriers go on.
    private func giveUp(_ findings: [FindingSlot], pause seconds: UInt64) {
        for root in roots.all { watcher.markAgain(root.node, .tree) }
        run(queue.pause(seconds: seconds))
        queue.wrote(findings)
        for case .finished(let work) in findings.lazy.map(\.finding) { watcher.release(work) }
    }

    // MARK: Tidying

    /// Forgets old tombstones and old lines of the change log.
    ///
    /// - Parameter sweptRoots: what a sweep has just seen all of: identities it has not found become tombstones.
    package func tidy(burying sweptRoots: [LibraryRoot] = []) {
        let disk = DiskView(roots)
        do throws(IndexError) {
            while try !tidy(burying: sweptRoots, disk) { disk.ask() }
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
    }

    /// - Returns: `false` where the disk has to be asked first.
    private func tidy(burying sweptRoots: [LibraryRoot], _ disk: DiskView) throws(IndexError) -> Bool {
        let (builder, time) = (currentBuilder, clock.now())
        do throws(IndexError) {
            let result = try index.write { writer throws(IndexError) in
                var transaction = try FindingTransaction(
                    writer: writer,
                    builder: builder,
                    roots: roots,
                    disk: disk,
                    ownChanges: ownChanges,
                    time: time,
                    isFirstSweep: false,
                    memory: WriterMemory()
                )
                for root in sweptRoots { try transaction.buryUnfound(in: root) }
                guard disk.isComplete else { throw .withdrawn }
                try writer.expireTombstones(olderThan: Self.tombstoneSeconds, at: time)
                try writer.pruneLog(before: time.wall / 1000 - Self.logSeconds, keeping: Self.logLines)
                try writer.keep(time, exactly: true)
            }
            committed(result.committed)
            documentsChanged([])
            return true
        } catch {
            guard case .withdrawn = error else { throw error }
            return false
        }
    }

    /// Nanoseconds that what a sweep finds waits for more of it.
    private static let gatheringTime: UInt64 = 100_000_000
    /// Beyond that the pauses, each twice the last, grow no longer: about a minute.
    private static let mostFailures = 6
    /// Nanoseconds after which it is asked whether a problem with the index is over.
    private static let proofPause: UInt64 = 5_000_000_000
    /// The same where findings could not be written whatever was tried: the look at everything that follows finds them
    /// again, if they are there still.
    private static let proofPauseAfterFailures: UInt64 = 60_000_000_000
    /// Seconds between two attempts to write.
    private static let longestPause: UInt64 = 8
    /// Of the daemon's life.
    private static let tombstoneSeconds: Int64 = 30 * 86_400
    private static let logSeconds: Int64 = 30 * 86_400
    private static let logLines: Int64 = 1_000_000
    /// Nanoseconds. Checked when something is written: a daemon without work is not woken for this.
    private static let tidyingPeriod: UInt64 = 86_400_000_000_000
}
