import GRDB
import GRDBSQLite

/// What is found when the index is opened: the schema, the epoch and where numbering stands.
struct IndexStart: Sendable {
    let epoch: UInt64
    let reservation: SequenceReservation
    let isNew: Bool
    let wasClosedCleanly: Bool

    /// Makes the tables where there are none, and continues the numbering.
    init(preparing database: Database, continuesClocks: Bool) throws {
        let version = try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard version <= IndexSchema.version else {
            throw IndexError.newerSchema(found: version, known: IndexSchema.version)
        }
        if version == 0 {
            let epoch = UInt64.random(in: 1...UInt64.max)
            try Self.create(database, epoch: epoch)
            self.init(
                epoch: epoch,
                reservation: SequenceReservation(last: 0, reserved: 0),
                isNew: true,
                wasClosedCleanly: true
            )
            return
        }
        for (table, column, definition) in IndexSchema.addedColumns
        where try !database.columns(in: table).contains(where: { $0.name == column }) {
            try database.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column) \(definition)")
        }
        try database.execute(sql: IndexSchema.additions)
        let last = try Self.value("sequence", in: database)
        let reserved = try Self.value("reserved", in: database)
        guard last >= 0, reserved >= last, reserved < SequenceReservation.limit else {
            throw IndexError.sqlite(
                code: SQLITE_CORRUPT,
                message: "changes are numbered \(last), and up to \(reserved)",
                doing: "opening"
            )
        }
        let wasClosedCleanly = reserved == last
        // The block's last number may have been given out too.
        let next = wasClosedCleanly ? last : reserved + 1
        if !wasClosedCleanly {
            // The numbers between may have been given out and lost: the log cannot answer for them. On the disk before
            // anybody is told a number: it says what the index holds now, of which a power cut may take the last
            // transactions still, and the next start would count from the same number.
            try LibraryIndex.durably(database) {
                try database.execute(
                    sql: "UPDATE segment SET last = ? WHERE first = (SELECT max(first) FROM segment)",
                    arguments: [last]
                )
                try database.execute(
                    sql: "INSERT OR IGNORE INTO segment (first, last) VALUES (?, NULL)",
                    arguments: [next]
                )
                try Self.set("sequence", to: next, in: database)
                try Self.set("reserved", to: next, in: database)
            }
        }
        if !continuesClocks {
            try LibraryIndex.durably(database) {
                let epoch = UInt64.random(in: 1...UInt64.max)
                try Self.set("epoch", to: Int64(bitPattern: epoch), in: database)
            }
        }
        self.init(
            epoch: UInt64(bitPattern: try Self.value("epoch", in: database)),
            reservation: SequenceReservation(last: next, reserved: next),
            isNew: false,
            wasClosedCleanly: wasClosedCleanly
        )
    }

    private init(epoch: UInt64, reservation: SequenceReservation, isNew: Bool, wasClosedCleanly: Bool) {
        self.epoch = epoch
        self.reservation = reservation
        self.isNew = isNew
        self.wasClosedCleanly = wasClosedCleanly
    }

    /// Notes that every number up to `last` is in the log and none beyond it was given out.
    static func recordCleanEnd(_ database: Database, last: Int64, _ time: IdentityTime?) throws {
        if let time { try set("time-lived", to: time.lived, in: database) }
        try set("sequence", to: last, in: database)
        try set("reserved", to: last, in: database)
    }

    /// Notes that numbers up to `reserved` may be given out from now on.
    static func recordReservation(_ database: Database, reserved: Int64) throws {
        try set("reserved", to: reserved, in: database)
    }

    private static func create(_ database: Database, epoch: UInt64) throws {
        try database.inTransaction(.immediate) {
            try database.execute(sql: IndexSchema.tables)
            try database.execute(sql: IndexSchema.additions)
            try database.execute(sql: IndexSchema.triggers)
            try set("epoch", to: Int64(bitPattern: epoch), in: database)
            try set("sequence", to: 0, in: database)
            try set("reserved", to: 0, in: database)
            try database.execute(sql: "INSERT INTO segment (first, last) VALUES (0, NULL)")
            try database.execute(sql: "PRAGMA user_version = \(IndexSchema.version)")
            return .commit
        }
    }

    private static func value(_ key: String, in database: Database) throws -> Int64 {
        guard
            let value = try Int64.fetchOne(
                database,
                sql: "SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?",
                arguments: [key]
            )
        else {
            throw IndexError.sqlite(code: SQLITE_CORRUPT, message: "\(key) is missing", doing: "opening")
        }
        return value
    }

    private static func set(_ key: String, to value: Int64, in database: Database) throws {
        try database.execute(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)",
            arguments: [key, value]
        )
    }
}
