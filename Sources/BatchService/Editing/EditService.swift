import Batches
import Editing
import Extraction
import Importing
import LineProtocol
import Logging
import PhotoModel
import Roots
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
    private let logger: Logger
    private let queue = BatchQueue(named: "edit")
    private let pool: ExtractionPool
    package let writer: EditWriter
    private let reminder: Reminder
    private let firstTry = FirstTry()
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
        self.logger = logger
        pool = try ExtractionPool(worker: worker.as(.writer), isResident: false)
        writer = EditWriter(store: store, pool: pool)
        reminder = Reminder(named: "edit-remind")
    }

    /// Brings to an end what an earlier run was in the middle of: once the library has been started. Before it has been looked
    /// through that is what stands in no file, and where the index was lost nothing is known of photos before they are found.
    package func recover() {
        if !library.index.isNew {
            let cancellation = Cancellation()
            queue.append(job(cancellation) { [self] in _ = recover(cancellation, .shownOnly) })
            let isOver = Monitor(false)
            queue.whenDone { isOver.update { $0 = true } }
            isOver.wait { $0 ? () : nil }
        }
        // What a kill has cut off comes before all that is asked for now: done later, it would take that back.
        let cancellation = Cancellation()
        if recovery(cancellation).isNeeded {
            queue.append(
                job(cancellation) { [self] in
                    guard LibraryWait.whileWritable(library, cancellation) == .exact else { return }
                    _ = recover(cancellation)
                }
            )
        }
        remind()
    }

    /// Brings to its end what was interrupted. On the queue's thread, so that nothing is under way but what hangs, which looks the
    /// same.
    ///
    /// - Returns: whether all of it was tried.
    private func recover(_ cancellation: Cancellation, _ choice: EditRecovery.Choice = .all) -> Bool {
        let recovery = recovery(cancellation)
        guard queue.hanging.isEmpty else { return !recovery.isNeeded }
        let result = recovery.run(choice)
        if result.hasTakenBack { firstTry.oweOvertaken() }
        return !cancellation.isForLater && !result.isForLater
    }

    private func recovery(_ cancellation: Cancellation) -> EditRecovery {
        EditRecovery(
            library: library,
            store: store,
            writer: writer,
            logger: logger,
            cancellation: cancellation
        )
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
        perform(to: road, cancellation) { [library, store, writer] reply in
            EditJob(
                order: order,
                library: library,
                store: store,
                writer: writer,
                cancellation: cancellation
            )
            .run(reply)
        }
    }

    /// Goes on to its end, whether its client waits for that or not.
    package func undo(_ batch: BatchName, to road: any ReplyRoad) {
        let cancellation = Cancellation()
        perform(to: road, cancellation) { [self] reply in
            let undo = EditUndo(
                batch: batch,
                library: library,
                store: store,
                writer: writer,
                cancellation: cancellation
            )
            let left = undo.run(reply)
            // What it had overtaken is shown again, and its files may not say it yet.
            if firstTry.takesOvertaken() { return left }
            return left + writeOvertaken(cancellation)
        }
    }

    /// Writes what edits had overtaken that are taken back.
    ///
    /// - Returns: how many wait, or more where the rest is left to the next try.
    private func writeOvertaken(_ cancellation: Cancellation) -> Int {
        let waiting = waitingEdits(cancellation).run(.overtaken)
        guard waiting > 0 || cancellation.isForLater else { return 0 }
        firstTry.oweOvertaken()
        return max(1, waiting)
    }

    /// Calls `body` when what was interrupted or waits has been tried since the start, which is when the library has been looked
    /// through: at once where that is so.
    package func whenTried(_ body: @escaping @Sendable () -> Void) { firstTry.whenOver(body) }

    private func waitingEdits(_ cancellation: Cancellation) -> WaitingEdits {
        WaitingEdits(
            library: library,
            store: store,
            writer: writer,
            logger: logger,
            cancellation: cancellation
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
            job(cancellation) { [self] in
                let isRecovered = recover(cancellation)
                let shownAgain = firstTry.hasOvertaken() ? writeOvertaken(cancellation) : 0
                let waiting = shownAgain + waitingEdits(cancellation).run()
                firstTry.end()
                if waiting > 0 || !isRecovered || cancellation.isForLater {
                    remind(later: min(pause * 2, Self.longestPause))
                }
            } orElse: { [firstTry] in
                firstTry.end()
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
        _ body: @escaping @Sendable (consuming EditReply) -> Int
    ) {
        queue.append(
            job(cancellation) { [weak self] in
                if body(EditReply(road)) > 0 { self?.remind(later: Self.shortestPause) }
            } orElse: {
                road.abandon()
            }
        )
    }

    /// The job's places are those of the library: a mount whose server is gone must not hold up the others.
    private func job(
        _ cancellation: Cancellation,
        _ body: @escaping @Sendable () -> Void,
        orElse: @escaping @Sendable () -> Void = {}
    ) -> BatchQueue.Job {
        BatchQueue.Job(
            cancellation: cancellation,
            places: BatchPlaces(library.allRoots.filter { $0.state != .offline }.map(\.library.path)),
            body: body,
            orElse: orElse
        )
    }
}
