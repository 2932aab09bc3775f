import IdentityStore
import LibraryIndex
import Logging
import PhotoModel
import Threads

/// Writes the identity documents of months whose identities changed: two seconds after the first change, so that a
/// burst costs one write, and at shutdown.
final class IdentityKeeper: Sendable {
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
        var isStopped = false
    }

    private static let debounce: UInt64 = 2_000_000_000
    /// The longest wait after failures: the disk may be full for long.
    private static let longestRetry: UInt64 = 32_000_000_000
    /// How long a document is left alone after it was written by somebody: an editor may not be done yet.
    private static let settling: UInt64 = 1_000_000_000
    /// Documents that are synced and renamed together.
    private static let batchSize = 32

    private let store: IdentityStore
    private let groupFolders: GroupFolderTable
    private let index: LibraryIndex
    private let progress: SweepProgress
    private let logger: Logger
    private let change: OrderlyChange
    private let monitor = Monitor(State())

    init(
        store: IdentityStore,
        groupFolders: GroupFolderTable,
        index: LibraryIndex,
        progress: SweepProgress,
        change: OrderlyChange,
        logger: Logger
    ) {
        self.store = store
        self.groupFolders = groupFolders
        self.index = index
        self.progress = progress
        self.change = change
        self.logger = logger
    }

    /// Something changed that a document holds.
    func schedule(_ changes: [AssetChange] = []) {
        let isNew = monitor.withLock { state in
            state.order.note(changes)
            guard state.due == nil else { return false }
            state.due = MonotonicClock.now() + Self.debounce
            return true
        }
        if isNew { monitor.update { _ in } }
    }

    /// Files of the folder of documents were written, by us or by somebody else.
    func documentsChanged() {
        let isNew = monitor.withLock { state in
            guard state.look == nil else { return false }
            state.look = MonotonicClock.now() + Self.settling
            return true
        }
        if isNew { monitor.update { _ in } }
    }

    /// Works until `stop`, then writes what is left.
    func run() {
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
    func writeNow() {
        let number = monitor.update { state in
            state.due = MonotonicClock.now()
            state.asked += 1
            return state.asked
        }
        monitor.wait { $0.served >= number ? () : nil }
    }

    func stop() {
        monitor.update { $0.isStopped = true }
    }

    // MARK: Writing

    private func writeDue() {
        let order = monitor.withLock { state in
            defer { state.order = DocumentOrder() }
            return state.order
        }
        do {
            try groupFolders.save()
            let due = try index.read { reader throws(IndexError) in
                try reader.documents().filter { $0.generation != $0.written }.map(\.month)
            }
            var rest = order.sorted(due)[...]
            while !rest.isEmpty {
                try write(Array(rest.prefix(Self.batchSize)))
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

    private func write(_ months: [MonthKey]) throws {
        var batch = store.batch()
        var written: [IndexedDocument] = []
        for month in months {
            try absorbEdits(of: month)
            let content = try index.read { reader throws(IndexError) in try MonthContent(month, reader) }
            var writer = try batch.begin(month, generation: content.generation)
            for record in content.records { try writer.append(record) }
            try batch.stage(writer, deleted: content.deleted)
            written.append(
                IndexedDocument(
                    month: month,
                    generation: content.generation,
                    written: content.generation,
                    size: nil,
                    modificationTime: nil,
                    checksum: nil
                )
            )
        }
        let stamps = try batch.commit()
        _ = try index.write { writer throws(IndexError) in
            for (var document, committed) in zip(written, stamps) {
                document.size = committed.stamp?.size
                document.modificationTime = committed.stamp?.modificationTime
                document.checksum = committed.stamp.map { Fingerprint(high: $0.hash.high, low: $0.hash.low) }
                try writer.setDocument(document)
            }
        }
    }

    /// Reads what somebody has done to documents since they were written.
    private func readEdits() {
        do {
            let changed = try edited()
            guard !changed.isEmpty else { return }
            // Somebody may be writing still.
            guard changed.allSatisfy({ $0.isSettled(for: Self.settling) }) else { return documentsChanged() }
            try restorer.restore()
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
    }

    private var restorer: IdentityRestorer {
        IdentityRestorer(store: store, index: index, logger: logger, change: change.callAsFunction)
    }

    /// A document that someone has edited since it was written is read before it is replaced.
    private func absorbEdits(of month: MonthKey) throws {
        let known = try index.read { reader throws(IndexError) in
            try reader.documents().first { $0.month == month }
        }
        guard let listed = try store.listed(month), let known, known.size != nil else { return }
        guard known.size != listed.size || known.modificationTime != listed.modificationTime else { return }
        try restorer.absorb(month, known: known)
        // What was edited may belong to an asset of another month by now.
        schedule()
    }
}

extension ListedDocument {
    /// Whether nobody has written to it for so many nanoseconds, by the clock that files have.
    fileprivate func isSettled(for time: UInt64) -> Bool {
        let age = LibraryWriter.now().subtractingSaturating(modificationTime)
        // One from the future has no age.
        return age >= Int64(time) || age < 0
    }
}
