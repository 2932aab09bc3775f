import Batches
import EditRules
import LineProtocol
import PhotoModel
import Reconciling

/// Takes back what an edit did, photo by photo: each has the values that it had, unless somebody has given it others since.
struct EditUndo {
    let batch: BatchName
    let library: PhotoLibrary
    let store: BatchStore

    func run(_ reply: consuming EditReply) {
        do throws(BatchError) {
            guard let content = try store.content(of: batch) else { throw .noSuch(batch.description) }
            if let refusal = refusal(content) { return reply.finish(refusing: refusal) }
            try takeBack(content, &reply)
            reply.finish(batch)
        } catch {
            reply.finish(refusing: ProtocolError(editing: error, of: "undo"))
        }
    }

    private func refusal(_ content: BatchContent) -> ProtocolError? {
        guard content.state != nil else {
            return ProtocolError(
                code: .busy,
                command: "undo",
                message: "batch \(batch) is not finished; wait for its end"
            )
        }
        guard content.state == .undone, content.remainingEdits.isEmpty else { return nil }
        return ProtocolError(
            code: .exists,
            command: "undo",
            message: "batch \(batch) is undone already; edit the photos again to have it back"
        )
    }

    private func takeBack(_ content: BatchContent, _ reply: inout EditReply) throws(BatchError) {
        let first = content.lastNumber + 1
        let records = content.remainingEdits.enumerated().map { index, record in
            EditRecord(
                number: first + index,
                undoes: record.number,
                id: record.id,
                change: record.change.reversed
            )
        }
        var journal = try store.reopen(content)
        journal.text.appendUndo(time: store.now())
        for record in records { journal.text.append(record) }
        try journal.commit()
        let outcomes = EditApplication(library: library, includesDeparted: true).apply(records)
        for (record, outcome) in zip(records, outcomes) {
            if outcome.isDone {
                reply.addDone(record.id)
            } else {
                reply.addFailed(record.id, outcome)
                journal.text.appendFailed(record.number, "\(outcome)")
            }
        }
        let done = outcomes.count(where: \.isDone)
        // Where nothing could be taken back it stays what it was.
        let state = done > 0 || records.isEmpty ? .undone : content.state ?? .done
        journal.text.appendEnd(
            state,
            ok: content.edits.count { $0.undoes == nil },
            errors: content.errors,
            time: store.now()
        )
        try journal.commit()
    }
}
