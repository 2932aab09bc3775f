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
                // One that is damaged keeps no other from being written; whoever recovers tells of it.
                guard let summary = try? store.summary(of: name), summary.kind == .edit,
                    (choice == .waiting ? summary.waiting : summary.overtaken) > 0
                else { continue }
                // What was given up leaves the rest to the next try.
                do throws(BatchError) {
                    waiting += cancellation.isForLater ? summary.waiting : try write(name)
                } catch {
                    logger.error("\(error)")
                    waiting += summary.waiting
                    // Where the disk has room again what was cut off comes to its end.
                    if case .system = error, summary.waiting == 0 { waiting += 1 }
                }
            }
        } catch {
            logger.error("\(error)")
        }
        return waiting
    }

    private func write(_ name: BatchName) throws(BatchError) -> Int {
        guard let content = try store.content(of: name), let state = content.state else { return 0 }
        let earlier = Set(content.overtakenEdits.map(\.number))
        let records = content.waitingEdits + content.overtakenEdits
        var journal = try store.reopen(content)
        var last = content.lastSidecar
        let outcomes = try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            cancellation: cancellation,
            repeated: content
        )
        .carryOut(records, &journal, after: &last)
        guard let outcomes else { return content.waitingEdits.count }
        var (waiting, overtaken, isNews) = (0, 0, journal.isWritten)
        for (record, outcome) in zip(records, outcomes) {
            let wasOvertaken = earlier.contains(record.number)
            if let reason = outcome.waiting {
                waiting += 1
                guard wasOvertaken else { continue }
                journal.text.appendWaiting(record.number, reason)
            } else if case .overtaken = outcome {
                overtaken += 1
                guard !wasOvertaken else { continue }
                journal.text.appendOvertaken(record.number)
            } else {
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
        let settled = content.waitingEdits.count - waiting
        if settled > 0 {
            logger.notice("the batch \(name) (edit): \(settled) photos wait for their sidecars no longer")
        }
        return waiting
    }
}
