import CShims
import Findings
import FolderWatch
import LibraryIndex
import PhotoModel
import Reconciling

/// Has the full-text index follow the change log, and sums up directories (`DirectoryDigest`): two seconds after a change, when
/// nothing else is to be done. Words are taken in before a search is answered as well. Nothing that changes a photo waits for it.
package final class TextKeeper: Sendable {
    /// Nanoseconds after a change.
    private static let debounce: UInt64 = 2_000_000_000
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
    private let change: OrderlyChange
    private let turn: QuietTurn

    package init(index: LibraryIndex, watcher: FolderWatcher, change: OrderlyChange) {
        self.index = index
        self.change = change
        turn = QuietTurn(watcher, after: Self.debounce)
    }

    /// An asset has changed.
    package func schedule() { turn.schedule() }

    package func stop() { turn.stop() }

    /// Takes in all that has changed before the call. Not on the writer's thread.
    package func catchUp() throws(IndexError) {
        let target = index.clock.sequence
        guard try index.read({ reader throws(IndexError) in try reader.isTextBehind() }) else { return }
        while try !step(size(Self.urgentStep), through: target) {}
    }

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        while turn.wait() {
            // Where it fails, a full disk say, the next change or the next search tries again.
            do throws(IndexError) {
                try follow()
                try sumUp()
            } catch {
                continue
            }
        }
    }

    private func follow() throws(IndexError) {
        guard try index.read({ reader throws(IndexError) in try reader.isTextBehind() }) else { return }
        var steps = 0
        repeat {
            guard turn.restWhileBusy() else { return }
            steps += 1
        } while try !step(size(Self.idleStep), through: .max)
        if steps > Self.manySteps { giveBackMemory() }
    }

    private func sumUp() throws(IndexError) {
        var isDone = false
        while !isDone, turn.restWhileBusy() {
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
}
