import CSQLiteShim
import GRDB
import GRDBSQLite
import Glibc
import PhotoModel
import Synchronization

/// `index.sqlite`: what the roots hold, so that questions are answered without looking at them.
///
/// It is disposable. Anything wrong with the file ends in moving it aside and building it anew; ids and marks come
/// back from the identity documents.
///
/// One writer at a time, any number of readers; each reader sees one snapshot.
public final class LibraryIndex: Sendable {
    private let pool: DatabasePool
    private let path: FilePath
    /// Made with the index; survives restarts.
    public let epoch: UInt64
    private let sequence: Mutex<SequenceReservation>
    /// How the index came to be what it is at start.
    public let origin: Origin

    public enum Origin: Sendable, Equatable {
        /// There was none.
        case created
        /// It was there; `cleanly` tells whether the last daemon closed it.
        case opened(cleanly: Bool)
        /// It was damaged; the old file is at this path.
        case rebuilt(movedTo: FilePath)
    }

    /// Opens `index.sqlite` in `folder`, or makes it. A damaged or older one is moved aside first.
    public init(folder: FilePath) throws(IndexError) {
        let path = folder.appending(FileName("index.sqlite"))
        let existed = path.withCString { access($0, F_OK) == 0 }
        var origin: Origin
        var opened: (pool: DatabasePool, start: IndexStart)
        do {
            opened = try Self.open(path)
            origin = existed && !opened.start.isNew ? .opened(cleanly: opened.start.wasClosedCleanly) : .created
        } catch where error.isCorruption {
            let aside = try Self.moveAside(path)
            opened = try Self.open(path)
            origin = .rebuilt(movedTo: aside)
        }
        self.path = path
        self.pool = opened.pool
        self.origin = origin
        epoch = opened.start.epoch
        sequence = Mutex(opened.start.reservation)
    }

    public var isNew: Bool {
        switch origin {
        case .created, .rebuilt: true
        case .opened: false
        }
    }

    /// The newest clock.
    public var clock: Clock {
        Clock(epoch: epoch, sequence: sequence.withLock { $0.last })
    }

    /// Reads within one snapshot.
    public func read<Value>(_ body: (IndexReader) throws(IndexError) -> Value) throws(IndexError) -> Value {
        do {
            return try pool.read { database in try body(IndexReader(database: database, epoch: epoch)) }
        } catch {
            throw IndexError(error, doing: "reading")
        }
    }

    /// As `read`, for a body with errors of its own, which come through as they are.
    public func snapshot<Value>(_ body: (IndexReader) throws -> Value) throws -> Value {
        do {
            return try pool.read { database in try body(IndexReader(database: database, epoch: epoch)) }
        } catch let error as DatabaseError {
            throw IndexError(error, doing: "reading")
        }
    }

