import Files
import Glibc
import PhotoModel
import Synchronization

/// The journals of batches: `STATE/batches/BATCH.jsonl`.
///
/// A journal begins with a line that says what it is. Before anything is done with the files of a unit, a
/// line says what (`intent`), and it is synced; afterwards a line says what came of it (`done`, `failed`). A
/// line `end` closes it. Paths are percent-encoded, with a doubled slash behind the folder that a user named.
///
/// Used by one thread at a time, apart from `list`, which any thread may call.
public final class BatchStore: Sendable {
    /// A batch of a million photos has half of that.
    static let longestJournal = 1 << 30

    private let opened: Mutex<Folder>
    package let gate: ChangeGate
    /// Of all who carry batches out.
    package let turns = DiskTurns()
    private let clock: @Sendable () -> WallTime
    /// The place in the order of all batches that was given out last; `nil` before the first.
    private let lastOrder = Mutex<Int?>(nil)
    /// The batches that were begun here since the start.
    private let begun = Mutex<Set<BatchName>>([])

    /// Opens `STATE/batches`, made with mode 0700 where it is missing.
    ///
    /// - Parameter clock: what time it is where the user is.
    public init(
        stateDirectory: FilePath,
        gate: ChangeGate = .open,
        clock: @escaping @Sendable () -> WallTime = WallTime.now
    ) throws(BatchError) {
        self.gate = gate
        self.clock = clock
        opened = Mutex(try Self.open(stateDirectory.appending(FileName("batches")), gate))
    }

    var folder: Folder { opened.withLock { $0 } }

    private static func open(_ path: FilePath, _ gate: ChangeGate) throws(BatchError) -> Folder {
        do throws(CallFailure) {
            return try Folder(makingLasting: path, mode: 0o700, gate: gate)
        } catch { throw .system(operation: error.call.rawValue, path: path, code: error.code) }
    }

    /// Somebody may have removed the folder: then it is made again, in the state folder, which others make. One that was moved away
    /// is written on in its place.
    private func keepFolder() throws(BatchError) {
        try opened.withLock { folder throws(BatchError) in
            let status: FileStatus
            do throws(CallFailure) { status = try FileStatus(descriptor: folder.descriptor) } catch {
                throw .system(operation: error.call.rawValue, path: folder.path, code: error.code)
            }
            if status.linkCount == 0 { folder = try Self.open(folder.path, gate) }
        }
    }

    package func now() -> WallTime { clock() }

    // MARK: - Listing

    /// The batches, the newest first. Those of earlier builds, whose journals do not say which they are, come after those with
    /// names before theirs: an earlier build may have been installed again for a while.
    ///
    /// Of each journal the first and the last line are read.
    ///
    /// - Parameter unreadable: told of each that is left out because its journal cannot be read.
    public func list(
        unreadable: (BatchName, BatchError) -> Void
    ) throws(BatchError) -> [BatchSummary] {
        var summaries: [BatchSummary] = []
        for name in try names() {
            do throws(BatchError) {
                if let summary = try summary(of: name) { summaries.append(summary) }
            } catch {
                // Forgotten since the folder was listed.
                if case .system(_, _, ENOENT) = error { continue }
                unreadable(name, error)
            }
        }
        let limit = clock().adding(days: Self.daysAhead).date
        var highest = 0
        let placed = summaries.map { summary in
            highest = max(highest, summary.order ?? 0)
            // One that is named by a clock that was wrong came after nothing that is known.
            return (order: summary.order ?? (summary.name.date <= limit ? highest : 0), summary: summary)
        }
        return placed.sorted { ($0.order, $0.summary.name) > ($1.order, $1.summary.name) }.map(\.summary)
    }

    /// Ascending.
    package func names() throws(BatchError) -> [BatchName] {
        try keepFolder()
        let names: [FileName]
        do throws(CallFailure) { names = try folder.names() } catch {
            throw .system(operation: "list", path: folder.path, code: error.code)
        }
        return names.compactMap { BatchName(fileName: $0) }.sorted()
    }

    /// `nil` where the journal's first line is not whole.
    package func summary(of name: BatchName) throws(BatchError) -> BatchSummary? {
        let path = folder.file(name.fileName)
        do throws(CallFailure) {
            let file = try folder.open(name.fileName)
            let size = try file.status().stamp.size
            guard let first = try file.read(limit: 4096).split(separator: UInt8(ascii: "\n")).first,
                case .header(let header)? = JournalLine(first)
            else { return nil }
            let tail = try file.read(limit: 1024, from: max(0, size - 1024))
            var (state, ok, errors, waiting, overtaken, left) = (BatchState.unfinished, 0, 0, 0, 0, 0)
            if tail.last == UInt8(ascii: "\n"), let last = tail.split(separator: UInt8(ascii: "\n")).last,
                case .end(let ended, let done, let failed, let pending, let since, let rest)? = JournalLine(
                    last
                )
            {
                (state, ok, errors, waiting, overtaken, left) = (ended, done, failed, pending, since, rest)
            }
            return BatchSummary(
                name: name,
                kind: header.kind,
                time: header.time,
                ok: ok,
                errors: errors,
                waiting: waiting,
                overtaken: overtaken,
                left: left,
                state: state,
                order: header.order
            )
        } catch { throw .system(operation: "read", path: path, code: error.code) }
    }

