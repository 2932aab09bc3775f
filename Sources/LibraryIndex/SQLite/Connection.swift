import CSQLite
import PhotoModel

/// An open SQLite database, and the statements that were prepared on it. One thread at a time has it.
final class Connection {
    enum Access {
        case reading
        case writing
        /// What is in the file, whatever the log beside it says; while nobody writes to the file.
        case readingFileAlone
    }

    /// How a transaction begins: a deferred one has its snapshot from its first look on, an immediate one is the only one
    /// that writes from the beginning.
    enum Transaction: String {
        case deferred = "BEGIN DEFERRED"
        case immediate = "BEGIN IMMEDIATE"
    }

    private let handle: OpaquePointer
    private var statements: [StatementText: Statement] = [:]
    private var functions: Set<String> = []

    /// Opens the database at `path`, or makes it where it is to be written to.
    init(_ path: FilePath, for access: Access, _ doing: StaticString) throws(IndexError) {
        // Without a lock of its own, which one thread at a time does not need.
        var flags = SQLITE_OPEN_NOMUTEX
        var path = path
        switch access {
        case .reading: flags |= SQLITE_OPEN_READONLY
        case .writing: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readingFileAlone:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            path = Self.immutable(path)
        }
        var opened: OpaquePointer?
        let code = path.withCString { sqlite3_open_v2($0, &opened, flags, nil) }
        guard code == SQLITE_OK, let opened else {
            // One that could not be opened tells why, and has to be closed all the same.
            let failure = IndexError(opened.map { sqlite3_extended_errcode($0) } ?? code, of: opened, doing)
            sqlite3_close(opened)
            throw failure
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 10_000)
        photod_sqlite_refuse_double_quoted_texts(handle)
    }

    /// Makes a function of ours known to the statements of this connection, where it is not yet.
    ///
    /// - Parameter add: adds it to a connection. Returns an SQLite result code.
    func add(function name: String, _ add: (OpaquePointer) -> Int32) throws(IndexError) {
        guard !functions.contains(name) else { return }
        let code = add(handle)
        guard code == SQLITE_OK else { throw IndexError(code, of: handle, "adding a function") }
        functions.insert(name)
    }

    /// SQLite's name (https://www.sqlite.org/uri.html) of a file that it is to believe unchanging, and so to read without its
    /// log.
    private static func immutable(_ path: FilePath) -> FilePath {
        var name = Array("file:".utf8)
        for byte in path.bytes {
            switch byte {
            case UInt8(ascii: "%"): name += Array("%25".utf8)
            case UInt8(ascii: "?"): name += Array("%3f".utf8)
            case UInt8(ascii: "#"): name += Array("%23".utf8)
            default: name.append(byte)
            }
        }
        return FilePath(name + Array("?immutable=1".utf8))
    }

    deinit {
        statements = [:]
        // In place of `sqlite3_close`, which closes nothing where somebody has a statement yet.
        sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// A statement that is prepared once and kept. It must not be asked for again while its rows are read.
    func statement(_ sql: String) throws(IndexError) -> Statement {
        let key = StatementText(sql)
        if let statement = statements[key] { return statement }
        let statement = try prepare(sql, UInt32(SQLITE_PREPARE_PERSISTENT))
        statements[key] = statement
        return statement
    }

    /// A statement that is needed once.
    func prepare(_ sql: String) throws(IndexError) -> Statement { try prepare(sql, 0) }

    private func prepare(_ sql: String, _ flags: UInt32) throws(IndexError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw IndexError(code, of: handle, "preparing a statement").asStrangersFile
        }
        return Statement(prepared)
    }

    /// Runs statements that are needed once, up to the first that fails, and leaves what they return.
    func execute(_ sql: String, _ doing: StaticString) throws(IndexError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw IndexError(code, of: handle, doing) }
    }

    /// Gives back the memory of pages and statements.
    func releaseMemory() {
        sqlite3_db_release_memory(handle)
        statements = [:]
    }

    // MARK: Transactions

    /// Runs `body` in a transaction, which ends with it: what `body` throws leaves nothing behind.
    func transaction<Value>(
        _ kind: Transaction,
        _ doing: StaticString,
        _ body: () throws(IndexError) -> Value
    ) throws(IndexError) -> Value {
        try statement(kind.rawValue).run(doing)
        do throws(IndexError) {
            let value = try body()
            // Some errors, that of a full disk say, end the transaction by themselves. Where `body` went on after one,
            // half of what it wrote is gone.
            guard isInTransaction else {
                throw .sqlite(
                    code: SQLITE_ABORT,
                    message: "Transaction was aborted",
                    doing: "\(doing)"
                )
            }
            try statement("COMMIT").run(doing)
            return value
        } catch {
            // The first error says what happened.
            if isInTransaction { try? statement("ROLLBACK").run(doing) }
            throw error
        }
    }

    /// Runs a transaction that is on the disk when this returns. Others may be lost in a power cut, the last ones first.
    func durably(_ doing: StaticString, _ body: () throws(IndexError) -> Void) throws(IndexError) {
        try execute("PRAGMA synchronous = FULL", doing)
        defer {
            // The pragma cannot fail outside a transaction; if it did, writing would only be slower.
            try? execute("PRAGMA synchronous = NORMAL", doing)
        }
        try transaction(.immediate, doing, body)
    }

    /// Takes what the log holds into the file, as far as no reader is in the way. Returns whether that was all of it.
    func checkpoint() throws(IndexError) -> Bool {
        let isWhole = try statement("PRAGMA wal_checkpoint(PASSIVE)").first("checkpointing") {
            row throws(IndexError) in
            row.int(0) == 0 && row.int(1) == row.int(2)
        }
        return isWhole ?? false
    }

    /// Runs `body`, which ends in the middle of a statement when it is interrupted.
    ///
    /// - Throws: `withdrawn` where it was, whatever `body` made of that: a check that was cut off finds pages missing.
    func interruptible<Value>(
        by interruption: Interruption,
        _ body: () throws(IndexError) -> Value
    ) throws(IndexError) -> Value {
        interruption.begin(on: handle)
        // Asked at the first jump of each statement: an interrupt from before that would be forgotten there.
        sqlite3_progress_handler(
            handle,
            1,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isAsked ? 1 : 0
            },
            Unmanaged.passUnretained(interruption).toOpaque()
        )
        defer {
            sqlite3_progress_handler(handle, 0, nil, nil)
            interruption.end()
        }
        let result = Result { () throws(IndexError) in try body() }
        guard !interruption.isAsked else { throw .withdrawn }
        return try result.get()
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Turns triggers on or off.
    func enableTriggers(_ isEnabled: Bool) { photod_sqlite_enable_triggers(handle, isEnabled ? 1 : 0) }

    /// The number of the row that was inserted last.
    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed that changes any.
    var changedRows: Int32 { sqlite3_changes(handle) }
}

/// A statement's text, told from others by its length first: to hash all of it took 3 % of the writer's time in a first sweep.
private struct StatementText: Hashable {
    private let sql: String

    init(_ sql: String) {
        self.sql = sql
    }

    func hash(into hasher: inout Hasher) { hasher.combine(sql.utf8.count) }
}
