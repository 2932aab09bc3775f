import Batches
import EditRules
import Editing
import Importing
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Takes back what an edit did, photo by photo: each has the values that it had, unless somebody has given it others since.
struct EditUndo {
    let batch: BatchName
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    let cancellation: Cancellation

    /// - Returns: how many wait for their sidecars, or for an end; at least one where there are some.
    func run(_ reply: consuming EditReply) -> Int {
        do throws(BatchError) {
            guard let content = try store.content(of: batch) else { throw .noSuch(batch.description) }
            if let refusal = refusal(content) { return reply.finish(refusing: refusal) }
            try takeBack(content, &reply)
            return reply.finish(batch)
        } catch {
            // It is brought to its end later.
            return reply.finish(refusing: ProtocolError(editing: error, of: "undo")) + 1
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
                change: record.change.reversed,
                layer: record.layer
            )
        }
        let takingBack = EditTakingBack(
            content: content,
            library: library,
            writer: writer,
            cancellation: cancellation
        )
        // Photos may have been moved a moment ago.
        if records.contains(where: { $0.layer.isOnDisk }) { LibraryWait.untilRead(library, cancellation) }
        let refusals = takingBack.refusals(records)
        let open = records.filter { refusals[$0.number] == nil }
        for record in records { if let refusal = refusals[record.number] { reply.add(record, refusal) } }
        guard !open.isEmpty else { return }
        try takeBack(open, content, takingBack, &reply)
    }

    private func takeBack(
        _ records: [EditRecord],
        _ content: BatchContent,
        _ takingBack: EditTakingBack,
        _ reply: inout EditReply
    ) throws(BatchError) {
        var journal = try store.reopen(content)
        journal.text.appendUndo(time: store.now())
        for record in records { journal.text.append(record) }
        try journal.commit()
        let outcomes = takingBack.carryOut(records)
        if records.contains(where: { $0.layer.isOnDisk }) { LibraryWait.untilRead(library, cancellation) }
        for (record, outcome) in zip(records, outcomes) { reply.add(record, outcome) }
        journal.text.append(outcomes, of: records)
        let done = outcomes.count(where: \.isDone)
        let takenBack = Set(zip(records, outcomes).compactMap { $1.isDone ? $0.undoes : nil })
        // Where nothing could be taken back it stays what it was.
        let state = done > 0 || records.isEmpty ? .undone : content.state ?? .done
        journal.text.appendEnd(
            state,
            ok: content.edits.count { $0.undoes == nil },
            errors: content.errors,
            waiting: content.waitingEdits.count { !takenBack.contains($0.number) },
            overtaken: content.overtakenEdits.count { !takenBack.contains($0.number) },
            time: store.now()
        )
        try journal.commit()
    }
}