    /// Writes in one transaction.
    ///
    /// - Parameter bulk: a first sweep's transaction: counts are added up here instead of by trigger.
    /// - Returns: what `body` returned, and what changed, to be told to those who listen.
    public func write<Value>(
        bulk: Bool = false, _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws(IndexError) -> (value: Value, committed: CommittedChanges) {
        do {
            return try pool.writeWithoutTransaction { database in
                if bulk { photod_sqlite_enable_triggers(Self.rawConnection(of: database), 0) }
                defer { if bulk { photod_sqlite_enable_triggers(Self.rawConnection(of: database), 1) } }
                return try commit(database, bulk: bulk, body)
            }
        } catch {
            throw IndexError(error, doing: "writing")
        }
    }

    private func commit<Value>(
        _ database: Database, bulk: Bool, _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws -> (value: Value, committed: CommittedChanges) {
        let before = sequence.withLock { $0 }
        var reservation = before
        var result: (value: Value, committed: CommittedChanges)?
        try database.inTransaction(.immediate) {
            let writer = IndexWriter(database: database, countsInBulk: bulk)
            let value = try body(writer)
            let changes = try writer.finish(reservation: &reservation)
            result = (
                value,
                CommittedChanges(
                    clock: Clock(epoch: epoch, sequence: reservation.last), changes: changes,
                    months: writer.touchedMonths, countedMonths: writer.countedMonths,
                    directoriesMoved: writer.directoriesMoved)
            )
            return .commit
        }
        guard let result else {
            throw IndexError.sqlite(code: SQLITE_ABORT, message: "the transaction did not run", doing: "writing")
        }
        // A number is given out only when its reservation is on the disk: after a power cut numbering goes on
        // behind the block, and no number ever means two things.
        if reservation.reserved > before.reserved { try syncLog() }
        sequence.withLock { $0 = reservation }
        return result
    }

    /// Forces the write-ahead log to the disk.
    private func syncLog() throws(IndexError) {
        let log = FilePath(path.bytes + Array("-wal".utf8))
        let descriptor = log.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw .sqlite(code: SQLITE_CANTOPEN, message: "errno \(errno)", doing: "opening the write-ahead log")
        }
        defer { Glibc.close(descriptor) }
        guard fdatasync(descriptor) == 0 else {
            throw .sqlite(code: SQLITE_IOERR, message: "errno \(errno)", doing: "syncing the write-ahead log")
        }
    }

    /// Runs work that a transaction would only be in the way of: checkpoints, shrinking memory.
    public func settle() throws(IndexError) {
        do {
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
                try database.execute(sql: "PRAGMA shrink_memory")
            }
        } catch {
            throw IndexError(error, doing: "checkpointing")
        }
        pool.releaseMemory()
    }

    /// Notes that numbering ended here, so that the next start knows nothing was lost, and closes the file.
    public func close() throws(IndexError) {
        do {
            let last = sequence.withLock { $0.last }
            try pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.inTransaction(.immediate) {
                    try IndexStart.recordCleanEnd(database, last: last)
                    return .commit
                }
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try pool.close()
        } catch {
            throw IndexError(error, doing: "closing")
        }
    }

    static func rawConnection(of database: Database) -> UnsafeMutableRawPointer? {
        database.sqliteConnection.map { UnsafeMutableRawPointer($0) }
    }
}

// MARK: - Opening

extension LibraryIndex {
    private static func open(_ path: FilePath) throws(IndexError) -> (pool: DatabasePool, start: IndexStart) {
        guard let text = path.text else {
            throw .sqlite(
                code: SQLITE_CANTOPEN, message: "the state folder's path is not UTF-8: choose another",
                doing: "opening")
        }
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 6
        configuration.persistentReadOnlyConnections = true
        configuration.prepareDatabase { database in
            // The index is read back by bytes, so a damaged page must be noticed rather than believed.
            try database.execute(sql: "PRAGMA cell_size_check = ON")
            if sqlite3_db_readonly(database.sqliteConnection, nil) == 0 {
                // NORMAL: a power cut may lose the last transactions and never the file. What is lost is found again
                // by the sweep at start.
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                try database.execute(sql: "PRAGMA cache_size = -8192")
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
                try database.execute(sql: "PRAGMA temp_store = MEMORY")
                // What a sweep needed of the log is given back when it begins anew.
                try database.execute(sql: "PRAGMA journal_size_limit = 4194304")
            } else {
                try database.execute(sql: "PRAGMA cache_size = -1024")
            }
        }
        do {
            let pool = try DatabasePool(path: text, configuration: configuration)
            let start = try pool.writeWithoutTransaction { database in try IndexStart(preparing: database) }
            _ = chmod(text, 0o600)
            return (pool, start)
        } catch {
            throw IndexError(error, doing: "opening")
        }
    }

    private static func moveAside(_ path: FilePath) throws(IndexError) -> FilePath {
        let aside = FilePath(path.bytes + Array(".broken-\(time(nil))".utf8))
        let code = path.withCString { old in aside.withCString { new in rename(old, new) } }
        guard code == 0 else { throw .cannotMoveAside(path: path.display, errno: errno) }
        for suffix in ["-wal", "-shm"] {
            _ = FilePath(path.bytes + Array(suffix.utf8)).withCString { unlink($0) }
        }
        return aside
    }
}
