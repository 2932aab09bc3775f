import Batches
import Logging
import Reconciling

/// Brings to its end what photod was in the middle of when it stopped: an edit, or taking one back. What was written down
/// and not done yet is done; what somebody has edited otherwise since stays.
struct EditRecovery {
    let library: PhotoLibrary
    let store: BatchStore
    let logger: Logger

    func run() {
        do throws(BatchError) {
            for name in try store.names() where isUnfinishedEdit(name) {
                // One that is damaged keeps no other from its end.
                do throws(BatchError) { try recover(name) } catch { logger.error("\(error)") }
            }
        } catch {
            logger.error("\(error)")
        }
    }

    /// Of a journal that cannot be read whoever recovers imports tells.
    private func isUnfinishedEdit(_ name: BatchName) -> Bool {
        let summary = try? store.summary(of: name)
        return summary?.kind == .edit && summary?.state == .unfinished
    }

    private func recover(_ name: BatchName) throws(BatchError) {
        guard let content = try store.content(of: name) else { return }
        var journal = try store.reopen(content)
        guard content.state == nil else { return }
        let open = content.openEdits
        let outcomes = EditApplication(library: library, includesDeparted: true).apply(open)
        for (record, outcome) in zip(open, outcomes) where !outcome.isDone {
            journal.text.appendFailed(record.number, "\(outcome)")
        }
        let done = outcomes.count(where: \.isDone)
        journal.text.appendEnd(
            content.isUndoing ? .undone : .recovered,
            ok: content.isUndoing ? content.edits.count { $0.undoes == nil } : done,
            errors: outcomes.count - done,
            time: store.now()
        )
        try journal.commit()
        logger.notice("the batch \(name) (edit) was interrupted: \(done) photos are as it has them")
    }
}
