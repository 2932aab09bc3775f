import Batches
import Editing
import Importing
import LibraryIndex
import Logging
import PhotoModel
import WatchedLibrary

/// Brings to its end an edit, or taking one back, that was interrupted: by the end of photod, by an error, or by a place that did not
/// answer. What was written down and not done yet is done; what somebody has edited otherwise since stays.
struct EditRecovery {
    let library: PhotoLibrary
    let store: BatchStore
    let writer: EditWriter
    let logger: Logger
    /// Of waiting for what was put back to be read, of what is not begun yet, and between two portions, where the daemon ends.
    let cancellation: Cancellation

    /// Whether there is any to be brought to its end.
    var isNeeded: Bool { (try? store.names().contains(where: isUnfinishedEdit)) ?? false }

    /// Which batches are brought to their end.
    enum Choice {
        case all
        /// Batches that write into no file: which photos have the names that the others' had is not known before the library has
        /// been looked through.
        case shownOnly
    }

    struct Result {
        /// Whether taking an edit back came to its end: what that edit had overtaken is shown again.
        var hasTakenBack = false
        /// Whether there is something left that may come to its end another time, as when the disk has room again.
        var isForLater = false
    }

    func run(_ choice: Choice = .all) -> Result {
        var result = Result()
        do throws(BatchError) {
            for name in try store.names() where isUnfinishedEdit(name) {
                // The rest is brought to its end at the next start.
                guard !cancellation.isCancelled else { break }
                // One that is damaged keeps no other from its end.
                do throws(BatchError) {
                    if try recover(name, choice) { result.hasTakenBack = true }
                } catch {
                    logger.error("\(error)")
                    if case .system = error { result.isForLater = true }
                }
            }
        } catch {
            logger.error("\(error)")
            result.isForLater = true
        }
        return result
    }

    /// Of a journal that cannot be read whoever recovers imports tells.
    private func isUnfinishedEdit(_ name: BatchName) -> Bool {
        let summary = try? store.summary(of: name)
        return summary?.kind == .edit && summary?.state == .unfinished
    }

    /// - Returns: whether it was being taken back, and that came to its end.
    private func recover(_ name: BatchName, _ choice: Choice) throws(BatchError) -> Bool {
        guard let content = try store.content(of: name), choice == .all || Self.isShownOnly(content) else {
            return false
        }
        var journal = try store.reopen(content)
        if let state = content.state {
            try end(content, state, &journal)
            return false
        }
        let open = content.openEdits
        clean(open, content)
        guard let outcomes = try outcomes(of: open, content, &journal) else { return false }
        let done = outcomes.count(where: \.isDone)
        if content.isUndoing {
            journal.text.appendUndoEnd(of: content.beforeUndo, outcomes, of: open, time: store.now())
        } else {
            journal.text.append(outcomes, of: open)
            journal.text.appendEnd(
                .recovered,
                ok: done,
                errors: outcomes.count - done,
                waiting: outcomes.count { $0.waiting != nil },
                time: store.now()
            )
        }
        try journal.commit()
        let state = content.isUndoing ? "as they were before it" : "as it has them"
        logger.notice("the batch \(name) (edit) was interrupted: \(done) photos are \(state)")
        return content.isUndoing
    }

    private static func isShownOnly(_ content: BatchContent) -> Bool {
        let records = content.state == nil ? content.openEdits : content.waitingEdits
        return !records.contains { $0.layer.isOnDisk }
    }

    /// Removes what was left beside files, where they were and where their photos are now.
    private func clean(_ records: [EditRecord], _ content: BatchContent) {
        let records = records.filter { $0.layer.isOnDisk }
        // Where the index cannot be read the batch comes to its end all the same: what stays is hidden.
        let folders = try? library.index.read { reader throws(IndexError) in
            var folders: [Int: FilePath] = [:]
            for record in records {
                guard let asset = try reader.asset(record.id) else { continue }
                folders[record.number] = try reader.path(ofDirectory: asset.directory)
            }
            return folders
        }
        for record in records {
            writer.clean(
                content.triedSidecars(ofEdit: record.undoes ?? record.number),
                token: content.token,
                movedTo: folders?[record.number]
            )
        }
    }

    /// What waited was being written: it goes on waiting.
    private func end(
        _ content: BatchContent,
        _ state: BatchState,
        _ journal: inout Journal
    ) throws(BatchError) {
        let waiting = content.waitingEdits
        clean(waiting, content)
        if cancellation.isGivenUp { return }
        journal.text.appendEnd(
            state,
            ok: content.ok,
            errors: content.errors,
            waiting: waiting.count,
            overtaken: content.overtakenEdits.count,
            left: content.left,
            time: store.now()
        )
        try journal.commit()
    }

    private func outcomes(
        of open: [EditRecord],
        _ content: BatchContent,
        _ journal: inout Journal
    ) throws(BatchError) -> [EditOutcome]? {
        guard !content.isUndoing else {
            return EditTakingBack(
                content: content,
                library: library,
                writer: writer,
                cancellation: cancellation
            )
            .carryOut(open)
        }
        var last = content.lastSidecar
        return try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            cancellation: cancellation,
            waitsForOthers: false,
            includesDeparted: true
        )
        .carryOut(open, &journal, after: &last)
    }
}
