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
    struct State {
        /// Monotonic nanoseconds; `nil`: nothing to write.
        var due: UInt64?
        var order = DocumentOrder()
        /// Callers of `writeNow` so far, and how many of them have been served.
        var asked = 0
        var served = 0
        /// How long to wait after the next failure.
        var retry = IdentityKeeper.debounce
        /// When something was last written, or tried, in monotonic nanoseconds.
        var lastWriting: UInt64?
        /// When to look for documents that someone edited, in monotonic nanoseconds; `nil`: no need.
        var look: UInt64?
        /// How long to wait after the next look that fails, and what was told of the last one.
        var lookRetry = IdentityKeeper.debounce
        var lookProblem: String?
        /// The folder of documents is another than the one that was read.
        var isFolderNew = false
        var isStopped = false
    }

    fileprivate static let debounce: UInt64 = 2_000_000_000
    /// The longest wait after failures: the disk may be full for long.
    private static let longestRetry: UInt64 = 32_000_000_000
    /// How often documents are written while a sweep changes one month after the other.
    private static let sweepInterval: UInt64 = 60_000_000_000

    let store: IdentityStore
    private let groupFolders: GroupFolderTable
    let index: LibraryIndex
    private let progress: SweepProgress
    private let logger: Logger
    private let change: OrderlyChange
    private let holdState: @Sendable () -> Void
    private let reopened: @Sendable () -> Void
    let monitor = Monitor(State())

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
            let due = MonotonicClock.now() + Self.debounce
            // A sweep, or what kept it from being written, may have put it off for longer.
            guard state.due.map({ $0 > due }) ?? true else { return false }
            state.due = due
            return true
        }
        if isNew { monitor.update { _ in } }
    }

    /// Somebody has changed assets: what went from month to month is written where it came to first, whenever that is.
    package func note(_ changes: [AssetChange]) {
        monitor.withLock { $0.order.note(changes) }
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
            if mayGoOn == nil, progress.isScanning, !writesWhileScanning(now) { continue }
            writeDue()
            monitor.update { $0.served = mayGoOn == false ? .max : asked }
            if mayGoOn == false { return }
        }
    }

    /// A first sweep changes every month again and again: its documents are written once, when it is over. Any other writes
    /// now and then, for what users decide meanwhile must not wait for hours.
    private func writesWhileScanning(_ now: UInt64) -> Bool {
        guard !index.isNew else { return false }
        return monitor.withLock { state in
            guard state.asked == state.served else { return true }
            let next = state.lastWriting.map { $0 + Self.sweepInterval } ?? now
            if next > now { state.due = next }
            return next <= now
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
        defer { monitor.withLock { $0.lastWriting = MonotonicClock.now() } }
        do {
            try followFolder()
            try groupFolders.save()
            // What somebody else put in the index's place must not come into the documents.
            try index.examine()
            let due = try index.read { reader throws(IndexError) in
                try reader.documents().filter { $0.generation != $0.written }.map(\.month)
            }
            try write(order.sorted(due), in: order)
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

    /// Reads what somebody has done to documents since they were written.
    private func readEdits() {
        do {
            guard try store.isInPlace() else { return schedule() }
            let changed = try edited()
            guard !changed.isEmpty else {
                return monitor.withLock { ($0.lookRetry, $0.lookProblem) = (Self.debounce, nil) }
            }
            // Somebody may be writing still.
            guard changed.allSatisfy(\.isSettled), try restorer.restore() else { return documentsChanged() }
            logger.notice("read \(changed.count) identity documents that were edited")
            monitor.withLock { ($0.lookRetry, $0.lookProblem) = (Self.debounce, nil) }
            schedule()
        } catch {
            lookAgain(because: "\(error)")
        }
    }

    /// What keeps an edit from being read may pass without anybody's touching the folder again.
    private func lookAgain(because problem: String) {
        let isNews = monitor.withLock { state in
            state.look = MonotonicClock.now() + state.lookRetry
            state.lookRetry = min(state.lookRetry * 2, Self.longestRetry)
            defer { state.lookProblem = problem }
            return state.lookProblem != problem
        }
        if isNews { logger.error("an edited identity document is not read yet: \(problem)") }
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

    var restorer: IdentityRestorer {
        var restorer = IdentityRestorer(
            store: store,
            index: index,
            logger: logger,
            change: change.callAsFunction
        )
        restorer.waitsForWriters = true
        return restorer
    }
}
