import CSQLite

/// What is found when the index is opened: the schema, the epoch and where numbering stands.
struct IndexStart: Sendable {
    let epoch: UInt64
    let opening: Int64
    let reservation: SequenceReservation
    let isNew: Bool
    let wasClosedCleanly: Bool

    /// Makes the tables where there are none, and continues the numbering.
    init(preparing connection: Connection, continuesClocks: (Int64) -> Bool) throws(IndexError) {
        let version = try connection.prepare("PRAGMA user_version").first("opening") { $0.int(0) } ?? 0
        guard IndexSchema.possibleVersions.contains(version) else {
            throw IndexError.sqlite(
                code: SQLITE_CORRUPT,
                message: "it says that its version is \(version)",
                doing: "opening"
            )
        }
        guard version <= IndexSchema.version else {
            throw IndexError.newerSchema(found: version, known: IndexSchema.version)
        }
        if version == 0 {
            let epoch = UInt64.random(in: 1...UInt64.max)
            try Self.create(connection, epoch: epoch)
            self.init(
                epoch: epoch,
                opening: try Self.drawOpening(connection),
                reservation: SequenceReservation(last: 0, reserved: 0),
                isNew: true,
                wasClosedCleanly: true
            )
            return
        }
        for (table, column, definition) in IndexSchema.addedColumns
        where try Self.lacksColumn(column, of: table, in: connection) {
            try connection.execute("ALTER TABLE \(table) ADD COLUMN \(column) \(definition)", "opening")
        }
        if version < IndexSchema.version {
            try connection.transaction(.immediate, "opening") { () throws(IndexError) in
                for sql in [IndexSchema.upgrade, IndexSchema.additions, IndexSchema.textSettings] {
                    try connection.execute(sql, "opening")
                }
            }
        }
        try connection.execute(IndexSchema.additions, "opening")
        if try Self.reading(in: connection) != IndexSchema.reading {
            try connection.transaction(.immediate, "opening") { () throws(IndexError) in
                try connection.execute(IndexSchema.readAnew, "opening")
            }
        }
        let last = try Self.value("sequence", in: connection)
        let reserved = try Self.value("reserved", in: connection)
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
            try connection.durably("opening") { () throws(IndexError) in
                try connection.execute(
                    """
                    UPDATE segment SET last = \(last) WHERE first = (SELECT max(first) FROM segment);
                    INSERT OR IGNORE INTO segment (first, last) VALUES (\(next), NULL);
                    """,
                    "opening"
                )
                try connection.setMeta("sequence", next, "opening")
                try connection.setMeta("reserved", next, "opening")
            }
        }
        if try !continuesClocks(Self.optionalValue("opening", in: connection) ?? 0) {
            try connection.durably("opening") { () throws(IndexError) in
                let epoch = UInt64.random(in: 1...UInt64.max)
                try connection.setMeta("epoch", Int64(bitPattern: epoch), "opening")
            }
        }
        self.init(
            epoch: UInt64(bitPattern: try Self.value("epoch", in: connection)),
            opening: try Self.drawOpening(connection),
            reservation: SequenceReservation(last: next, reserved: next),
            isNew: false,
            wasClosedCleanly: wasClosedCleanly
        )
    }

    private init(
        epoch: UInt64,
        opening: Int64,
        reservation: SequenceReservation,
        isNew: Bool,
        wasClosedCleanly: Bool
    ) {
        self.epoch = epoch
        self.opening = opening
        self.reservation = reservation
        self.isNew = isNew
        self.wasClosedCleanly = wasClosedCleanly
    }

    /// Notes that every number up to `last` is in the log and none beyond it was given out.
    static func recordCleanEnd(
        _ connection: Connection,
        last: Int64,
        _ time: IdentityTime?
    ) throws(IndexError) {
        if let time { try connection.setMeta("time-lived", time.lived, "closing") }
        try connection.setMeta("sequence", last, "closing")
        try connection.setMeta("reserved", last, "closing")
    }

    /// Notes that numbers up to `reserved` may be given out from now on.
    static func recordReservation(_ connection: Connection, reserved: Int64) throws(IndexError) {
        try connection.setMeta("reserved", reserved, "writing")
    }

    private static func create(_ connection: Connection, epoch: UInt64) throws(IndexError) {
        try connection.transaction(.immediate, "opening") { () throws(IndexError) in
            for sql in [
                IndexSchema.tables, IndexSchema.additions, IndexSchema.textSettings, IndexSchema.triggers,
            ] {
                try connection.execute(sql, "opening")
            }
            try connection.setMeta("epoch", Int64(bitPattern: epoch), "opening")
            try connection.setMeta("sequence", 0, "opening")
            try connection.setMeta("reserved", 0, "opening")
            try connection.setMeta(IndexSchema.readingKey, IndexSchema.reading, "opening")
            try connection.execute(
                """
                INSERT INTO segment (first, last) VALUES (0, NULL);
                PRAGMA user_version = \(IndexSchema.version);
                """,
                "opening"
            )
        }
    }

    /// Whether a table is there and has no such column.
    private static func lacksColumn(
        _ column: String,
        of table: String,
        in connection: Connection
    ) throws(IndexError) -> Bool {
        let find = try connection.prepare(
            "SELECT count(*) > 0 AND sum(name = ?2) = 0 FROM pragma_table_info(?1)"
        )
        find.bind(table, at: 1)
        find.bind(column, at: 2)
        return try find.first("opening") { $0.int(0) != 0 } ?? false
    }

    /// By which number its files were read; 0 in an index from before there were any.
    private static func reading(in connection: Connection) throws(IndexError) -> Int64 {
        let find = try connection.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1")
        find.bind(IndexSchema.readingKey, at: 1)
        return try find.first("opening") { $0.int(0) } ?? 0
    }

    /// Notes what tells this opening from every other. A power cut may take it, and then nothing vouches for the file.
    private static func drawOpening(_ connection: Connection) throws(IndexError) -> Int64 {
        let opening = Int64.random(in: 1...Int64.max)
        try connection.setMeta("opening", opening, "opening")
        return opening
    }

    private static func optionalValue(_ key: String, in connection: Connection) throws(IndexError) -> Int64? {
        let find = try connection.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?1")
        find.bind(key, at: 1)
        return try find.first("opening", { $0.optionalInt(0) }) ?? nil
    }

    static func value(_ key: String, in connection: Connection) throws(IndexError) -> Int64 {
        guard let value = try optionalValue(key, in: connection) else {
            throw .sqlite(code: SQLITE_CORRUPT, message: "\(key) is missing", doing: "opening")
        }
        return value
    }
}
