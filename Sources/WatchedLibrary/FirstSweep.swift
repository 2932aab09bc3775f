import Auditing
import CShims
import ChangeFollowers
import Findings
import FolderWatch
import Identities
import LibraryIndex
import PhotoModel
import Reconciling
import Roots
import Sweeps
import Threads

/// The first look at every root, after which the index is exact.
extension LibraryRun {
    /// How many files there are, for `status`: the index knows where it is not new; else they are counted, beside the
    /// sweep.
    func expectFiles(_ paths: [FilePath]) {
        guard index.isNew else {
            let known = try? index.read { reader throws(IndexError) in
                try reader.countsByRoot().values.reduce(0) { $0 + Int($1.photos + $1.videos) }
            }
            progress.expect(known ?? 0)
            return
        }
        let thread = NamedThread("survey") { [progress] in
            progress.expect(paths.reduce(0) { $0 + Survey.count(below: $1) { progress.isSurveyStopped } })
        }
        threads.withLock { $0.others["survey"] = thread }
    }

    /// - Parameters:
    ///   - swept: the roots that it began with, and that were there at its end.
    ///   - moved: what batches had moved by then.
    func sweepIsOver(_ swept: Set<NodeID>, _ moved: OwnChanges.Ending?) {
        queue.append { [weak self] in self?.completeSweep(swept, moved) }
    }

    /// On the writer's thread.
    private func completeSweep(_ swept: Set<NodeID>, _ moved: OwnChanges.Ending?) {
        // One that was away for a while may have come back after the sweep's barrier.
        writer.tidy(
            burying: roots.all.filter {
                $0.state != .offline && !$0.wasAway && swept.contains($0.node)
            }
        )
        makeGroupIndex()
        progress.finish()
        if let moved { lookAgainAtMoved(moved) }
        forgetUnseenBatches()
        let waiting = readiness.withLock { readiness in
            readiness.isReady = true
            defer { readiness.waiting = [:] }
            return readiness.waiting
        }
        endTakenBefore()
        for callback in waiting.values { callback() }
        keeper.schedule()
        settle()
        startAuditor()
        startThread("twins", orElse: "files that look alike are told apart by name only") { [twins] in
            twins.run()
        }
        twins.schedule()
        startThread("text", orElse: "searches bring the full-text index up themselves") { [text] in text.run()
        }
        text.schedule()
        startViewKeeper()
        startThumbnailKeeper()
    }

    /// Before the first sweep is over there is nothing to be audited.
    private func startAuditor() {
        guard !startThread("audit", orElse: "no audit takes place", { [auditor] in auditor.run() }) else {
            return
        }
        // Whoever asks for one would wait for ever.
        auditor.stop(.failed("\(LibraryError.noThread); then restart photod"))
    }

    /// `sync` waits for it: groups have their covers when it answers.
    private func makeGroupIndex() {
        do {
            writer.committed(
                try index.write { writer throws(IndexError) in try writer.makeGroupIndex() }.committed
            )
        } catch {
            progress.note(problem: error)
            logger.error("\(error)")
        }
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
}
