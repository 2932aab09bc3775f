import Batches
import Editing
import Importing
import Logging
import WatchedLibrary

/// Brings to its end what photod was in the middle of when it stopped: an edit, or taking one back. What was written down
/// and not done yet is done; what somebody has edited otherwise since stays.
struct EditRecovery {
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    let logger: Logger

    /// Whether there is any to be brought to its end.
    var isNeeded: Bool { (try? store.names().contains(where: isUnfinishedEdit)) ?? false }

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
        if let state = content.state { return try end(content, state, &journal) }
        let open = content.openEdits
        writer.clean(
            open.flatMap { content.sidecars(ofEdit: $0.undoes ?? $0.number) },
            token: content.token
        )
        let outcomes = try outcomes(of: open, content, &journal)
        journal.text.append(outcomes, of: open)
        let done = outcomes.count(where: \.isDone)
        journal.text.appendEnd(
            content.isUndoing ? .undone : .recovered,
            ok: content.isUndoing ? content.edits.count { $0.undoes == nil } : done,
            errors: outcomes.count - done,
            waiting: outcomes.count { $0.waiting != nil },
            time: store.now()
        )
        try journal.commit()
        logger.notice("the batch \(name) (edit) was interrupted: \(done) photos are as it has them")
    }

    /// What waited was being written: it goes on waiting.
    private func end(
        _ content: BatchContent,
        _ state: BatchState,
        _ journal: inout Journal
    ) throws(BatchError) {
        let waiting = content.waitingEdits
        writer.clean(waiting.flatMap { content.sidecars(ofEdit: $0.number) }, token: content.token)
        journal.text.appendEnd(
            state,
            ok: content.ok,
            errors: content.errors,
            waiting: waiting.count,
            overtaken: content.overtakenEdits.count,
            time: store.now()
        )
        try journal.commit()
    }

    private func outcomes(
        of open: [EditRecord],
        _ content: BatchContent,
        _ journal: inout Journal
    ) throws(BatchError) -> [EditOutcome] {
        guard !content.isUndoing else {
            return EditTakingBack(
                content: content,
                library: library,
                writer: writer,
                cancellation: Cancellation()
            )
            .carryOut(open)
        }
        var last = content.lastSidecar
        return try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            includesDeparted: true
        )
        .carryOut(open, &journal, after: &last)
    }
}
