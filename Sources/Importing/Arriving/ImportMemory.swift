import Batches
import Files
import Glibc
import PhotoModel
import Synchronization

/// Files of import folders that have been dealt with and are there still: copied or linked into the library, or put back by
/// an undo. They are not imported again until they change.
///
/// A file is known by its file system, inode and change time. Where it has several names, the change time is another
/// whenever one of them goes, so its modification time stands for it.
///
/// Kept in `STATE/imported.tsv`, one line a file, appended to: file system, inode, change time or 0, modification time,
/// times in nanoseconds since 1970.
public final class ImportMemory: Sendable {
    private struct File: Hashable {
        let filesystem: String
        let inode: UInt64
    }

    private struct Moment: Equatable {
        /// 0 where the file had several names.
        let changed: Int64
        let modified: Int64
    }

    private struct State {
        /// Those that were remembered or asked about last.
        private var recent: [File: Moment] = [:]
        /// Those before them, and among them the ones that are gone: nobody asks about such any more.
        private var older: [File: Moment] = [:]
        let limit: Int
        /// Lines that are not on the disk yet.
        var unwritten: [UInt8] = []
        /// How long the file is up to the end of its last whole line: what a write that failed left is behind it.
        var length: Int64 = 0
        /// Whether its name is on the disk.
        var isNamed = false

        init(limit: Int) {
            self.limit = limit
        }

        var count: Int { recent.count + older.count }
        var isEmpty: Bool { recent.isEmpty && older.isEmpty }
        /// What was remembered last comes last.
        var all: [(file: File, moment: Moment)] { (Array(older) + Array(recent)).map { ($0.key, $0.value) } }

        /// What is remembered of a file, which counts as one that is there still.
        mutating func moment(of file: File) -> Moment? {
            if let moment = recent[file] { return moment }
            guard let moment = older[file] else { return nil }
            remember(file, moment)
            return moment
        }

        mutating func remember(_ file: File, _ moment: Moment) {
            older[file] = nil
            recent[file] = moment
            guard recent.count >= limit / 2 else { return }
            older = recent
            recent = [:]
        }
    }

    /// Of more than these the ones are forgotten that nobody has asked about for the longest time: 64 MB.
    private static let limit = 1 << 20

    private let directory: FilePath
    private let path: FilePath
    private let gate: ChangeGate
    private let state: Mutex<State>
    /// Held while the file is written.
    private let writing = Mutex(())

    /// - Throws: where the file is there and cannot be read.
    public convenience init(stateDirectory: FilePath) throws(ImportError) {
        try self.init(stateDirectory: stateDirectory, gate: .open)
    }

