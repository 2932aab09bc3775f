import Batches
import Editing
import Logging
import Reconciling

/// Writes the sidecars that could not be written when their edits were made.
struct WaitingEdits {
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    let logger: Logger

    /// - Returns: how many wait still.
    func run() -> Int {
        var waiting = 0
        do throws(BatchError) {
            for name in try store.names() {
                // One that is damaged keeps no other from being written; whoever recovers tells of it.
                guard let summary = try? store.summary(of: name), summary.kind == .edit, summary.waiting > 0
                else { continue }
                do throws(BatchError) { waiting += try write(name) } catch {
                    logger.error("\(error)")
                    waiting += summary.waiting
                }
            }
        } catch {
            logger.error("\(error)")
        }
        return waiting
    }

    private func write(_ name: BatchName) throws(BatchError) -> Int {
        guard let content = try store.content(of: name), let state = content.state else { return 0 }
        let records = content.waitingEdits
        var journal = try store.reopen(content)
        var last = content.lastSidecar
        let outcomes = try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            repeated: content
        )
        .carryOut(records, &journal, after: &last)
        let waiting = outcomes.count { $0.waiting != nil }
        guard waiting < records.count || last > content.lastSidecar else { return waiting }
        for (record, outcome) in zip(records, outcomes) where outcome.waiting == nil {
            journal.text.appendSettled(record.number)
        }
        journal.text.appendEnd(
            state,
            ok: content.ok,
            errors: content.errors,
            waiting: waiting,
            time: store.now()
        )
        try journal.commit()
        logger.notice(
            "the batch \(name) (edit): \(records.count - waiting) photos wait for their sidecars no longer"
        )
        return waiting
    }
}
