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
    /// Told of batches that come to no end.
    let note: (BatchError, BatchName) -> Void
    let logger: Logger
    /// Of waiting for what was put back to be read, of what is not begun yet, and between two portions, where the daemon ends.
    let cancellation: Cancellation
    let places: BatchPlaces
    /// What edits are carried out on.
    let queue: BatchQueue

    /// Whether there is any to be brought to its end, or that cannot be told.
    var isNeeded: Bool {
        do throws(BatchError) {
            for name in try store.names() where try isUnfinishedEdit(name) { return true }
            return false
        } catch { return true }
    }

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

    /// - Parameter batches: `nil`: all that there are.
    func run(_ choice: Choice = .all, of batches: [BatchName]? = nil) -> Result {
        var result = Result()
        do throws(BatchError) {
            let names = if let batches { batches } else { try store.names() }
            for name in names {
                // The rest is brought to its end at the next start.
                guard !cancellation.isCancelled else { break }
                // One that is damaged keeps no other from its end.
                do throws(BatchError) {
                    if try isUnfinishedEdit(name) { try recover(name, choice, &result) }
                } catch {
                    note(error, name)
                    if case .system = error { result.isForLater = true }
                }
            }
        } catch {
            logger.error("\(error)")
            result.isForLater = true
        }
        return result
    }

    /// - Throws: where it cannot be told for want of descriptors or memory.
    private func isUnfinishedEdit(_ name: BatchName) throws(BatchError) -> Bool {
        try store.editSummary(of: name)?.state == .unfinished
    }

    private func recover(
        _ name: BatchName,
        _ choice: Choice,
        _ result: inout Result
    ) throws(BatchError) {
        guard let content = try store.content(of: name), choice == .all || Self.isShownOnly(content) else {
            return
        }
        // Whoever hangs in it goes on with it when he comes back, and what hangs would hang again.
        guard silentPlace(of: content) == nil else {
            result.isForLater = true
            return
        }
        places.batch = name
        var journal = try store.reopen(content)
        if let state = content.state { return try end(content, state, &journal) }
        let open = content.openEdits
        clean(open, content)
        guard let outcomes = try outcomes(of: open, content, &journal) else { return }
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
        // What that edit had overtaken is shown again.
        if content.isUndoing { result.hasTakenBack = true }
    }

    private static func isShownOnly(_ content: BatchContent) -> Bool {
        !interrupted(content).contains { $0.layer.isOnDisk }
    }

    /// What a batch was in the middle of.
    private static func interrupted(_ content: BatchContent) -> [EditRecord] {
        content.state == nil ? content.openEdits : content.waitingEdits + content.overtakenEdits
    }

    /// A place that does not answer, for which the end of a batch waits.
    func silentPlace(of content: BatchContent) -> FilePath? {
        guard queue.hasHanging else { return nil }
        let records = Self.interrupted(content).filter { $0.layer.isOnDisk }
        let folders = folders(of: records)
        let earlier = records.flatMap { written(by: $0, content).map(\.path.parent) }
        var roots = library.roots(of: Set(folders.values).union(earlier))
        // What is offline waits by itself, and holds up nothing that is elsewhere; but files that are put back are looked for where they
        // were written as well.
        if !content.isUndoing { roots.removeAll { library.run.root(of: $0)?.state == .offline } }
        return queue.silentPlace(of: content.name, at: roots)
    }

    private func written(by record: EditRecord, _ content: BatchContent) -> [RewrittenFile] {
        content.triedSidecars(ofEdit: record.undoes ?? record.number)
    }

    /// Where photos are now, by the numbers of their edits: of none where the index cannot be read.
    private func folders(of records: [EditRecord]) -> [Int: FilePath] {
        let folders = try? library.index.read { reader throws(IndexError) in
            var folders: [Int: FilePath] = [:]
            for record in records {
                guard let asset = try reader.asset(record.id) else { continue }
                folders[record.number] = try reader.path(ofDirectory: asset.directory)
            }
            return folders
        }
        return folders ?? [:]
    }

    /// Removes what was left beside files, where they were and where their photos are now. Where the index cannot be read the batch
    /// comes to its end all the same: what stays is hidden.
    ///
    /// - Parameter known: folders that are left out.
    /// - Returns: those of the others of which nothing is left.
    @discardableResult
    func clean(
        _ records: [EditRecord],
        _ content: BatchContent,
        without known: Set<FilePath> = []
    ) -> Set<FilePath> {
        let records = records.filter { $0.layer.isOnDisk }
        let folders = folders(of: records)
        var leftovers: [FilePath: [RewrittenFile]] = [:]
        for record in records {
            for file in written(by: record, content) {
                let earlier = file.path.parent
                for folder in Set([earlier, folders[record.number] ?? earlier]) {
                    leftovers[folder, default: []].append(file)
                }
            }
        }
        var cleaned: Set<FilePath> = []
        for (folder, files) in leftovers where !known.contains(folder) {
            // Others may have gone on with what was given up, and have files of these names.
            if cancellation.isForLater { break }
            guard library.run.root(of: folder)?.state != .offline else { continue }
            places.are(library.roots(of: [folder]))
            if writer.clean(files, token: content.token, in: folder) { cleaned.insert(folder) }
        }
        return cleaned
    }

    /// What waited was being written: it goes on waiting.
    private func end(
        _ content: BatchContent,
        _ state: BatchState,
        _ journal: inout Journal
    ) throws(BatchError) {
        let waiting = content.waitingEdits
        clean(waiting, content)
        if cancellation.isForLater { return }
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

    /// What somebody was told since that it is done is not taken back: this could not be brought to its end before.
    private func outcomes(
        of open: [EditRecord],
        _ content: BatchContent,
        _ journal: inout Journal
    ) throws(BatchError) -> [EditOutcome]? {
        let due = try store.standing(open, of: content.name)
        guard let outcomes = try carryOut(due, content, &journal) else { return nil }
        let byNumber = Dictionary(zip(due.map(\.number), outcomes)) { first, _ in first }
        return open.map { byNumber[$0.number] ?? .overtaken }
    }

    private func carryOut(
        _ records: [EditRecord],
        _ content: BatchContent,
        _ journal: inout Journal
    ) throws(BatchError) -> [EditOutcome]? {
        guard !content.isUndoing else {
            return try EditTakingBack(
                content: content,
                library: library,
                writer: writer,
                cancellation: cancellation,
                places: places,
                isRecovered: true
            )
            .carryOut(records)
        }
        var last = content.lastSidecar
        return try EditExecution(
            library: library,
            writer: writer,
            token: content.token,
            cancellation: cancellation,
            places: places,
            waitsForOthers: false,
            isRecovered: true
        )
        .carryOut(records, &journal, after: &last)
    }
}