    init(
        stateDirectory: FilePath,
        gate: ChangeGate,
        limit: Int = ImportMemory.limit
    ) throws(ImportError) {
        self.gate = gate
        directory = stateDirectory
        path = stateDirectory.appending(FileName("imported.tsv"))
        var state = State(limit: limit)
        var lines = 0
        let (bytes, isWhole) = try Self.contents(of: path)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            lines += 1
            // A line that was torn by a crash says nothing.
            guard let (file, moment) = Self.parse(line) else { continue }
            state.remember(file, moment)
        }
        state.length = Int64(bytes.count)
        let isTorn = !isWhole || bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
        let isMostlyStale = lines > 1000 + 2 * state.count
        self.state = Mutex(state)
        if isTorn || isMostlyStale { try rewrite() }
    }

    /// How many files are remembered.
    var count: Int { state.withLock { $0.count } }

    // MARK: - Asking

    /// Those of a folder's files that are to be dealt with: new ones, and those that have changed since.
    public func unknown(_ names: [FileName], in folder: FilePath) throws(ImportError) -> [FileName] {
        if state.withLock({ $0.isEmpty }) { return names }
        return try Self.withFolder(folder) { (folder, filesystem) throws(CallFailure) in
            var unknown: [FileName] = []
            for name in names where try !isKnown(name, in: folder, filesystem) { unknown.append(name) }
            return unknown
        }
    }

    private func isKnown(
        _ name: FileName,
        in folder: Folder,
        _ filesystem: String
    ) throws(CallFailure) -> Bool {
        guard let status = try folder.status(of: name) else { return false }
        let file = File(filesystem: filesystem, inode: status.stamp.inode)
        guard let known = state.withLock({ $0.moment(of: file) }) else { return false }
        return known.changed == 0
            ? known.modified == status.stamp.modificationTime
            : known.changed == status.stamp.changeTime
    }

    // MARK: - Remembering

    /// Notes files of a folder as they were when they were dealt with: what has taken the place of one since is another.
    ///
    /// - Parameters:
    ///   - stamps: a change time of 0 says nothing: then the modification time decides, as for a file with several names.
    ///   - isLasting: `commit` makes it outlive the daemon.
    public func remember(
        _ stamps: some Sequence<FileStamp>,
        in folder: FilePath,
        isLasting: Bool = true
    ) throws(ImportError) {
        let filesystem: String
        do throws(ImportError) {
            filesystem = try Self.withFolder(folder) { (_, filesystem) in filesystem }
        } catch {
            // A folder that is gone has nothing in it that could be imported again.
            if case .system(_, _, ENOENT) = error { return }
            throw error
        }
        state.withLock { state in
            for stamp in stamps {
                let file = File(filesystem: filesystem, inode: stamp.inode)
                let moment = Moment(changed: stamp.changeTime, modified: stamp.modificationTime)
                guard state.moment(of: file) != moment else { continue }
                state.remember(file, moment)
                if isLasting { state.unwritten += Self.line(file, moment) }
            }
        }
    }

    /// Returns when everything remembered would survive a power cut.
    public func commit() throws(ImportError) {
        try writing.withLock { (_) throws(ImportError) in try append() }
    }

    private func append() throws(ImportError) {
        let (lines, length, isNamed) = state.withLock { state in
            defer { state.unwritten = [] }
            return (state.unwritten, state.length, state.isNamed)
        }
        guard !lines.isEmpty else { return }
        do throws(CallFailure) {
            let file = try OpenFile(path, flags: O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, gate: gate)
            // Behind half a line the first of these would say nothing. A file that somebody has replaced may end anywhere.
            let size = try file.status().stamp.size
            let isReplaced = size < length
            let end = isReplaced ? size : length
            try file.cut(to: end, as: .writeContent)
            let text = isReplaced ? [UInt8(ascii: "\n")] + lines : lines
            try file.write(text, at: end, as: .writeContent)
            try file.synchroniseContent()
            if isReplaced || !isNamed { try nameLasts() }
            state.withLock { state in
                state.length = end.addingSaturating(Int64(text.count))
                state.isNamed = true
            }
        } catch {
            // Tried again with the next.
            state.withLock { $0.unwritten = lines + $0.unwritten }
            throw error.told("write", path)
        }
    }

    // MARK: - The file

    private static func withFolder<Result>(
        _ path: FilePath,
        _ body: (Folder, String) throws(CallFailure) -> Result
    ) throws(ImportError) -> Result {
        do throws(CallFailure) {
            let folder = try Folder(path)
            return try body(folder, folder.fileSystem())
        } catch { throw error.told("look at", path) }
    }

    /// So much is read of a file that claims to be longer than what is remembered can be.
    private static let longestFile = 1 << 29

    private static func contents(
        of path: FilePath
    ) throws(ImportError) -> (bytes: [UInt8], isWhole: Bool) {
        do throws(CallFailure) {
            let file = try OpenFile(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let isWhole = try file.status().size <= longestFile
            return (try file.read(limit: longestFile), isWhole)
        } catch {
            if error.code == ENOENT { return ([], true) }
            throw .system(operation: "read", path: path, code: error.code)
        }
    }

    /// Leaves out what later lines made stale.
    private func rewrite() throws(ImportError) {
        let lines = state.withLock { $0.all.flatMap { Self.line($0.file, $0.moment) } }
        let new = FileName("imported.tsv.new")
        do throws(CallFailure) {
            try Folder(directory, gate: gate).replace(path.lastName, with: lines, byWayOf: new)
            state.withLock { state in
                state.length = Int64(lines.count)
                state.isNamed = true
            }
        } catch { throw error.told("write", directory.appending(new)) }
    }

    /// A file that is synced may have no name yet after a power cut: that is the directory's.
    private func nameLasts() throws(CallFailure) {
        try Folder(directory, gate: gate).synchronise()
    }

    private static func line(_ file: File, _ moment: Moment) -> [UInt8] {
        Array("\(file.filesystem)\t\(file.inode)\t\(moment.changed)\t\(moment.modified)\n".utf8)
    }

    private static func parse(_ line: ArraySlice<UInt8>) -> (File, Moment)? {
        let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 4, let inode = UInt64(parts[1]), let changed = Int64(parts[2]),
            let modified = Int64(parts[3])
        else { return nil }
        return (File(filesystem: parts[0], inode: inode), Moment(changed: changed, modified: modified))
    }
}
