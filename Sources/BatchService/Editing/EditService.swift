import Batches
import Editing
import Extraction
import Importing
import LineProtocol
import Logging
import PhotoModel
import Roots
import Sweeps
import Synchronization
import Threads
import WatchedLibrary

/// Edits of photos, and how they are taken back: one after another, on a thread of their own, lest they wait for an import.
package final class EditService: Sendable {
    /// How long after a try to write what could not be written there is another, as long as something waits: longer after each
    /// that was for nothing.
    private static let (shortestPause, longestPause) = (Duration.seconds(60), Duration.seconds(600))

    /// How long the end waits for what was written to be read: where a disk hangs, or all is looked through, it does without.
    private static let readingLimit = Duration.seconds(5)

    private let library: PhotoLibrary
    private let store: BatchStore
    private let batchProblems: BatchProblems
    private let logger: Logger
    private let queue = BatchQueue(named: "edit")
    private let pool: ExtractionPool
    package let writer: EditWriter
    private let reminder: Reminder
    private let firstTry = FirstTry()
    private let cleaned = CleanedFolders()
    private let question = Mutex(Question())

    /// Whether the library has been asked to say when it is exact, and under which number.
    private struct Question {
        var isOpen = false
        var number: UInt64?
    }

    /// - Parameter worker: what writes sidecars and photos; none runs while there are none to write.
    package init(library: PhotoLibrary, store: BatchStore, worker: WorkerLocation, logger: Logger) throws {
        self.library = library
        self.store = store
        batchProblems = BatchProblems(store)
        self.logger = logger
        pool = try ExtractionPool(worker: worker.as(.writer), isResident: false) {
            [progress = library.progress] notice in
            Self.log(notice, logger, progress)
        }
        writer = EditWriter(store: store, pool: pool)
        reminder = Reminder(named: "edit-remind")
    }

    /// What is wrong with edits that were interrupted, and what to do. Files are read.
    package var problems: [(problem: String, remedy: String)] { batchProblems.all }

    /// Of those that write sidecars and photos.
    package var workerStatus: WorkerStatus { pool.snapshot() }

    /// - Parameter progress: is told when `status` has a problem of the workers more, or less.
    private static func log(_ notice: ExtractionNotice, _ logger: Logger, _ progress: SweepProgress) {
        switch notice {
        case .workerStarted(let process): logger.debug("worker \(process) started, to write")
        case .workerLeft(let process, nil): logger.debug("worker \(process) ended, which wrote")
        case .workerLeft(let process, let words?):
            logger.info("worker \(process) ended, which wrote, saying: \(words)")
        case .workerFailed(let process, let how):
            logger.warning("worker \(process) failed, which wrote: \(how)")
        case .readsAgain:
            logger.notice("sidecars and photos are written again")
            progress.statusChanged()
        case .problem(let problem):
            logger.warning("\(problem.problem): \(problem.remedy)")
            progress.statusChanged()
        }
    }

    /// Brings to an end what an earlier run was in the middle of: once the library has been started. Before it has been looked
    /// through that is what stands in no file, and where the index was lost nothing is known of photos before they are found.
    ///
    /// - Parameter isAtIt: told at once where that is done, and every twenty seconds until it is.
    package func recover(isAtIt: () -> Void) {
        if !library.index.isNew, isRecoveryNeeded {
            queue.append(job { [self] in _ = recover($0, $1, .shownOnly) })
            queue.waitUntilDone(isAtIt)
        }
        // What a kill has cut off comes before all that is asked for now: done later, it would take that back.
        if isRecoveryNeeded {
            queue.append(
                job { [self] cancellation, places in
                    guard LibraryWait.whileWritable(library, cancellation) == .exact else { return }
                    _ = recover(cancellation, places)
                }
            )
        }
        endNeedlessWaiting()
        remind()
    }

    /// Lets go whoever waits for the first try where that has nothing to do: else he would wait for the library to be looked through,
    /// and then for all of a network's folders to be looked at once more.
    private func endNeedlessWaiting() {
        queue.append(
            job { [self] _, _ in
                guard !isRecoveryNeeded, !store.hasEditsToTry else { return }
                firstTry.findsNothing()
            }
        )
    }

    private var isRecoveryNeeded: Bool { recovery(Cancellation(), BatchPlaces()).isNeeded }

    /// Brings to its end what was interrupted. On the queue's thread, so that nothing is under way but what hangs, which looks the
    /// same and is passed over.
    ///
    /// - Returns: whether all of it was tried.
    private func recover(
        _ cancellation: Cancellation,
        _ places: BatchPlaces,
        _ choice: EditRecovery.Choice = .all,
        of batches: [BatchName]? = nil
    ) -> Bool {
        // Batches are named where they are problems, and whoever names them has forgotten those that are none any more.
        let hadProblems = batches != nil || batchProblems.areAny
        let result = recovery(cancellation, places).run(choice, of: batches)
        // That one is over its batch alone tells.
        if hadProblems { library.progress.statusChanged() }
        if result.hasTakenBack { firstTry.oweOvertaken() }
        return !cancellation.isForLater && !result.isForLater
    }

    private func recovery(_ cancellation: Cancellation, _ places: BatchPlaces) -> EditRecovery {
        EditRecovery(
            library: library,
            store: store,
            writer: writer,
            note: note,
            logger: logger,
            cancellation: cancellation,
            places: places,
            queue: queue
        )
    }

    /// Has `status` tell of a batch that has come to no end.
    private func note(_ error: BatchError, of batch: BatchName) {
        guard batchProblems.note(.journal(error), of: batch) else { return }
        logger.error("\(error)")
        library.progress.statusChanged()
    }

    /// Brings to its end what an error has cut off, where anything was: as at the start before all that is asked for now, and in a job
    /// of its own, lest that hang with it. What has to wait for the library to be looked through waits for the first try.
    private var recoveryOfCutOff: BatchQueue.Job {
        job { [self] cancellation, places in
            guard batchProblems.areAny, !firstTry.isDue else { return }
            _ = recover(cancellation, places, of: batchProblems.waiting)
            guard !firstTry.takesOvertaken(), firstTry.hasOvertaken() else { return }
            if writeOvertaken(cancellation, places) > 0 { remind(later: Self.shortestPause) }
        }
    }

    /// Whether photos that are written keep the time of their last change: from the next edit on.
    package func setKeepsModificationTimes(_ keeps: Bool) { writer.setKeepsModificationTimes(keeps) }

    /// Before the library ends: a photo that was written is another file, and whoever renames it while photod is off would have
    /// its id go to what has its name then.
    package func stop() {
        reminder.stop()
        firstTry.forgetWaiting()
        if let number = question.withLock({ $0.number }) { library.cancelSync(number) }
        queue.stop()
        pool.shutdown()
        if writer.hasWritten { LibraryWait.untilExact(library, atMost: Self.readingLimit) }
    }

    /// On the event loop.
    package func edit(_ arguments: Arguments, to road: any ReplyRoad) throws(ProtocolError) {
        let order = try EditOrder(arguments)
        let cancellation = Cancellation()
        road.atEnd { cancellation.cancel() }
        perform(to: road, cancellation) { [self] places, reply in
            EditJob(
                order: order,
                library: library,
                store: store,
                writer: writer,
                note: note,
                cancellation: cancellation,
                places: places
            )
            .run(reply)
        }
    }

    /// Goes on to its end, whether its client waits for that or not.
    package func undo(_ batch: BatchName, to road: any ReplyRoad) {
        let cancellation = Cancellation()
        perform(to: road, cancellation) { [self] places, reply in
            let undo = EditUndo(
                batch: batch,
                library: library,
                store: store,
                writer: writer,
                note: note,
                cancellation: cancellation,
                places: places,
                silentPlace: recovery(cancellation, places).silentPlace
            )
            let (left, isBegun) = undo.run(reply)
            guard isBegun else { return left }
            // What it had overtaken is shown again, and its files may not say it yet.
            guard firstTry.takesOvertaken() else { return left + writeOvertaken(cancellation, places) }
            firstTry.oweOvertaken()
            return left
        }
    }

    /// Writes what edits had overtaken that are taken back.
    ///
    /// - Returns: how many wait, or more where the rest is left to the next try.
    private func writeOvertaken(_ cancellation: Cancellation, _ places: BatchPlaces) -> Int {
        let waiting = waitingEdits(cancellation, places).run(.overtaken)
        guard waiting > 0 || cancellation.isForLater else { return 0 }
        firstTry.oweOvertaken()
        return max(1, waiting)
    }

    /// Calls `body` when what was interrupted or waits has been tried since the start, which is when the library has been looked
    /// through, and what an error has cut off was tried again: at once where that is so, or nothing is to be tried.
    package func whenTried(_ body: @escaping @Sendable () -> Void) {
        firstTry.whenOver { [weak self] in
            guard let self, batchProblems.areAny else { return body() }
            queue.append(recoveryOfCutOff)
            queue.whenDone(body)
        }
    }

    private func waitingEdits(_ cancellation: Cancellation, _ places: BatchPlaces) -> WaitingEdits {
        WaitingEdits(
            library: library,
            store: store,
            writer: writer,
            logger: logger,
            cancellation: cancellation,
            places: places,
            recovery: recovery(cancellation, places),
            cleaned: cleaned
        )
    }

    /// Tries what waits, and does so again as long as something does: once the library is exact. While photod was not running
    /// photos may have been moved, and others have got their names. Edits that somebody asks for do not wait for that.
    private func remind(after pause: Duration = .zero) {
        let isFirst = question.withLock { question in
            defer { question.isOpen = true }
            return !question.isOpen
        }
        // Whoever waits for the library already will try all of it.
        guard isFirst else { return }
        let number = library.sync { [weak self] in self?.tryWaiting(after: pause) }
        question.withLock { $0.number = number }
    }

    /// On any thread, the library's writer's too: it waits for nothing.
    private func tryWaiting(after pause: Duration) {
        question.withLock { $0.isOpen = false }
        let cancellation = Cancellation()
        // What hangs is waited for no longer, and what is on other disks is tried all the same.
        cancellation.whenCancelled { [weak self, firstTry] in
            firstTry.end()
            self?.remind(later: Self.longestPause)
        }
        queue.append(
            job(cancellation) { [self] cancellation, places in
                let isRecovered = recover(cancellation, places)
                let shownAgain = firstTry.hasOvertaken() ? writeOvertaken(cancellation, places) : 0
                let waiting = shownAgain + waitingEdits(cancellation, places).run()
                firstTry.end()
                if waiting > 0 || !isRecovered || cancellation.isForLater {
                    remind(later: min(pause * 2, Self.longestPause))
                }
            } orElse: { [weak self, firstTry] in
                firstTry.end()
                self?.remind(later: Self.longestPause)
            }
        )
    }

    private func remind(later pause: Duration) {
        let pause = max(pause, Self.shortestPause)
        reminder.call(after: pause) { [weak self] in self?.remind(after: pause) }
    }

    private func perform(
        to road: any ReplyRoad,
        _ cancellation: Cancellation,
        _ body: @escaping @Sendable (BatchPlaces, consuming EditReply) -> Int
    ) {
        queue.append(
            recoveryOfCutOff,
            job(cancellation) { [weak self] _, places in
                if body(places, EditReply(road)) > 0 { self?.remind(later: Self.shortestPause) }
            } orElse: {
                road.abandon()
            }
        )
    }

    /// The job's places are the roots of the photos that it has to do with, as soon as those are known: what else hangs is no reason
    /// to give it up.
    private func job(
        _ cancellation: Cancellation = Cancellation(),
        _ body: @escaping @Sendable (Cancellation, BatchPlaces) -> Void,
        orElse: @escaping @Sendable () -> Void = {}
    ) -> BatchQueue.Job {
        let places = BatchPlaces()
        return BatchQueue.Job(
            cancellation: cancellation,
            places: places,
            body: { body(cancellation, places) },
            orElse: orElse
        )
    }
}
