import Batches
import EditRules
import Editing
import Importing
import LibraryIndex
import LineProtocol
import PhotoModel
import WatchedLibrary

/// Takes back what an edit did, photo by photo: each has the values that it had, unless somebody has given it others since.
struct EditUndo {
    let batch: BatchName
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    /// Told where taking it back is left without an end.
    let note: (BatchError, BatchName) -> Void
    let cancellation: Cancellation
    let places: BatchPlaces
    /// For what place that does not answer a batch without an end waits.
    let silentPlace: (BatchContent) -> FilePath?

    /// - Returns: how many wait for their sidecars, or for an end, at least one where there are some; and whether anything was begun
    ///   to be taken back.
    func run(_ reply: consuming EditReply) -> (left: Int, isBegun: Bool) {
        do throws(BatchError) {
            guard let content = try store.content(of: batch) else { throw .noSuch(batch.description) }
            if let refusal = refusal(content) { return (reply.finish(refusing: refusal), false) }
            places.batch = batch
            let isOver = try takeBack(content, &reply)
            let isBegun = reply.begun != nil
            guard isOver else { return (reply.abandon(cancellation, of: "undo"), isBegun) }
            return (reply.finish(batch), isBegun)
        } catch {
            // The undo is brought to its end later.
            let begun = reply.begun
            if let begun { note(error, begun) }
            let error = ProtocolError(editing: error, of: "undo", begun: begun)
            return (reply.finish(refusing: error) + 1, begun != nil)
        }
    }

    private func refusal(_ content: BatchContent) -> ProtocolError? {
        // What waits may be being written still, by who was given up as its disk hung.
        guard content.state != nil, !content.isReopened else {
            let remedy =
                silentPlace(content).map { "\($0.display) does not answer; see to its server or disk" }
                ?? "wait for its end"
            return ProtocolError(
                code: .busy,
                command: "undo",
                message: "batch \(batch) is not finished; \(remedy)"
            )
        }
        guard content.state == .undone, content.remainingEdits.isEmpty else { return nil }
        return ProtocolError(
            code: .exists,
            command: "undo",
            message: "batch \(batch) is undone already; edit the photos again to have it back"
        )
    }

    /// - Returns: whether it came to its end; else the daemon's came first, or it was given up: recovery does the rest of what was
    ///   begun.
    private func takeBack(_ content: BatchContent, _ reply: inout EditReply) throws(BatchError) -> Bool {
        let first = content.lastNumber + 1
        let edits = content.remainingEdits
        // Photos may have been moved a moment ago.
        if edits.contains(where: { $0.layer.isOnDisk }) { LibraryWait.untilRead(library, cancellation) }
        let newIDs = newIDs(of: edits, content)
        let records = edits.enumerated().map { index, record in
            EditRecord(
                number: first + index,
                undoes: record.number,
                id: newIDs[record.number] ?? record.id,
                change: record.change.reversed,
                layer: record.layer
            )
        }
        let takingBack = EditTakingBack(
            content: content,
            library: library,
            writer: writer,
            cancellation: cancellation,
            places: places
        )
        guard var refusals = takingBack.refusals(records) else { return false }
        for number in try store.overtaken(among: records, of: batch) { refusals[number] = .overtaken }
        // Whoever looks at files that hang may be given up by now, and others have gone on with the batch.
        if cancellation.isForLater { return false }
        let open = records.filter { refusals[$0.number] == nil }
        for record in records { if let refusal = refusals[record.number] { reply.add(record, refusal) } }
        guard !open.isEmpty else { return true }
        return try takeBack(open, content, takingBack, &reply)
    }

    /// Ids of photos that have others than when they were edited, by the numbers of the edits: an index that is lost takes along
    /// those that were not written down yet. Whether the photo at the path is the one that was written its content says later.
    private func newIDs(of edits: [EditRecord], _ content: BatchContent) -> [Int: AssetID] {
        let found = try? library.index.read { reader throws(IndexError) in
            var ids: [Int: AssetID] = [:]
            for edit in edits {
                guard let photo = content.sidecars(ofEdit: edit.number).last(where: { $0.shared != nil }),
                    try reader.asset(edit.id) == nil, try reader.departed(edit.id) == nil
                else { continue }
                ids[edit.number] = try AssetPath(photo.path, library)?.find(reader)?.id
            }
            return ids
        }
        return found ?? [:]
    }

    private func takeBack(
        _ records: [EditRecord],
        _ content: BatchContent,
        _ takingBack: EditTakingBack,
        _ reply: inout EditReply
    ) throws(BatchError) -> Bool {
        var journal = try store.reopen(content)
        journal.text.appendUndo(time: store.now())
        for record in records { journal.text.append(record) }
        try journal.commit()
        reply.begun = batch
        guard let outcomes = try takingBack.carryOut(records) else { return false }
        if records.contains(where: { $0.layer.isOnDisk }) { LibraryWait.untilRead(library, cancellation) }
        if cancellation.isGivenUp { return false }
        for (record, outcome) in zip(records, outcomes) { reply.add(record, outcome) }
        journal.text.appendUndoEnd(of: content, outcomes, of: records, time: store.now())
        try journal.commit()
        return true
    }
}

extension JournalText {
    /// What came of an undo, and its end.
    ///
    /// - Parameters:
    ///   - content: the batch as it was before the undo.
    ///   - records: those that undo others.
    mutating func appendUndoEnd(
        of content: BatchContent,
        _ outcomes: [EditOutcome],
        of records: [EditRecord],
        time: WallTime
    ) {
        append(outcomes, of: records)
        let takenBack = Set(zip(records, outcomes).compactMap { $1.isDone ? $0.undoes : nil })
        // Where nothing could be taken back it stays what it was.
        let state = takenBack.isEmpty ? content.state ?? .done : .undone
        appendEnd(
            state,
            ok: content.ok,
            errors: content.errors,
            waiting: content.waitingEdits.count { !takenBack.contains($0.number) },
            overtaken: content.overtakenEdits.count { !takenBack.contains($0.number) },
            left: state == .undone ? content.remainingEdits.count - takenBack.count : 0,
            time: time
        )
    }
}
