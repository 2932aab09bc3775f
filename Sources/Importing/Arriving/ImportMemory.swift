import Batches
import Files
import Glibc
import PhotoModel
import Synchronization

/// Files of import folders that have been dealt with and are there still: copied or linked into the library, or put back by
/// an undo. They are not imported again until they change.
///
/// A file is known by its file system, inode and change time. Where it has several names, the change time is another
/// whenever one of them goes, so its modification time stands for it. Where inode numbers do not last, another card has the
/// same ones: there a file is known by its name, size, modification time, in whatever zone that was read, and the first bytes.
///
/// Kept in `STATE/imported.tsv`, one line a file, appended to: file system, inode, change time or 0, modification time,
/// times in nanoseconds since 1970. Or, where inode numbers do not last: `-`, a hash of what a file is known by, and the
/// fingerprint.
public final class ImportMemory: Sendable {
    private struct State {
        /// Files that were remembered or asked about last.
        private var recent: [RememberedFile: RememberedFile.State] = [:]
        /// Files before those, and among them the ones that are gone: nobody asks about such any more.
        private var older: [RememberedFile: RememberedFile.State] = [:]
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
        var all: [(file: RememberedFile, state: RememberedFile.State)] {
            (Array(older) + Array(recent)).map { ($0.key, $0.value) }
        }

        /// What is remembered of a file, which counts as one that is there still.
        mutating func state(of file: RememberedFile) -> RememberedFile.State? {
            if let state = recent[file] { return state }
            guard let state = older[file] else { return nil }
            remember(file, state)
            return state
        }

        /// Remembers a file beyond the daemon's end, once it is written.
        mutating func note(_ file: RememberedFile, _ state: RememberedFile.State) {
            remember(file, state)
            unwritten += file.line(state)
        }

