import PhotoModel

/// Numbers the index keeps, held against the rows they were made from. Each query reads a whole table, in one snapshot.
extension IndexReader {
    /// What is counted, and what is there.
    public struct Miscount<Key: Sendable>: Sendable {
        public let key: Key
        public let stored: (photos: Int64, videos: Int64)
        public let actual: (photos: Int64, videos: Int64)
    }

    /// Months of which the counts are wrong in any root.
    public func miscountedMonths() throws(IndexError) -> [Miscount<MonthKey>] {
        try miscounts(
            """
            SELECT month, sum(p), sum(v), sum(ap), sum(av) FROM (
                SELECT month, root, photos AS p, videos AS v, 0 AS ap, 0 AS av FROM month_count
                UNION ALL SELECT month, root, 0, 0, kind = 0, kind = 1 FROM asset
            ) GROUP BY month, root HAVING sum(p) <> sum(ap) OR sum(v) <> sum(av) ORDER BY month
            """
        ) { $0.month(0) }
    }

    /// Groups of which the counts are wrong, by name.
    public func miscountedGroups() throws(IndexError) -> [Miscount<String>] {
        try miscounts(
            """
            SELECT name, photos, videos, ifnull(ap, 0), ifnull(av, 0)
            FROM grouping LEFT JOIN (
                SELECT grouping AS counted, sum(kind = 0) AS ap, sum(kind = 1) AS av FROM asset
                WHERE grouping IS NOT NULL GROUP BY grouping
            ) ON counted = grouping.id
            WHERE photos <> ifnull(ap, 0) OR videos <> ifnull(av, 0)
            """
        ) { $0.string(0) }
    }

    private func miscounts<Key>(
        _ sql: String,
        key: (Statement) -> Key
    ) throws(IndexError) -> [Miscount<Key>] {
        var found: [Miscount<Key>] = []
        try connection.statement(sql).each("counting anew") { row throws(IndexError) in
            let stored = (photos: row.int(1), videos: row.int(2))
            let actual = (photos: row.int(3), videos: row.int(4))
            found.append(Miscount(key: key(row), stored: stored, actual: actual))
        }
        return found
    }

    /// Assets of which the last line in the change log is not what they are: what it told (`nil`: that it went), and what
    /// is (`nil`: it is not there).
    public func mislogged() throws(IndexError) -> [(id: AssetID, told: LoggedState?, actual: LoggedState?)] {
        let statement = try connection.statement(
            """
            SELECT change.uuid, change.kind, change.month, change.type, asset.month, asset.kind
            FROM (SELECT max(sequence) AS last FROM change GROUP BY uuid) AS newest
            JOIN change ON change.sequence = newest.last
            LEFT JOIN asset ON asset.uuid = change.uuid
            WHERE (change.kind = ?1) <> (asset.id IS NULL)
                OR change.kind <> ?1 AND (change.month <> asset.month OR change.type <> asset.kind)
            """
        )
        let deleted = Int64(AssetChange.Kind.deleted.rawValue)
        statement.bind(deleted, at: 1)
        var found: [(id: AssetID, told: LoggedState?, actual: LoggedState?)] = []
        try statement.each("comparing the change log") { row throws(IndexError) in
            found.append(
                (
                    try row.assetID(0),
                    row.int(1) == deleted ? nil : LoggedState(month: row.month(2), type: row.type(3)),
                    row.isNull(4) ? nil : LoggedState(month: row.month(4), type: row.type(5))
                )
            )
        }
        return found
    }

