import PhotoModel

/// A page of items: newest first, by local time with sub-seconds, then by id; or the other way round.
public struct PageQuery: Sendable, Hashable {
    /// From which end a list is read.
    public enum Order: Sendable, Hashable {
        case newest
        case oldest

        /// What comes first in it.
        func areInOrder(_ first: Cursor, _ second: Cursor) -> Bool {
            switch self {
            case .newest: first < second
            case .oldest: second < first
            }
        }

        /// Both columns of the time index in one direction, which is then walked forwards or backwards.
        var sql: String {
            switch self {
            case .newest: "ORDER BY sort_key, uuid"
            case .oldest: "ORDER BY sort_key DESC, uuid DESC"
            }
        }
    }

    public enum Group: Sendable, Hashable {
        case named(String)
        case other
    }

    /// Only files that could not be read.
    public enum Unreadable: Sendable, Hashable {
        case forAnyReason
        case because(UnreadableReason)
    }

    /// Where a keyset page goes on: behind this item.
    public struct Cursor: Sendable, Hashable, Comparable {
        let sortKey: Int64
        let id: AssetID

        public static func < (left: Cursor, right: Cursor) -> Bool {
            (left.sortKey, left.id) < (right.sortKey, right.id)
        }
    }

    public enum Start: Sendable, Hashable {
        case offset(Int)
        case after(Cursor)
    }

    public var range: SortRange
    /// The month, where the range is exactly one: its total is then known without counting.
    public var month: MonthKey?
    public var type: AssetType?
    public var group: Group?
    public var unviewed = false
    /// Only favourites.
    public var favorite = false
    public var unreadable: Unreadable?
    /// Only what has a position, or only what has none.
    public var located: Bool?
    public var dated: DateKind?
    public var rating: RatingFilter?
    public var order = Order.newest
    public var start: Start = .offset(0)
    public var limit = 20

    public init(month: MonthKey) {
        self.month = month
        range = SortRange(month: month)
    }

    public init(range: SortRange) {
        self.range = range
    }

    /// Which parts of the filter are in force: it decides the text of the statement, and so which cached one serves.
    var filter: String { countedFilter + otherFilter }

    /// Of what numbers are kept.
    private var countedFilter: String {
        var conditions = ""
        if type != nil { conditions += " AND kind = ?3" }
        switch group {
        case nil: break
        case .named: conditions += " AND grouping = (SELECT id FROM grouping WHERE name = ?4)"
        case .other: conditions += " AND grouping IS NULL"
        }
        return conditions
    }

    fileprivate var otherFilter: String {
        var conditions = ""
        if unviewed { conditions += " AND viewed = 0" }
        // In the words of the indexes that hold these few.
        if favorite { conditions += " AND ifnull(favorite, marked_favorite) = 1" }
        switch located {
        case nil: break
        case true?: conditions += " AND latitude IS NOT NULL AND longitude IS NOT NULL"
        case false?: conditions += " AND (latitude IS NULL OR longitude IS NULL)"
        }
        if let dated { conditions += " AND \(Self.condition(dated))" }
        switch rating {
        case nil: break
        case .unset?: conditions += " AND rating IS NULL"
        case .stars(let stars)?:
            conditions += " AND rating >= \(stars.lowerBound) AND rating <= \(stars.upperBound)"
        }
        switch unreadable {
        case nil: break
        case .forAnyReason: conditions += " AND unreadable <> 0"
        case .because(let reason):
            conditions += " AND unreadable <> 0 AND unreadable = \(reason.rawValue)"
        }
        return conditions
    }

    private static func condition(_ dated: DateKind) -> String {
        let sources = DateSource.allCases.filter { $0.kind == dated }.map { String($0.rawValue) }
        return sources.count == 1
            ? "date_source = \(sources[0])" : "date_source IN (\(sources.joined(separator: ", ")))"
    }