    /// The same; `nil` as well where the journal is damaged, or of another version.
    ///
    /// - Throws: where it cannot be opened or read just now.
    public func readableSummary(of name: BatchName) throws(BatchError) -> BatchSummary? {
        do throws(BatchError) { return try summary(of: name) } catch {
            guard case .system = error else { return nil }
            throw error
        }
    }

    // MARK: - Journals

    /// By so much the clock may have gone back: zones are 26 hours apart. What is named by a later day had a clock that was
    /// wrong.
    private static let daysAhead: Int64 = 2

    /// Begins a batch: its journal has a header, which `commit` makes last.
    ///
    /// The batch's name comes after those of all before it, and is none that a torn journal had: where the date is an earlier one by now, as on a way west, it has theirs.
    /// That holds for small steps back, so its header says besides which of all batches it is.
    package func create(_ kind: BatchKind, token: String) throws(BatchError) -> Journal {
        let time = clock()
        let limit = time.adding(days: Self.daysAhead).date
        let newest = try names().last { $0.date <= limit } ?? BatchName(date: 0, number: 0)
        let date = max(newest.date, time.date)
        let order = try nextOrder()
        var number = newest.date == date ? newest.number + 1 : 1
        while true {
            let name = BatchName(date: date, number: number)
            let path = folder.file(name.fileName)
            do throws(CallFailure) {
                // A batch that was forgotten had its name for good: whoever has listed it, or looks after what it was to move, has it
                // yet. Else noted before anybody can come upon its journal.
                guard try folder.status(of: name.tornFileName) == nil,
                    begun.withLock({ $0.insert(name).inserted })
                else {
                    number += 1
                    continue
                }
                let file = try folder.create(name.fileName, as: .createJournal)
                var journal = Journal(file, name: name, length: 0)
                try folder.synchronise()
                journal.text.appendHeader(batch: name, kind: kind, token: token, time: time, order: order)
                return journal
            } catch {
                guard error.code == EEXIST else {
                    throw .system(operation: "create", path: path, code: error.code)
                }
                number += 1
            }
        }
    }

    /// Forgets a batch that has done nothing: an import folder that cannot be emptied is tried again and again. Its name is given to no
    /// other until the next start, as somebody may have listed it. A journal that cannot be removed, or is there again after a power cut, has its end and is as good as any.
    package func forget(_ name: BatchName) {
        _ = folder.remove(name.fileName)
    }

    /// Whether a batch was begun since the start: as long as its journal says nothing it may be just being begun. One of an earlier run
    /// that says nothing never will.
    package func hasBegun(_ name: BatchName) -> Bool { begun.withLock { $0.contains(name) } }

    /// - Throws: where a journal cannot be read for want of descriptors or memory: it may have the highest number, which none must have
    ///   twice. One that nobody can read keeps no batch from being begun.
    private func nextOrder() throws(BatchError) -> Int {
        var highest = 0
        if lastOrder.withLock({ $0 == nil }) {
            for name in try names() {
                do throws(BatchError) { highest = max(highest, try summary(of: name)?.order ?? 0) } catch {
                    if error.isShortage { throw error }
                }
            }
        }
        return lastOrder.withLock { last in
            let next = max(last ?? 0, highest) + 1
            last = next
            return next
        }
    }

    /// `nil` where the journal's first line is not whole.
    package func content(of name: BatchName) throws(BatchError) -> BatchContent? {
        try keepFolder()
        let path = folder.file(name.fileName)
        let bytes: [UInt8]
        do throws(CallFailure) {
            let file = try folder.open(name.fileName)
            let status = try file.status()
            guard status.isRegularFile else { throw CallFailure(.read, path, EINVAL) }
            guard status.size <= Self.longestJournal else { throw CallFailure(.read, path, EFBIG) }
            bytes = try file.read(limit: Self.longestJournal)
        } catch {
            if error.code == ENOENT { throw .noSuch(name.description) }
            throw .system(operation: "read", path: path, code: error.code)
        }
        return try BatchContent(bytes, name: name, path: path)
    }

    /// Opens a journal for writing on; a torn line is cut off.
    package func reopen(_ content: BatchContent) throws(BatchError) -> Journal {
        let file: OpenFile
        do throws(CallFailure) {
            file = try folder.open(content.name.fileName, flags: O_RDWR | O_NOFOLLOW)
        } catch { throw .system(operation: "open", path: error.path, code: error.code) }
        let journal = Journal(file, name: content.name, length: content.length)
        try journal.cutTornLine()
        return journal
    }

    /// Removes a journal whose first line is not whole. Should there be whole lines behind that, it is kept under another name.
    ///
    /// - Throws: `torn` where it is kept.
    package func removeUnbegun(_ name: BatchName) throws(BatchError) {
        let kept = name.tornFileName
        do throws(CallFailure) {
            let bytes = try folder.open(name.fileName).read(limit: Self.longestJournal)
            let isEmpty = !bytes.dropLast().contains(UInt8(ascii: "\n"))
            let code =
                isEmpty ? folder.remove(name.fileName) : folder.rename(name.fileName, over: kept)
            try CallFailure.check(code, .remove, folder.file(name.fileName))
            if isEmpty { return }
        } catch { throw .system(operation: "remove", path: folder.file(name.fileName), code: error.code) }
        throw .torn(folder.file(kept))
    }
}