    /// Assets of which the full-text index has other texts than they have, or none, or still some after they went. What
    /// changed since it was brought up is left out.
    public func misworded() throws(IndexError) -> [AssetID] {
        guard try textPosition() == nil, try !isTextLost() else { return [] }
        var found: [AssetID] = []
        let unlike = try connection.statement(
            """
            SELECT asset.uuid, \(AssetText.assetColumns), asset_text_row.row IS asset.id AND asset_text.rowid NOT NULL,
                asset_text.name, asset_text.description, asset_text.grouping, asset_text.camera, asset_text.title,
                asset_text.keywords
            FROM asset LEFT JOIN asset_text_row ON asset_text_row.uuid = asset.uuid
                LEFT JOIN asset_text ON asset_text.rowid = asset.id
            WHERE asset.uuid NOT IN (SELECT uuid FROM change WHERE sequence > ?1)
            """
        )
        unlike.bind(try textSequence(), at: 1)
        try unlike.each("comparing words") { row throws(IndexError) in
            let isThere = row.int(1 + AssetText.count) != 0
            guard
                !isThere || AssetText(ofAsset: row, at: 1) != AssetText(stored: row, at: 2 + AssetText.count)
            else { return }
            found.append(try row.assetID(0))
        }
        let gone = try connection.statement(
            """
            SELECT uuid FROM asset_text_row WHERE uuid NOT IN (SELECT uuid FROM asset)
                AND uuid NOT IN (SELECT uuid FROM change WHERE sequence > ?1)
            """
        )
        gone.bind(try textSequence(), at: 1)
        try gone.each("looking for words of what is gone") { row throws(IndexError) in
            found.append(try row.assetID(0))
        }
        return found
    }

    /// The numbers of directories after one, in their order; at most `limit`.
    public func directoryKeys(after key: Int64, limit: Int) throws(IndexError) -> [Int64] {
        let statement = try connection.statement(
            "SELECT id FROM directory WHERE id > ?1 ORDER BY id LIMIT ?2"
        )
        statement.bind(key, at: 1)
        statement.bind(Int64(limit), at: 2)
        var keys: [Int64] = []
        try statement.each("listing directories") { row throws(IndexError) in keys.append(row.int(0)) }
        return keys
    }

    /// How far an audit has come, when the last one ended, and since when the first one is awaited (seconds since 1970).
    public func auditRecord() throws(IndexError) -> (position: Int64, finished: Int64?, awaited: Int64?) {
        func time(_ key: String) throws(IndexError) -> Int64? {
            try meta(key).map { min(max($0, -1 << 53), 1 << 53) }
        }
        return (try meta("audit-position") ?? 0, try time("audit-finished"), try time("audit-awaited"))
    }
}

extension IndexWriter {
    /// Counts every month and group anew from the assets.
    public func recount() throws(IndexError) {
        for sql in [
            "DELETE FROM month_count",
            """
            INSERT INTO month_count (month, root, photos, videos)
                SELECT month, root, sum(kind = 0), sum(kind = 1) FROM asset GROUP BY month, root
            """,
            "UPDATE grouping SET photos = 0, videos = 0",
            """
            UPDATE grouping SET photos = ap, videos = av FROM (
                SELECT grouping AS counted, sum(kind = 0) AS ap, sum(kind = 1) AS av FROM asset
                WHERE grouping IS NOT NULL GROUP BY grouping
            ) WHERE counted = grouping.id
            """,
        ] {
            try connection.statement(sql).run("counting anew")
        }
    }

    /// Has listeners told of months and groups whose counts were wrong. Other is what the others leave, so it was wrong
    /// with any of them.
    public func noteRecounted(
        _ months: some Sequence<MonthKey>,
        groups names: some Sequence<String>
    ) throws(IndexError) {
        for month in months { noteCounted(month) }
        for name in names {
            if let key = try reader.groupKey(named: name) { noteCountedGroup(key) }
        }
        noteCountedGroup(nil)
    }

    /// Adds the line that leads from what the change log told of an asset to what it is.
    public func mendLog(_ id: AssetID, told: LoggedState?, actual: LoggedState?) {
        note(id, before: told, after: actual)
    }

    /// - Parameter finished: seconds since 1970; `nil`: the audit goes on from `position`.
    public func recordAudit(position: Int64, finished: Int64?) throws(IndexError) {
        try setMeta("audit-position", position)
        if let finished { try setMeta("audit-finished", finished) }
    }

    /// Notes when a sweep has compared everything, where no audit has.
    ///
    /// - Parameter start: seconds since 1970.
    public func awaitAudit(since start: Int64) throws(IndexError) {
        try setMeta("audit-awaited", start)
    }
}
