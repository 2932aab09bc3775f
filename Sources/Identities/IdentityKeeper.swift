import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import Reconciling
import Sweeps
import Threads

/// Writes the identity documents of months whose identities changed: two seconds after the first change, so that a
/// burst costs one write, and at shutdown.
package final class IdentityKeeper: Sendable {
    private struct State {
        /// Monotonic nanoseconds; `nil`: nothing to write.
        var due: UInt64?
        var order = DocumentOrder()
        /// Callers of `writeNow` so far, and how many of them have been served.
        var asked = 0
        var served = 0
        /// How long to wait after the next failure.
        var retry = IdentityKeeper.debounce
        /// When to look for documents that someone edited, in monotonic nanoseconds; `nil`: no need.
        var look: UInt64?
        /// The folder of documents is another than the one that was read.
        var isFolderNew = false
        var isStopped = false
    }

    private static let debounce: UInt64 = 2_000_000_000
    /// The longest wait after failures: the disk may be full for long.
    private static let longestRetry: UInt64 = 32_000_000_000
    /// Documents that are synced and renamed together.
    private static let batchSize = 32

    private let store: IdentityStore
    private let groupFolders: GroupFolderTable
    private let index: LibraryIndex
    private let progress: SweepProgress
    private let logger: Logger
    private let change: OrderlyChange
    private let holdState: @Sendable () -> Void
    private let reopened: @Sendable () -> Void
    private let monitor = Monitor(State())

    /// - Parameters:
    ///   - holdState: called before anything is made in a folder that has taken the place of the one before.
    ///   - reopened: called when that is done.
    package init(
        store: IdentityStore,
        groupFolders: GroupFolderTable,
        index: LibraryIndex,
        progress: SweepProgress,
        change: OrderlyChange,
        logger: Logger,
        holdState: @escaping @Sendable () -> Void = {},
        reopened: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.groupFolders = groupFolders
        self.index = index
        self.progress = progress
        self.change = change
        self.logger = logger
        self.holdState = holdState
        self.reopened = reopened
    }

    /// Something changed that a document holds.
    package func schedule(_ changes: [AssetChange] = []) {
        let isNew = monitor.withLock { state in
            state.order.note(changes)
            guard state.due == nil else { return false }
            state.due = MonotonicClock.now() + Self.debounce
            return true
        }
        if isNew { monitor.update { _ in } }
    }

    /// Files of the folder of documents were written, by us or by somebody else.
    package func documentsChanged() {
        let isNew = monitor.withLock { state in
            guard state.look == nil else { return false }
            state.look = MonotonicClock.now() + UInt64(ListedDocument.settling)
            return true
        }
        if isNew { monitor.update { _ in } }
    }

    /// Works until `stop`, then writes what is left.
    package func run() {
        while true {
            let mayGoOn: Bool? = monitor.wait(untilDeadline: { state in
                if state.isStopped { return .done(false) }
                return .sleep(until: [state.due, state.look].compactMap(\.self).min())
            })
            let now = MonotonicClock.now()
            let (asked, isDue, looks) = monitor.withLock { state in
                let isDue = mayGoOn == false || state.due.map { $0 <= now } ?? false
                let looks = state.look.map { $0 <= now } ?? false
                if isDue { state.due = nil }
                if looks { state.look = nil }
                return (state.asked, isDue, looks)
            }
            if looks, mayGoOn != false { readEdits() }
            guard isDue else { continue }
            // A first sweep goes on changing every month: its documents are written once, when it is over.
            if mayGoOn == nil && progress.isScanning { continue }
            writeDue()
            monitor.update { $0.served = mayGoOn == false ? .max : asked }
            if mayGoOn == false { return }
        }
    }

    /// Has what is due written at once, and waits until that is done, well or not.
    package func writeNow() {
        let number = monitor.update { state in
            state.due = MonotonicClock.now()
            state.asked += 1
            return state.asked
        }
        monitor.wait { $0.served >= number ? () : nil }
    }

    package func stop() {
        monitor.update { $0.isStopped = true }
    }

    // MARK: Writing

    private func writeDue() {
        let order = monitor.withLock { state in
            defer { state.order = DocumentOrder() }
            return state.order
        }
        do {
            try followFolder()
            try groupFolders.save()
            // What somebody else put in the index's place must not come into the documents.
            try index.examine()
            let due = try index.read { reader throws(IndexError) in
                try reader.documents().filter { $0.generation != $0.written }.map(\.month)
            }
            var rest = order.sorted(due)[...]
            while !rest.isEmpty {
                guard try write(Array(rest.prefix(Self.batchSize))) else {
                    // Somebody is saving one, or has saved it since it was read. What goes from month to month is written
                    // where it comes to first, then as well.
                    monitor.withLock { $0.order.add(order) }
                    schedule()
                    break
                }
                rest = rest.dropFirst(Self.batchSize)
            }
            monitor.withLock { $0.retry = Self.debounce }
            if progress.noteIdentities(problem: nil) { logger.notice("identity documents are written again") }
        } catch {
            // Said once, however often it is tried again.
            if progress.noteIdentities(problem: "\(error)") {
                logger.error("identity documents are not written yet: \(error)")
            }
            monitor.withLock { state in
                state.order.add(order)
                if !state.isStopped { state.due = MonotonicClock.now() + state.retry }
                state.retry = min(state.retry * 2, Self.longestRetry)
            }
        }
    }

    /// Somebody may have removed the folder of documents, or put another in its place. What the new one lacks is written
    /// again, and what differs there is read.
    private func followFolder() throws {
        if try !store.isInPlace() {
            // Until all of it is read, however often that is tried.
            monitor.withLock { $0.isFolderNew = true }
            holdState()
            try store.reopen()
            reopened()
            logger.warning("the folder of identity documents was removed or replaced: it is made whole again")
        }
        guard monitor.withLock({ $0.isFolderNew }) else { return }
        if try !restorer.restore() { documentsChanged() }
        monitor.withLock { $0.isFolderNew = false }
    }

    /// - Returns: `false` where one could not be written now, and none after it.
    private func write(_ months: [MonthKey]) throws -> Bool {
        var batch = store.batch()
        var generations: [MonthKey: Int64] = [:]
        for month in months {
            guard let predecessor = try absorbEdits(of: month) else { break }
            let content = try index.read { reader throws(IndexError) in try MonthContent(month, reader) }
            var writer = try batch.begin(month, generation: content.generation)
            for record in content.records { try writer.append(record) }
            try batch.stage(writer, deleted: content.deleted, after: predecessor)
            generations[month] = content.generation
        }
        let committed = try batch.commit()
        _ = try index.write { writer throws(IndexError) in
            for document in committed {
                guard let generation = generations[document.month] else { continue }
                try writer.setDocument(
                    IndexedDocument(
                        month: document.month,
                        generation: generation,
                        written: generation,
                        size: document.stamp?.size,
                        modificationTime: document.stamp?.modificationTime,
                        checksum: document.stamp.map { Fingerprint(high: $0.hash.high, low: $0.hash.low) }
                    )
                )
            }
        }
        return committed.count == months.count
    }

    /// Reads what somebody has done to documents since they were written.
    private func readEdits() {
        do {
            guard try store.isInPlace() else { return schedule() }
            let changed = try edited()
            guard !changed.isEmpty else { return }
            // Somebody may be writing still.
            guard changed.allSatisfy(\.isSettled), try restorer.restore() else { return documentsChanged() }
            logger.notice("read \(changed.count) identity documents that were edited")
            schedule()
        } catch {
            logger.error("an edited identity document is not read yet: \(error)")
        }
    }

    private func edited() throws -> [ListedDocument] {
        let known = Dictionary(
            try index.read { reader throws(IndexError) in try reader.documents() }.map { ($0.month, $0) }
        ) { first, _ in first }
        return try store.list().filter { listed in
            let remembered = known[listed.month]
            return remembered?.size != listed.size || remembered?.modificationTime != listed.modificationTime
        }
            + store.lateBackups().filter { backup in
                // One that cannot be read is told of when its month is written.
                do throws(IdentityStoreError) { return try store.isEditedBackup(backup.month) } catch {
                    return false
                }
            }
    }

    private var restorer: IdentityRestorer {
        var restorer = IdentityRestorer(
            store: store,
            index: index,
            logger: logger,
            change: change.callAsFunction
        )
        restorer.waitsForWriters = true
        return restorer
    }

    /// What someone has edited since it was written is read before it is replaced.
    ///
    /// - Returns: what may be replaced; `nil` where somebody is writing still.
    private func absorbEdits(of month: MonthKey) throws -> Predecessor? {
        guard var document = try store.listed(month) else {
            return .only(nil, backup: try store.listedBackup(month))
        }
        let known = try index.read { reader throws(IndexError) in
            try reader.documents().first { $0.month == month }
        }
        if known?.size != document.size || known?.modificationTime != document.modificationTime {
            // What was edited may belong to an asset of another month by now.
            schedule()
            switch try restorer.absorb(month) {
            case .done(let read): document = read
            case .gone: return .only(nil, backup: try store.listedBackup(month))
            case .unfinished: return nil
            }
        }
        guard let backup = try store.listedBackup(month) else { return .only(document, backup: nil) }
        if backup.isYounger(than: document) {
            schedule()
            switch try restorer.absorbLate(backup) {
            case .done: break
            case .gone: return .only(document, backup: try store.listedBackup(month))
            case .unfinished: return nil
            }
        }
        return .only(document, backup: backup)
    }
}
