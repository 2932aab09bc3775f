import Batches
import Editing
import Importing
import Logging
import WatchedLibrary

/// Writes the sidecars that could not be written when their edits were made.
struct WaitingEdits {
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    let logger: Logger
    let cancellation: Cancellation
    let places: BatchPlaces
    /// Removes what a killed run has left beside files: a disk that was away at its recovery has that still.
    let recovery: EditRecovery
    let cleaned: CleanedFolders

    /// Which batches are looked at: each look reads the whole journal.
    enum Choice {
        /// Batches of which something waits.
        case waiting
        /// Batches of which something waited until somebody had said otherwise, which may be taken back by now.
        case overtaken
    }

    /// - Returns: how many of those wait still.
    func run(_ choice: Choice = .waiting) -> Int {
        var waiting = 0
        do throws(BatchError) {
            for name in try store.names() {
                // One that cannot be read or written keeps no other from being written.
                var left = 0
                do throws(BatchError) {
                    guard let summary = try store.editSummary(of: name),
                        (choice == .waiting ? summary.waiting : summary.overtaken) > 0
                    else { continue }
                    left = summary.waiting
                    // What was given up leaves the rest to the next try.
                    if !cancellation.isForLater { left = try write(name) }
                } catch {
                    logger.error("\(error)")
                    // Where the disk has room again, or there are descriptors, what was cut off comes to its end.
                    if case .system = error { left = max(left, 1) }
                }
                waiting += left
            }
        } catch {
            logger.error("\(error)")
            waiting += 1
        }
        return waiting
    }

    private func write(_ name: BatchName) throws(BatchError) -> Int {
        guard let content = try store.content(of: name), let state = content.state else { return 0 }
        // What hangs would hang again, and with it what waits on other disks.
        guard recovery.silentPlace(of: content) == nil else { return max(1, content.waitingEdits.count) }
        places.batch = name
        let earlier = Set(content.overtakenEdits.map(\.number))
        let records = content.waitingEdits + content.overtakenEdits
        var journal = try store.reopen(content)
        cleaned.add(recovery.clean(records, content, without: cleaned.folders(of: name)), of: name)
        var last = content.lastSidecar
        let outcomes = try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            cancellation: cancellation,
            places: places,
            repeated: content,
            failed: { [cleaned] in cleaned.remove($0, of: name) }
        )
        .carryOut(records, &journal, after: &last)
        guard let outcomes else { return content.waitingEdits.count }
        var (waiting, overtaken, settled, isNews) = (0, 0, 0, journal.isWritten)
        for (record, outcome) in zip(records, outcomes) {
            let wasOvertaken = earlier.contains(record.number)
            if let reason = outcome.waiting {
                waiting += 1
                guard wasOvertaken || reason != content.reasons[record.number] else { continue }
                journal.text.appendWaiting(record.number, reason)
            } else if case .overtaken = outcome {
                overtaken += 1
                guard !wasOvertaken else { continue }
                journal.text.appendOvertaken(record.number)
            } else {
                if let failure = outcome.failure {
                    // It stays as it is shown, and undoing the batch takes it back.
                    logger.error(
                        "the batch \(name) (edit): no file can say what was said of \(record.id): \(failure.message)"
                    )
                } else if !wasOvertaken {
                    settled += 1
                }
                journal.text.appendSettled(record.number)
            }
            isNews = true
        }
        guard isNews else { return waiting }
        journal.text.appendEnd(
            state,
            ok: content.ok,
            errors: content.errors,
            waiting: waiting,
            overtaken: overtaken,
            left: content.left,
            time: store.now()
        )
        try journal.commit()
        if waiting == 0, overtaken == 0 { cleaned.forget(name) }
        if settled > 0 {
            logger.notice(
                "the batch \(name) (edit): photos that wait for their sidecars no longer: \(settled)"
            )
        }
        return waiting
    }
}
