import PhotoModel

/// One snapshot of the index. It is valid inside the access it was given for.
public struct IndexReader {
    let connection: Connection
    let epoch: UInt64
    /// `nil` within a transaction that writes, which sees what nobody else does.
    var selections: FrequentSelections?

    func meta(_ key: String) throws(IndexError) -> Int64? {
        let statement = try connection.statement("SELECT value FROM meta WHERE key = ?1")
        statement.bind(key, at: 1)
        return try statement.first("reading a setting") { row throws(IndexError) in row.int(0) }
    }

    /// The clock of this snapshot.
    public func clock() throws(IndexError) -> Clock {
        Clock(epoch: epoch, sequence: try meta("sequence") ?? 0)
    }

    // MARK: Counts

    /// Every month that holds something, newest first, `undated` last.
    public func months() throws(IndexError) -> [MonthSummary] {
        let statement = try connection.statement(
            """
            SELECT month, sum(photos), sum(videos) FROM month_count GROUP BY month
                HAVING sum(photos) + sum(videos) > 0 ORDER BY month DESC
            """
        )
        var months: [MonthSummary] = []
        try statement.each("listing months") { row throws(IndexError) in
            months.append(
                MonthSummary(month: row.month(0), photoCount: row.count(1), videoCount: row.count(2))
            )
        }
        return months
    }

    /// The photos and videos of a month that only a modification time has put there.
    public func guessedCount(of month: MonthKey) throws(IndexError) -> MonthSummary {
        let statement = try connection.statement(
            """
            SELECT count(*), ifnull(sum(kind), 0) FROM asset INDEXED BY asset_guessed
            WHERE sort_key > ?1 AND sort_key <= ?2 AND date_source = 40
            """
        )
        let range = SortRange(month: month)
        statement.bind(range.after, at: 1)
        statement.bind(range.through, at: 2)
        let found = try statement.first("counting guessed dates") { row throws(IndexError) in
            MonthSummary(
                month: month,
                photoCount: row.count(0) - row.count(1),
                videoCount: row.count(1)
            )
        }
        return found ?? MonthSummary(month: month, photoCount: 0, videoCount: 0)
    }

    public func count(of month: MonthKey) throws(IndexError) -> MonthSummary {
        let statement = try connection.statement(
            "SELECT coalesce(sum(photos), 0), coalesce(sum(videos), 0) FROM month_count WHERE month = ?1"
        )
        statement.bind(Int64(month.rawValue), at: 1)
        let summary = try statement.first("counting a month") { row throws(IndexError) in
            MonthSummary(month: month, photoCount: row.count(0), videoCount: row.count(1))
        }
        return summary ?? MonthSummary(month: month, photoCount: 0, videoCount: 0)
    }

    /// The newest asset of a month that can be read; `nil` where none can.
    public func cover(of month: MonthKey) throws(IndexError) -> AssetID? {
        let range = SortRange(month: month)
        let statement = try connection.statement(
            """
            SELECT uuid FROM asset WHERE sort_key > ?1 AND sort_key <= ?2 AND unreadable = 0
            ORDER BY sort_key, uuid LIMIT 1
            """
        )
        statement.bind(range.after, at: 1)
        statement.bind(range.through, at: 2)
        return try statement.first("finding a cover") { row throws(IndexError) in try row.assetID(0) }
    }

    /// Photos and videos of each root, by the root's number.
    public func countsByRoot() throws(IndexError) -> [Int64: (photos: Int64, videos: Int64)] {
        let statement = try connection.statement(
            "SELECT root, sum(photos), sum(videos) FROM month_count GROUP BY root"
        )
        var counts: [Int64: (photos: Int64, videos: Int64)] = [:]
        try statement.each("counting roots") { row throws(IndexError) in
            counts[row.int(0)] = (Int64(row.count(1)), Int64(row.count(2)))
        }
        return counts
    }

    /// How many groups hold something; Other is not one of them.
    public func groupCount() throws(IndexError) -> Int64 {
        let statement = try connection.statement("SELECT count(*) FROM grouping WHERE photos + videos > 0")
        return try statement.first("counting groups") { row throws(IndexError) in row.int(0) } ?? 0
    }

    public func roots() throws(IndexError) -> [IndexedRoot] {
        let statement = try connection.statement("SELECT id, name, path FROM root ORDER BY id")
        var roots: [IndexedRoot] = []
        try statement.each("listing roots") { row throws(IndexError) in
            roots.append(IndexedRoot(key: row.int(0), name: row.string(1), path: FilePath(row.array(2))))
        }
        return roots
    }

    /// The roots that symbolic links in others lead to.
    public func links() throws(IndexError) -> [IndexedLink] {
        let statement = try connection.statement(
            """
            SELECT root.id, root.name, root.path, link.outer, link.target
            FROM link JOIN root ON root.id = link.root ORDER BY root.id
            """
        )
        var links: [IndexedLink] = []
        try statement.each("listing links") { row throws(IndexError) in
            let root = IndexedRoot(key: row.int(0), name: row.string(1), path: FilePath(row.array(2)))
            links.append(IndexedLink(root: root, outer: row.int(3), target: row.array(4)))
        }
        return links
    }

    /// The inode of a root that is, or was, the root of a mount; `nil` for one that has always been a plain folder.
    public func mountedInode(ofRoot key: Int64) throws(IndexError) -> UInt64? {
        let statement = try connection.statement("SELECT inode FROM root WHERE id = ?1")
        statement.bind(key, at: 1)
        let inode = try statement.first("reading a root") { row throws(IndexError) in row.optionalInt(0) }
        return (inode ?? nil).map { UInt64(bitPattern: $0) }
    }
}

/// Columns whose values are reckoned with. What lies outside the range that they are written with can only be damage; it
/// must neither trap nor look like something else until the row is written again.
extension Statement {
    /// What is no month shows as undated.
    func month(_ column: Int32) -> MonthKey {
        Int32(exactly: int(column)).flatMap(MonthKey.init(rawValue:)) ?? .undated
    }

    /// A date in five columns: what is no time of the years 1–9999 shows as none.
    func date(sortKey: Int32, source: Int32, detail: Int32, offset: Int32) -> CaptureDate? {
        let sortKey = int(sortKey)
        guard (-LocalTime.last.microseconds ... -LocalTime.first.microseconds).contains(sortKey) else {
            return nil
        }
        let detail = DateDetail(rawValue: int(detail))
        return CaptureDate(
            localTime: LocalTime(microseconds: -sortKey),
            fractionDigits: detail.fractionDigits,
            // Two digits of hours.
            offsetMinutes: optionalInt(offset).flatMap { (-5999...5999).contains($0) ? Int($0) : nil },
            source: DateSource(rawValue: UInt8(truncatingIfNeeded: int(source))) ?? .none,
            precision: detail.precision
        )
    }

    /// How many of something: sums of such numbers do not overflow.
    func count(_ column: Int32) -> Int { Int(min(max(int(column), 0), 1 << 40)) }

    /// A revision, or a moment in seconds or milliseconds since 1970: one more, and a difference of two, do not overflow.
    func bounded(_ column: Int32) -> Int64 { min(max(int(column), -1 << 53), 1 << 53) }

    func optionalBounded(_ column: Int32) -> Int64? { isNull(column) ? nil : bounded(column) }
}
