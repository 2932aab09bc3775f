import CSQLite
import PhotoModel
import Synchronization
import Threads

/// The connections to one index: one that writes, and up to eight that read, each lent to one thread at a time.
final class IndexConnections: Sendable {
    /// As many reads at once; one more waits for one of them to end. The daemon answers on five threads, the event
    /// loop among them, and of its own, as what compares, imports and prepares thumbnails, three seldom read at once.
    static let maximumReaders = 8

    private let path: FilePath
    /// Whether the path still leads to the file that the others have open.
    private let isInPlace: @Sendable () -> Bool
    let writer: Monitor<Writer>
    private let readers = Monitor(Readers())

    struct Writer {
        /// `nil`: closed.
        var connection: Connection?
        /// Whoever asked first has it first: a sweep, which writes again and again, would hardly let others in.
        var asked: UInt64 = 0
        var served: UInt64 = 0
    }

    private struct Readers {
        /// Readers that nobody uses; the one used last is lent first, its pages are still in its cache.
        var idle: [Connection] = []
        /// How many there are, lent ones included.
        var opened = 0
        var isClosed = false
    }

    /// SQLite's own account of its memory, which nobody reads, costs all threads one lock at every allocation. It can be
    /// turned off before the first connection alone; where that came too late, it only costs time.
    private static let accounting = photod_sqlite_disable_memory_statistics()
    /// Whether SQLite knows where to put what it sorts. A service may write to its own folder, and to no other that SQLite
    /// would think of.
    private static let temporaryFolder = Mutex(false)

    init(_ path: FilePath, isInPlace: @escaping @Sendable () -> Bool) throws(IndexError) {
        _ = Self.accounting
        Self.temporaryFolder.withLock { isSet in
            if !isSet { path.parent.withCString { photod_sqlite_set_temporary_folder($0) } }
            isSet = true
        }
        self.path = path
        self.isInPlace = isInPlace
        writer = try Monitor(Writer(connection: Self.openWriter(path)))
    }

    /// Reads one snapshot.
    func read<Value>(
        _ doing: StaticString = "reading",
        _ body: (Connection) throws(IndexError) -> Value
    ) throws(IndexError) -> Value {
        let reader = try borrow(doing)
        defer { readers.update { $0.idle.append(reader) } }
        return try reader.transaction(.deferred, doing) { () throws(IndexError) in try body(reader) }
    }

    /// Runs `body` on the writing connection, one at a time.
    func write<Value>(_ body: (Connection) throws(IndexError) -> Value) throws(IndexError) -> Value {
        let turn = writer.update { state in
            defer { state.asked += 1 }
            return state.asked
        }
        writer.wait { state -> Void? in state.served == turn ? () : nil }
        defer { writer.update { $0.served += 1 } }
        guard let connection = writer.withLock({ $0.connection }) else { throw Self.closed("writing") }
        return try body(connection)
    }

    /// Gives back the memory of the writer and of those readers that nobody uses.
    func releaseMemory() {
        // One that is closed has none.
        try? write { connection throws(IndexError) in connection.releaseMemory() }
        // Under the lock: a read that came meanwhile would open one more connection.
        readers.withLock { state in
            for reader in state.idle { reader.releaseMemory() }
        }
    }

    /// Closes all, when the reads that run have ended. Later ones are refused.
    func close() {
        readers.wait { state -> Void? in
            state.isClosed = true
            guard state.idle.count == state.opened else { return nil }
            state = Readers(isClosed: true)
            return ()
        }
        // Last, when no other has the file open: it takes what the log holds into the file.
        try? write { _ throws(IndexError) in writer.withLock { $0.connection = nil } }
    }

    private static func closed(_ doing: StaticString) -> IndexError {
        .sqlite(code: SQLITE_MISUSE, message: "the index is closed", doing: "\(doing)")
    }

    // MARK: Lending

    private enum Loan {
        case reader(Connection)
        case room
        case closed
    }

    private func borrow(_ doing: StaticString) throws(IndexError) -> Connection {
        let loan = readers.wait { state -> Loan? in
            if state.isClosed { return .closed }
            if let reader = state.idle.popLast() { return .reader(reader) }
            guard state.opened < Self.maximumReaders else { return nil }
            state.opened += 1
            return .room
        }
        switch loan {
        case .reader(let reader): return reader
        case .closed: throw Self.closed(doing)
        case .room:
            do {
                return try open(doing)
            } catch {
                readers.update { $0.opened -= 1 }
                guard isInPlace() else { throw error }
                guard let other = borrowOpen() else { throw error }
                return other
            }
        }
    }

    /// One of those that there are, where no other can be opened just now, for want of descriptors say; `nil` where all
    /// stay in use.
    private func borrowOpen() -> Connection? {
        let deadline = MonotonicClock.after(.seconds(1))
        return readers.wait(untilDeadline: { state in
            if let reader = state.idle.popLast() { return .done(reader) }
            return state.opened == 0 ? .done(nil) : .sleep(until: deadline)
        }) ?? nil
    }

    // MARK: Opening

    private func open(_ doing: StaticString) throws(IndexError) -> Connection {
        let reader = try Connection(path, for: .reading, doing)
        // With a look into the file, which has SQLite open the log beside it: where descriptors lack, it shows here.
        try reader.execute(
            """
            PRAGMA cell_size_check = ON;
            PRAGMA cache_size = -1024;
            SELECT 1 FROM sqlite_master LIMIT 1;
            """,
            doing
        )
        guard isInPlace() else {
            throw .sqlite(code: SQLITE_CORRUPT, message: "another file is in its place", doing: "\(doing)")
        }
        return reader
    }

    private static func openWriter(_ path: FilePath) throws(IndexError) -> Connection {
        let writer = try Connection(path, for: .writing, "opening")
        // The index is read back by bytes, so a damaged page must be noticed rather than believed (cell_size_check).
        // NORMAL: a power cut may lose the last transactions and never the file. What is lost is found again by the sweep
        // at start. What a sweep needed of the log is given back when it begins anew (journal_size_limit). What is sorted for
        // an index of a million photos would need 70 MB of memory (temp_store).
        try writer.execute(
            """
            PRAGMA cell_size_check = ON;
            PRAGMA synchronous = NORMAL;
            PRAGMA cache_size = \(Connection.writersCache);
            PRAGMA wal_autocheckpoint = 4000;
            PRAGMA temp_store = FILE;
            PRAGMA journal_size_limit = 4194304;
            """,
            "opening"
        )
        let mode = try writer.prepare("PRAGMA journal_mode = WAL").first("opening") { $0.string(0) }
        guard mode == "wal" else {
            throw .sqlite(
                code: SQLITE_ERROR,
                message: "could not activate WAL Mode at path: \(path.display)",
                doing: "opening"
            )
        }
        return writer
    }
}

extension Connection {
    /// Kilobytes of pages that the writer keeps, negated, as SQLite wants them.
    static let writersCache = -8192
    /// The same while it sorts, which takes as much again.
    static let sortingCache = -4096
}
