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
    let connections: IndexConnections
    let path: FilePath
    /// Made with the index; survives restarts.
    public let epoch: UInt64
    private let sequence: Mutex<SequenceReservation>
    /// How the index came to be what it is at start.
    public let origin: Origin
    /// The file as this daemon left it last.
    let file: Mutex<IndexFile>
    let damage = Mutex(Damage())

    struct Damage {
        var isFound = false
        var listener: (@Sendable () -> Void)?
    }

    public enum Origin: Sendable, Equatable {
        /// There was none.
        case created
        /// It was there; `cleanly` tells whether the last daemon closed it.
        case opened(cleanly: Bool)
        /// It was damaged; the old file is at this path.
        case rebuilt(movedTo: FilePath)
    }

    /// Opens `index.sqlite` in `folder`, or makes it. A damaged one is moved aside first.
    ///
    /// - Parameter continuesClocks: whether the file is known to be the one that numbers were given out from last. One
    ///   restored from a backup would give numbers out again: its clocks begin anew, and older ones are another instance's.
    public init(folder: FilePath, continuesClocks: Bool = true) throws(IndexError) {
        let path = folder.appending(FileName("index.sqlite"))
        var origin: Origin
        var opened: (connections: IndexConnections, start: IndexStart, file: IndexFile)
        do {
            try Self.refuseCondemned(path)
            opened = try Self.open(path, continuesClocks: continuesClocks)
            origin = opened.start.isNew ? .created : .opened(cleanly: opened.start.wasClosedCleanly)
        } catch  where error.isCorruption {
            let aside = try Self.moveAside(path)
            opened = try Self.open(path)
            origin = aside.map { .rebuilt(movedTo: $0) } ?? .created
        }
        self.path = path
        connections = opened.connections
        file = Mutex(opened.file)
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
        try refuseWhereDamaged()
        do {
            return try connections.read { database in try body(IndexReader(database: database, epoch: epoch))
            }
        } catch {
            throw noted(IndexError(error, doing: "reading"))
        }
    }

    /// As `read`, for a body with errors of its own, which come through as they are.
    public func snapshot<Value>(_ body: (IndexReader) throws -> Value) throws -> Value {
        try refuseWhereDamaged()
        do {
            return try connections.read { database in try body(IndexReader(database: database, epoch: epoch))
            }
        } catch let error as DatabaseError {
            throw noted(IndexError(error, doing: "reading"))
        } catch let error as IndexError {
            throw noted(error)
        }
    }

    /// Writes in one transaction.
    ///
    /// - Parameter bulk: a first sweep's transaction: counts are added up here instead of by trigger.
    /// - Returns: what `body` returned, and what changed, to be told to those who listen.
    public func write<Value>(
        bulk: Bool = false,
        _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws(IndexError) -> (value: Value, committed: CommittedChanges) {
        do {
            return try writing { database in
                if bulk { photod_sqlite_enable_triggers(Self.rawConnection(of: database), 0) }
                defer { if bulk { photod_sqlite_enable_triggers(Self.rawConnection(of: database), 1) } }
                return try commit(database, bulk: bulk, body)
            }
        } catch {
            throw noted(IndexError(error, doing: "writing"))
        }
    }

    private func commit<Value>(
        _ database: Database,
        bulk: Bool,
        _ body: (IndexWriter) throws(IndexError) -> Value
    ) throws -> (value: Value, committed: CommittedChanges) {
        try reserveNumbers(database)
        var reservation = sequence.withLock { $0 }
        var result: (value: Value, committed: CommittedChanges)?
        try database.inTransaction(.immediate) {
            let writer = IndexWriter(database: database, countsInBulk: bulk)
            let value = try body(writer)
            let changes = try writer.finish(reservation: &reservation)
            result = (
                value,
                CommittedChanges(
                    clock: Clock(epoch: epoch, sequence: reservation.last),
                    changes: changes,
                    months: writer.touchedMonths,
                    countedMonths: writer.countedMonths,
                    groups: writer.groups,
                    directoriesMoved: writer.directoriesMoved
                )
            )
            return .commit
        }
        guard let result else {
            throw IndexError.sqlite(
                code: SQLITE_ABORT,
                message: "the transaction did not run",
                doing: "writing"
            )
        }
        sequence.withLock { $0 = reservation }
        return result
    }

    /// A number is given out only when its reservation is on the disk: after a power cut numbering goes on behind the
    /// block, and no number ever means two things. Reserving comes before the transaction that may need the numbers,
    /// because nothing may go wrong any more once that is committed.
    private func reserveNumbers(_ database: Database) throws {
        var reservation = sequence.withLock { $0 }
        guard reservation.extend() else { return }
        try Self.durably(database) {
            try IndexStart.recordReservation(database, reserved: reservation.reserved)
        }
        sequence.withLock { $0 = reservation }
    }

    /// Runs a transaction that is on the disk when this returns.
    static func durably(_ database: Database, _ body: () throws -> Void) throws {
        try database.execute(sql: "PRAGMA synchronous = FULL")
        defer {
            // The pragma cannot fail outside a transaction; if it did, writing would only be slower.
            try? database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
        try database.inTransaction(.immediate) {
            try body()
            return .commit
        }
    }

    /// Runs work that a transaction would only be in the way of: checkpoints, shrinking memory.
    public func settle() throws(IndexError) {
        do {
            try writing { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
                try database.execute(sql: "PRAGMA shrink_memory")
            }
        } catch {
            throw noted(IndexError(error, doing: "checkpointing"))
        }
        connections.releaseMemory()
    }

    /// Takes what the log beside the file holds into the file, and gives the log's room back to the disk.
    ///
    /// For a disk that is full: many small transactions write the same pages again and again, so that the log may be many
    /// times as large as what it adds to the file.
    public func emptyLog() throws(IndexError) {
        do {
            try writing { database in
                try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        } catch {
            throw noted(IndexError(error, doing: "emptying the log"))
        }
    }

    /// Notes that numbering ended here, so that the next start knows nothing was lost, and closes the file.
    ///
    /// What it throws tells of that note alone: without it the next start answers questions for changes with a fresh
    /// instance, and nothing else is lost.
    ///
    /// - Parameter time: how long the daemon has lived is noted as well.
    public func close(at time: IdentityTime? = nil) throws(IndexError) {
        guard !isDamaged else {
            // Nobody will ask it anything any more, and nothing is written to what is to be looked into.
            try? connections.close()
            return
        }
        do {
            let last = sequence.withLock { $0.last }
            defer {
                // Failing only leaves the log beside the file, where the next start reads it: on a full disk the file
                // cannot grow by what the log holds.
                try? connections.write { database in
                    try database.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                }
                try? connections.close()
            }
            try connections.write { database in
                try Self.durably(database) { try IndexStart.recordCleanEnd(database, last: last, time) }
            }
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
    private static func open(_ path: FilePath, continuesClocks: Bool = true) throws(IndexError) -> (
        connections: IndexConnections, start: IndexStart, file: IndexFile
    ) {
        guard let text = path.text else {
            throw .sqlite(
                code: SQLITE_CANTOPEN,
                message: "the state folder's path is not UTF-8: choose another",
                doing: "opening"
            )
        }
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(10)
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
        // Made here, so that it is private from the start, and with it what SQLite puts beside it.
        let descriptor = path.withCString { Glibc.open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw .sqlite(code: SQLITE_CANTOPEN, message: "errno \(errno)", doing: "opening \(text)")
        }
        Glibc.close(descriptor)
        do {
            let opened = IndexFile(at: path)
            let connections = try IndexConnections(path: text, configuration: configuration) {
                IndexFile(at: path).isSame(as: opened)
            }
            do {
                let start = try connections.write { database in
                    try IndexStart(preparing: database, continuesClocks: continuesClocks)
                }
                return (connections, start, IndexFile(at: path))
            } catch {
                // What made it fail says more than what closing may add.
                try? connections.close()
                throw error
            }
        } catch {
            throw IndexError(error, doing: "opening").asStrangersFile
        }
    }
}
