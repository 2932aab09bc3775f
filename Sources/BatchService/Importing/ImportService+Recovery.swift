import Batches
import Importing
import PhotoModel
import WatchedLibrary

extension ImportService {
    /// Brings to an end what an earlier run was in the middle of. Before the first sweep, which then finds it done; what
    /// has to do with a mount that hangs is left to itself, and done when it answers.
    ///
    /// - Parameter isAtIt: told at once where there is something, and every twenty seconds until it is done: a file that lies at
    ///   both its places is compared, which takes as long as reading both.
    package func recover(isAtIt: () -> Void) throws(ImportError) {
        tellUnseen()
        let unfinished = try Recovery.unfinished(in: store)
        guard !unfinished.isEmpty else { return }
        for batch in unfinished {
            let places = BatchPlaces()
            let body: @Sendable () -> Void = { [self] in recover(batch, places) }
            queue.append(
                BatchQueue.Job(
                    cancellation: Cancellation(),
                    places: places,
                    // Nobody is served before.
                    patience: .seconds(2),
                    body: body,
                    orElse: { [self] in
                        // What the end leaves is recovered at the next start.
                        if queue.isStopped { return }
                        logger.error("\(LibraryError.noThread)")
                        note(.unfinished(batch.description), of: batch)
                    }
                )
            )
        }
        queue.waitUntilDone(isAtIt)
    }

    /// Tries what waits once more. On the queue's thread; one that was given up leaves the rest to the thread in its place.
    func recoverWaiting(_ places: BatchPlaces, _ cancellation: Cancellation) {
        for batch in batchProblems.waiting where !cancellation.isForLater {
            recover(batch, places, isRunning: true)
        }
    }

    /// What ended with an error, of a full disk or a server that is gone, may have left its batch without an end. On the queue's
    /// thread, so that nothing is under way but what hangs, which looks the same.
    func recoverInterrupted(_ places: BatchPlaces, _ cancellation: Cancellation) {
        queue.askAgain()
        do throws(ImportError) {
            for batch in try Recovery.unfinished(in: store)
            where !cancellation.isForLater && !queue.hangs(batch) {
                recover(batch, places, isRunning: true)
            }
        } catch { logger.error("\(error)") }
    }

    private func recover(_ batch: BatchName, _ places: BatchPlaces, isRunning: Bool = false) {
        do throws(ImportError) {
            let recovery = try Recovery(
                store,
                only: [batch],
                began: { [self] folders throws(ImportError) in
                    // It would hang as well, and with it the import that begins with it.
                    let all = folders + library.roots(of: Set(folders))
                    if let silent = queue.silentPlace(of: batch, at: all) { throw .offline(silent) }
                    places.are(folders)
                    places.batch = batch
                },
                beforeEnd: { [self] settled throws(ImportError) in
                    // Else what was put back would be imported again, should this be interrupted as well.
                    try memory.remember(settled)
                    try memory.commit()
                }
            )
            for recovered in recovery.recovered {
                tell(recovered)
                // Before the start the first sweep does that.
                if isRunning { library.run.endMoves(by: .brings(batch.description)) }
            }
            // Of a batch that waits for a disk what is through is known as well.
            if !isRunning, recovery.recovered.isEmpty { tell(batch) }
            for problem in recovery.problems { note(problem, of: batch) }
        } catch {
            note(error, of: batch)
        }
        places.batch = nil
        // What comes after it in this turn has nothing to do there.
        places.are([])
        if isRunning { library.progress.statusChanged() }
    }

    private func note(_ problem: ImportError, of batch: BatchName) {
        // There is no such batch any more.
        if case .journal(.torn) = problem { return logger.error("\(problem)") }
        if batchProblems.note(problem, of: batch) { logger.error("\(problem)") }
    }

    /// Tells the library, before it is started, what batches brought and put back of which it has not looked at everything.
    private func tellUnseen() {
        do {
            let unseen = try library.run.takeUnseenBatches().compactMap { BatchName($0) }
            let unfinished = try Set(Recovery.unfinished(in: store))
            for name in unseen where !unfinished.contains(name) { tell(name) }
        } catch { logger.error("\(error)") }
    }

    private func tell(_ name: BatchName) {
        do throws(ImportError) {
            guard let moves = try BatchMoves(of: name, in: store) else { return }
            library.run.tookPlace(moves.brought.map(ShotMove.init), by: .brings(name.description))
            library.run.tookPlace(moves.putBack.map(ShotMove.init), by: .isUndone(name.description))
            library.run.tookAway(moves.takenAway)
        } catch {
            // It has done nothing, and was forgotten.
            if case .journal(.noSuch) = error { return }
            logger.error("\(error)")
        }
    }

    private func tell(_ batch: Recovery.Recovered) {
        tell(batch.batch)
        logger.notice(
            """
            the batch \(batch.batch) (\(batch.kind.rawValue)) was interrupted: \(batch.placed.count) files are at their \
            new place, \(batch.rolledBack) photos stayed where they were
            """
        )
    }
}

extension ShotMove {
    fileprivate init(_ move: BatchMoves.Move) {
        self.init(from: move.from, to: move.to, leaves: move.leaves)
    }
}
