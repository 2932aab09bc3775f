import CShims
import Findings
import FolderWatch
import LibraryIndex
import PhotoModel
import Reconciling
import Threads

/// Has the full-text index follow the change log, and sums up directories (`DirectoryDigest`): two seconds after a change, when
/// nothing else is to be done. Words are taken in before a search is answered as well. Nothing that changes a photo waits for it.
package final class TextKeeper: Sendable {
    private struct State {
        /// Monotonic nanoseconds; `nil`: nothing has changed.
        var due: UInt64?
        var isStopped = false
    }

    /// Nanoseconds that changes are waited for, so that a burst costs one turn.
    private static let debounce: UInt64 = 2_000_000_000
    /// Nanoseconds until it is asked again whether there is anything else to do.
    private static let patience: UInt64 = 500_000_000
    /// Lines of the change log, or assets, that a transaction takes at idle: some milliseconds that whatever comes
    /// meanwhile may have to wait. Each transaction leaves a segment that is merged with others later, so a fifth of it
    /// would cost twice as much in all.
    private static let idleStep = 1000
    /// How many leave behind memory that is worth giving back.
    private static let manySteps = 4
    /// The same as `idleStep` while somebody waits for an answer.
    private static let urgentStep = 2000
    /// The same where there is so much to be taken in that merging the segments of small steps costs more than all else.
    private static let longStep = 5000
    /// Lines of the change log that are so much.
    private static let longWay: Int64 = 50_000

    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let change: OrderlyChange
    private let monitor = Monitor(State())

    package init(index: LibraryIndex, watcher: FolderWatcher, change: OrderlyChange) {
        self.index = index
        self.watcher = watcher
        self.change = change
    }

    /// An asset has changed.
    package func schedule() {
        let isNew = monitor.withLock { state in
            guard state.due == nil else { return false }
            state.due = MonotonicClock.now() + Self.debounce
            return true
        }
        if isNew { monitor.wakeAll() }
    }

    package func stop() { monitor.update { $0.isStopped = true } }

    /// Takes in all that has changed before the call. Not on the writer's thread.
    package func catchUp() throws(IndexError) {
        let target = index.clock.sequence
        guard try index.read({ reader throws(IndexError) in try reader.isTextBehind() }) else { return }
        while try !step(size(Self.urgentStep), through: target) {}
    }

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        while waitUntilDue() {
            // Where it fails, a full disk say, the next change or the next search tries again.
            do throws(IndexError) {
                try follow()
                try sumUp()
            } catch {
                continue
            }
        }
    }

    private func waitUntilDue() -> Bool {
        let goesOn: Bool? = monitor.wait(untilDeadline: { state in
            state.isStopped ? .done(false) : .sleep(until: state.due)
        })
        guard goesOn == nil else { return false }
        monitor.withLock { $0.due = nil }
        return true
    }

    private func follow() throws(IndexError) {
        guard try index.read({ reader throws(IndexError) in try reader.isTextBehind() }) else { return }
        var steps = 0
        repeat {
            guard restWhileBusy() else { return }
            steps += 1
        } while try !step(size(Self.idleStep), through: .max)
        if steps > Self.manySteps { giveBackMemory() }
    }

    private func sumUp() throws(IndexError) {
        var isDone = false
        while !isDone, restWhileBusy() {
            isDone = try index.digestDirectories { body throws(IndexError) in try change(body) }
        }
    }

    /// What much work needed goes back to the system.
    private func giveBackMemory() {
        change.queue.append { [index] in
            // Where it fails, memory is used a while longer.
            try? index.settle()
            photod_trim_heap()
        }
    }

    private func size(_ usual: Int) throws(IndexError) -> Int {
        let done = try index.read { reader throws(IndexError) in try reader.textSequence() }
        return index.clock.sequence - done > Self.longWay ? Self.longStep : usual
    }

    /// Returns whether nothing is left.
    private func step(_ limit: Int, through target: Int64) throws(IndexError) -> Bool {
        try change { writer throws(IndexError) in
            try writer.catchUpText(through: target, limit: limit)
        }
    }

    /// Returns `false` where it is to stop.
    private func restWhileBusy() -> Bool {
        while !watcher.isIdle {
            let end = MonotonicClock.now() + Self.patience
            let isStopped: Bool? = monitor.wait(untilDeadline: { state in
                state.isStopped ? .done(true) : .sleep(until: end)
            })
            if isStopped != nil { return false }
        }
        return !monitor.withLock { $0.isStopped }
    }
}
