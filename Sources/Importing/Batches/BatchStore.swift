import CShims
import FoundationEssentials
import Glibc
import PhotoModel

/// The journals of imports: `STATE/batches/BATCH.jsonl`.
///
/// A journal begins with a line that says what it is. Before anything is done with the files of a unit, a
/// line says what (`intent`), and it is synced; afterwards a line says what came of it (`done`, `failed`). A
/// line `end` closes it. Paths are percent-encoded, with a doubled slash behind the folder that a user named.
///
/// Used by one thread at a time, apart from `list`, which any thread may call.
public final class BatchStore: Sendable {
    /// A batch of a million photos has half of that.
    static let longestJournal = 1 << 30

    let folder: Folder
    let gate: ChangeGate
    private let clock: @Sendable () -> WallTime

    /// Opens `STATE/batches`, made with mode 0700 where it is missing.
    ///
    /// - Parameter clock: what time it is where the user is.
    public init(
        stateDirectory: FilePath,
        gate: ChangeGate = .open,
        clock: @escaping @Sendable () -> WallTime = WallTime.now
    ) throws(ImportError) {
        self.gate = gate
        self.clock = clock
        let path = stateDirectory.appending(FileName("batches"))
        if path.withCString({ mkdir($0, 0o700) }) != 0, errno != EEXIST {
            throw .system(operation: "create", path: path, code: errno)
        }
        let opened = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard opened >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        do throws(CallFailure) {
            folder = try Folder(path: path, descriptor: opened, gate: gate)
        } catch { throw error.told("open", path) }
    }

    func now() -> WallTime { clock() }

    // MARK: - Listing

    /// The batches, the newest first. Of each journal the first and the last line are read.
    public func list() throws(ImportError) -> [BatchSummary] {
        var summaries: [BatchSummary] = []
        for name in try names().reversed() {
            if let summary = try summary(of: name) { summaries.append(summary) }
        }
        return summaries
    }

    /// Ascending.
    func names() throws(ImportError) -> [BatchName] {
        let listing = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard listing >= 0 else { throw .system(operation: "list", path: folder.path, code: errno) }
        guard let stream = fdopendir(listing) else {
            let code = errno
            close(listing)
            throw .system(operation: "list", path: folder.path, code: code)
        }
        defer { closedir(stream) }
        var names: [BatchName] = []
        errno = 0
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if let name = BatchName(fileName: FileName(bytes)) { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw .system(operation: "list", path: folder.path, code: errno) }
        return names.sorted()
    }

    /// `nil` where the journal's first line is not whole.
    func summary(of name: BatchName) throws(ImportError) -> BatchSummary? {
        let path = folder.file(name.fileName)
        do throws(CallFailure) {
            let file = try folder.open(name.fileName)
            let size = try file.status().stamp.size
            let decoder = JSONDecoder()
            guard let first = try file.read(limit: 4096).split(separator: UInt8(ascii: "\n")).first,
                let header = JournalLine(first, decoder: decoder), let time = header.time,
                let kind = header.kind.flatMap(BatchKind.init(rawValue:))
            else { return nil }
            let tail = try file.read(limit: 1024, from: max(0, size - 1024))
            var end: JournalLine?
            if tail.last == UInt8(ascii: "\n"), let last = tail.split(separator: UInt8(ascii: "\n")).last {
                end = JournalLine(last, decoder: decoder)
            }
            return BatchSummary(
                name: name,
                kind: kind,
                time: time,
                ok: end?.ok ?? 0,
                errors: end?.errors ?? 0,
                state: end?.end.flatMap(BatchState.init(rawValue:)) ?? .unfinished
            )
        } catch { throw error.told("read", path) }
    }

    // MARK: - Journals

    /// Begins a batch: its journal has a header, which `commit` makes last.
    func create(_ kind: BatchKind, token: String) throws(ImportError) -> Journal {
        let time = clock()
        var number = (try names().last { $0.date == time.date }?.number ?? 0) + 1
        while true {
            let name = BatchName(date: time.date, number: number)
            let path = folder.file(name.fileName)
            do throws(CallFailure) {
                let file = try folder.createDescriptor(name.fileName, at: .createJournal)
                var journal = Journal(owning: file, name: name, path: path, length: 0, gate: gate)
                let code = folder.synchronise()
                guard code == 0 else { throw CallFailure(code: code) }
                journal.text.appendHeader(batch: name, kind: kind, token: token, time: time)
                return journal
            } catch {
                guard error.code == EEXIST else { throw error.told("create", path) }
                number += 1
            }
        }
    }

    /// `nil` where the journal's first line is not whole.
    func content(of name: BatchName) throws(ImportError) -> BatchContent? {
        let path = folder.file(name.fileName)
        let bytes: [UInt8]
        do throws(CallFailure) {
            let file = try folder.open(name.fileName)
            let status = try file.status()
            guard status.isRegular else { throw CallFailure(code: EINVAL) }
            guard status.stamp.size <= Self.longestJournal else { throw CallFailure(code: EFBIG) }
            bytes = try file.read(limit: Self.longestJournal)
        } catch {
            if error.code == ENOENT { throw .noSuchBatch(name.description) }
            throw error.told("read", path)
        }
        return try BatchContent(bytes, name: name, path: path)
    }

    /// Opens a journal for writing on; a torn line is cut off.
    func reopen(_ content: BatchContent) throws(ImportError) -> Journal {
        let fileName = content.name.fileName
        let path = folder.file(fileName)
        let opened = fileName.withCString { openat(folder.descriptor, $0, O_RDWR | O_NOFOLLOW | O_CLOEXEC) }
        guard opened >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        let journal = Journal(
            owning: opened,
            name: content.name,
            path: path,
            length: content.length,
            gate: gate
        )
        try journal.cutTornLine()
        return journal
    }

    /// Removes a journal that says nothing.
    func removeEmpty(_ name: BatchName) throws(ImportError) {
        let code = folder.remove(name.fileName)
        guard code == 0 else {
            throw .system(operation: "remove", path: folder.file(name.fileName), code: code)
        }
    }
}