    /// Where the planner would walk the whole time index for a few.
    fileprivate var hint: String {
        if unreadable != nil { return " INDEXED BY asset_unreadable" }
        if favorite { return " INDEXED BY asset_favorite" }
        if case .stars = rating { return " INDEXED BY asset_rating" }
        return dated == .guessed ? " INDEXED BY asset_guessed" : ""
    }

    /// That an asset comes behind a place. One bound on that side, not two: else the planner may walk from the range's start
    /// to the place.
    ///
    /// - Parameter place: a sort key and an id, which is not before the range.
    func isBehind(_ place: String) -> String {
        switch order {
        case .newest: "(sort_key, uuid) > (\(place)) AND sort_key <= ?2"
        case .oldest: "sort_key > ?1 AND (sort_key, uuid) < (\(place))"
        }
    }

    /// That an asset comes before a place within the range.
    fileprivate func isBefore(_ place: String) -> String {
        switch order {
        case .newest: "sort_key > ?1 AND (sort_key, uuid) < (\(place))"
        case .oldest: "(sort_key, uuid) > (\(place)) AND sort_key <= ?2"
        }
    }

    /// A cursor, or the range's beginning if that comes later.
    func later(_ cursor: Cursor) -> Cursor {
        let start = Cursor(justBefore: range, in: order)
        return order.areInOrder(start, cursor) ? cursor : start
    }

    func bind(to statement: Statement) {
        statement.bind(range.after, at: 1)
        statement.bind(range.through, at: 2)
        if let type { statement.bind(Int64(type.rawValue), at: 3) }
        if case .named(let name) = group { statement.bind(name, at: 4) }
    }
}

extension PageQuery.Cursor {
    /// Behind everything that comes before a range.
    init(justBefore range: SortRange, in order: PageQuery.Order) {
        switch order {
        case .newest: self.init(sortKey: range.after, id: Self.lastID)
        // What has this very id, which no asset is given, would be left out.
        case .oldest: self.init(sortKey: range.through, id: Self.lastID)
        }
    }

    private static let lastID = AssetID(high: .max, low: .max)

    /// Reads a cursor as given out in a page; `nil` where it is none.
    public init?(_ text: some StringProtocol) {
        // Byte by byte: characters are looked up in tables, and a cursor comes with every page.
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), let sortKey = Int64(text[..<dot]),
            let id = Fingerprint(text[text.utf8.index(after: dot)...])
        else { return nil }
        self.init(sortKey: sortKey, id: AssetID(high: id.high, low: id.low))
    }

    /// Appends `<sort key>.<32 hexadecimal digits>`.
    public func appendText(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: String(sortKey).utf8)
        bytes.append(UInt8(ascii: "."))
        Fingerprint(high: id.high, low: id.low).appendText(to: &bytes)
    }
}

/// What is said of a page after its items.
public struct PageSummary: Sendable, Hashable {
    public var count: Int
    public var total: Int
    public var hasMore: Bool
    /// Behind the page's last item; `nil` for an empty page.
    public var nextCursor: PageQuery.Cursor?
    /// The offset, in the filtered list, of the first item not viewed yet. Left out of keyset pages.
    public var firstUnviewed: Int?

    public init(
        count: Int,
        total: Int,
        hasMore: Bool,
        nextCursor: PageQuery.Cursor? = nil,
        firstUnviewed: Int? = nil
    ) {
        self.count = count
        self.total = total
        self.hasMore = hasMore
        self.nextCursor = nextCursor
        self.firstUnviewed = firstUnviewed
    }
}