        mutating func remember(_ file: RememberedFile, _ state: RememberedFile.State) {
            older[file] = nil
            recent[file] = state
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
    private let keepsInodes: @Sendable (Folder) throws(CallFailure) -> Bool
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
        limit: Int = ImportMemory.limit,
        keepsInodes: @escaping @Sendable (Folder) throws(CallFailure) -> Bool = {
            folder throws(CallFailure) in
            try folder.keepsInodes()
        }
    ) throws(ImportError) {
        self.gate = gate
        self.keepsInodes = keepsInodes
        directory = stateDirectory
        path = stateDirectory.appending(FileName("imported.tsv"))
        var state = State(limit: limit)
        var lines = 0
        let (bytes, isWhole) = try Self.contents(of: path)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            lines += 1
            // A line that was torn by a crash says nothing.
            guard let (file, known) = RememberedFile.parse(line) else { continue }
            state.remember(file, known)
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

    /// A folder's files that are to be dealt with: new ones, and those that have changed since.
    public func unknown(_ names: [FileName], in folder: FilePath) throws(ImportError) -> [FileName] {
        if state.withLock({ $0.isEmpty }) { return names }
        let unknown = try withFolder(folder) { (folder, filesystem) throws(CallFailure) in
            var unknown: [FileName] = []
            for name in names where try !isKnown(name, in: folder, filesystem) { unknown.append(name) }
            return unknown
        }
        // What is remembered anew: there may be nothing to import, and at the next mount the times may be others. Whoever asks
        // needs no room on a disk: what cannot be written now is with what is imported next, and that says why.
        do throws(ImportError) { try commit() } catch {}
        return unknown
    }

    /// - Parameter filesystem: `nil` where inode numbers do not last.
    private func isKnown(
        _ name: FileName,
        in folder: Folder,
        _ filesystem: String?
    ) throws(CallFailure) -> Bool {
        guard let status = try folder.status(of: name) else { return false }
        guard let filesystem else { return try isKnownByContent(name, status, in: folder) }
        let file = RememberedFile.numbered(filesystem: filesystem, inode: status.inode)
        switch state.withLock({ $0.state(of: file) }) {
        case nil, .content: return false
        case .times(changed: 0, let modified): return modified == status.stamp.modificationTime
        case .times(let changed, _): return changed == status.stamp.changeTime
        }
    }

    /// Whether a file without a number is known. What an earlier build has remembered of it will last as this one does.
    private func isKnownByContent(
        _ name: FileName,
        _ status: FileStatus,
        in folder: Folder
    ) throws(CallFailure) -> Bool {
        guard let beginning = Self.beginning(of: name, status, in: folder) else { return false }
        let file = try RememberedFile(unnumbered: name, status, beginning)
        let timed = try RememberedFile(timed: name, status)
        return state.withLock { state in
            if state.state(of: file) != nil { return true }
            guard state.state(of: timed) == .content(beginning) else { return false }
            state.note(file, .content(beginning))
            return true
        }
    }

    // MARK: - Remembering

    /// Files that lie where files are imported from are left alone until they change.
    public func remember(_ files: [SettledFile]) throws(ImportError) {
        for (folder, files) in Dictionary(grouping: files, by: \.path.parent) {
            let stamps = Dictionary(files.map { ($0.path.lastName, $0.stamp) }) { _, later in later }
            try remember(stamps, in: folder)
        }
    }

    /// Notes files of a folder as they were when they were dealt with: what has taken the place of one since is another.
    ///
    /// - Parameters:
    ///   - stamps: a change time of 0 says nothing: then the modification time decides, as for a file with several names.
    ///   - isLasting: `commit` makes it outlive the daemon.
    public func remember(
        _ stamps: [FileName: FileStamp],
        in folder: FilePath,
        isLasting: Bool = true
    ) throws(ImportError) {
        let files: [(RememberedFile, RememberedFile.State)]
        do throws(ImportError) {
            files = try withFolder(folder) { (folder, filesystem) throws(CallFailure) in
                var files: [(RememberedFile, RememberedFile.State)] = []
                for (name, stamp) in stamps {
                    if let file = try Self.state(of: name, stamp, in: folder, filesystem) {
                        files.append(file)
                    }
                }
                return files
            }
        } catch {
            // A folder that is gone has nothing in it that could be imported again.
            if case .system(_, _, ENOENT) = error { return }
            throw error
        }
        state.withLock { state in
            for (file, known) in files where state.state(of: file) != known {
                if isLasting { state.note(file, known) } else { state.remember(file, known) }
            }
        }
    }

    /// `nil` of a file without a number that is gone or has changed, or cannot be read.
    private static func state(
        of name: FileName,
        _ stamp: FileStamp,
        in folder: Folder,
        _ filesystem: String?
    ) throws(CallFailure) -> (RememberedFile, RememberedFile.State)? {
        if let filesystem {
            return (
                .numbered(filesystem: filesystem, inode: stamp.inode),
                .times(changed: stamp.changeTime, modified: stamp.modificationTime)
            )
        }
        guard let status = try folder.status(of: name), status.stamp.size == stamp.size,
            status.stamp.modificationTime == stamp.modificationTime,
            stamp.changeTime == 0 || status.stamp.changeTime == stamp.changeTime,
            let beginning = beginning(of: name, status, in: folder)
        else { return nil }
        return (try RememberedFile(unnumbered: name, status, beginning), .content(beginning))
    }

    /// `nil` where the file cannot be read: then it is nobody's to know, and whoever imports it says why.
    private static func beginning(of name: FileName, _ status: FileStatus, in folder: Folder) -> Fingerprint?
    {
        guard status.isRegularFile else { return nil }
        do throws(CallFailure) {
            return try folder.open(name).fingerprint(size: status.stamp.size)
        } catch { return nil }
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

    /// Calls `body` with the folder and what tells its file system from others; `nil` where inode numbers do not last.
    private func withFolder<Result>(
        _ path: FilePath,
        _ body: (Folder, String?) throws(CallFailure) -> Result
    ) throws(ImportError) -> Result {
        do throws(CallFailure) {
            let folder = try Folder(path)
            return try body(folder, keepsInodes(folder) ? folder.fileSystem() : nil)
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
        let lines = state.withLock { $0.all.flatMap { $0.file.line($0.state) } }
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
}