extension IndexReader {
    /// Calls `body` with each item of the page, then tells about the page.
    public func page(
        _ query: PageQuery,
        _ body: (ItemRow) throws(IndexError) -> Void
    ) throws(IndexError) -> PageSummary {
        var summary = PageSummary(count: 0, total: try total(of: query), hasMore: false)
        let statement: Statement
        switch query.start {
        case .offset(let offset):
            statement = try connection.statement(
                """
                SELECT \(ItemRow.columns) FROM asset\(query.hint)
                WHERE sort_key > ?1 AND sort_key <= ?2\(query.filter)
                \(query.order.sql) LIMIT ?5 OFFSET ?6
                """
            )
            query.bind(to: statement)
            statement.bind(Int64(offset), at: 6)
        case .after(let cursor):
            statement = try connection.statement(
                """
                SELECT \(ItemRow.columns) FROM asset\(query.hint)
                WHERE \(query.isBehind("?6, ?7"))\(query.filter) \(query.order.sql) LIMIT ?5
                """
            )
            query.bind(to: statement)
            let start = query.later(cursor)
            statement.bind(start.sortKey, at: 6)
            statement.bind(start.id, at: 7)
        }
        // One more than asked for tells whether there is more.
        statement.bind(Int64(query.limit + 1), at: 5)
        try statement.rows("listing a page") { row throws(IndexError) in
            guard summary.count < query.limit else {
                summary.hasMore = true
                return false
            }
            let item = ItemRow(row: row)
            try body(item)
            summary.count += 1
            if summary.count == query.limit {
                summary.nextCursor = PageQuery.Cursor(sortKey: item.sortKey, id: try item.id)
            }
            return true
        }
        if !summary.hasMore { summary.nextCursor = nil }
        if case .offset = query.start { summary.firstUnviewed = try firstUnviewed(query) }
        return summary
    }

    private func total(of query: PageQuery) throws(IndexError) -> Int {
        if let known = try knownTotal(of: query) { return known }
        let statement = try connection.statement(
            "SELECT count(*) FROM asset\(query.hint) WHERE sort_key > ?1 AND sort_key <= ?2\(query.filter)"
        )
        query.bind(to: statement)
        return Int(try statement.first("counting a page") { row throws(IndexError) in row.int(0) } ?? 0)
    }

    /// The total, where it is kept: a whole month's, or a whole group's.
    private func knownTotal(of query: PageQuery) throws(IndexError) -> Int? {
        guard query.otherFilter.isEmpty else { return nil }
        let counts: (photos: Int, videos: Int)
        if query.month == nil, query.group == nil, query.range == .all {
            let roots = try countsByRoot().values
            counts = roots.reduce((0, 0)) { ($0.0 + Int($1.photos), $0.1 + Int($1.videos)) }
        } else if let month = query.month, query.group == nil {
            let summary = try count(of: month)
            counts = (summary.photoCount, summary.videoCount)
        } else if let group = query.group, query.range == .all {
            let summary = try self.summary(of: group)
            counts = (summary?.photoCount ?? 0, summary?.videoCount ?? 0)
        } else {
            return nil
        }
        switch query.type {
        case nil: return counts.photos + counts.videos
        case .photo: return counts.photos
        case .video: return counts.videos
        }
    }

    private func summary(of group: PageQuery.Group) throws(IndexError) -> GroupSummary? {
        switch group {
        case .other: return try groupSummary(nil)
        case .named(let name):
            guard let key = try groupKey(named: name) else { return nil }
            return try groupSummary(key)
        }
    }

    /// Walks the time index, which holds the viewed mark, to the first item not viewed; then counts those before.
    private func firstUnviewed(_ query: PageQuery) throws(IndexError) -> Int? {
        let find = try connection.statement(
            """
            SELECT sort_key, uuid FROM asset\(query.hint)
            WHERE sort_key > ?1 AND sort_key <= ?2\(query.filter) AND viewed = 0
            \(query.order.sql) LIMIT 1
            """
        )
        query.bind(to: find)
        let found = try find.first("finding the first unviewed") { row throws(IndexError) in
            PageQuery.Cursor(sortKey: row.int(0), id: try row.assetID(1))
        }
        guard let found else { return nil }
        let before = try connection.statement(
            "SELECT count(*) FROM asset\(query.hint) WHERE \(query.isBefore("?5, ?6"))\(query.filter)"
        )
        query.bind(to: before)
        before.bind(found.sortKey, at: 5)
        before.bind(found.id, at: 6)
        return Int(try before.first("counting viewed items") { row throws(IndexError) in row.int(0) } ?? 0)
    }
}
