import PhotoModel

/// A search: words, a place, and what a page takes besides.
public struct FindQuery: Sendable, Hashable {
    /// Each must stand in one of an asset's texts (file name, description, title, keywords, group, camera), as the beginning
    /// of a word or of several in a row.
    public var words: [String]
    /// One of the asset's, in letters of any case.
    public var keyword: String?
    public var near: GeographicCircle?
    public var page: PageQuery

    public init(
        words: [String] = [],
        keyword: String? = nil,
        near: GeographicCircle? = nil,
        page: PageQuery
    ) {
        self.words = words
        self.keyword = keyword
        self.near = near
        self.page = page
    }
}

extension IndexReader {
    /// Calls `body` with each item of the page, then tells about the page. What has changed behind the full-text index
    /// is found by the words it had: see `isTextBehind`.
    public func find(
        _ query: FindQuery,
        _ body: (ItemRow) throws(IndexError) -> Void
    ) throws(IndexError) -> PageSummary {
        guard let selection = try selection(query) else { return try page(query.page, body) }
        var page = SelectedPage(query.page, selected: selection.count)
        if try isDense(selection) {
            try walk(selection, &page)
        } else {
            try lookUp(selection, &page)
        }
        let item = try connection.statement("SELECT \(ItemRow.columns) FROM asset WHERE id = ?1")
        for key in page.keys {
            item.bind(key, at: 1)
            try item.each("reading an item") { row throws(IndexError) in try body(ItemRow(row: row)) }
        }
        return page.summary
    }

    /// `nil` where everything is selected.
    private func selection(_ query: FindQuery) throws(IndexError) -> AssetSelection? {
        var selection = query.words.isEmpty ? nil : try assets(matching: query.words)
        if let keyword = query.keyword {
            let found = try assets(withKeyword: keyword)
            selection = selection?.intersection(found) ?? found
        }
        if let circle = query.near {
            let found = try assets(in: circle)
            selection = selection?.intersection(found) ?? found
        }
        return selection
    }

    /// Whether a walk along the time index, which costs a tenth as much for each asset as looking one up, comes to
    /// enough of the selected soon enough.
    private func isDense(_ selection: AssetSelection) throws(IndexError) -> Bool {
        let total = try countsByRoot().values.reduce(0) { $0 + $1.photos + $1.videos }
        return selection.count > 256 && Int64(selection.count) > total / 64
    }

    /// Goes through the time index in the order of the page and takes what is selected.
    private func walk(_ selection: AssetSelection, _ page: inout SelectedPage) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT id, sort_key, uuid, viewed FROM asset
            WHERE \(page.query.isBehind("?5, ?6"))\(page.query.filter) \(page.query.order.sql)
            """
        )
        page.query.bind(to: statement)
        statement.bind(page.walkStart.sortKey, at: 5)
        statement.bind(page.walkStart.id, at: 6)
        try statement.rows("searching by time") { row throws(IndexError) in
            guard selection.contains(row.int(0)) else { return true }
            return page.take(try SelectedAsset(row))
        }
    }

    /// Looks up each of the selected and sorts them.
    private func lookUp(_ selection: AssetSelection, _ page: inout SelectedPage) throws(IndexError) {
        let statement = try connection.statement(
            """
            SELECT id, sort_key, uuid, viewed FROM asset
            WHERE id = ?5 AND sort_key > ?1 AND sort_key <= ?2\(page.query.filter)
            """
        )
        page.query.bind(to: statement)
        var found: [SelectedAsset] = []
        try selection.forEach { key throws(IndexError) in
            statement.bind(key, at: 5)
            try statement.each("looking up what was found") { row throws(IndexError) in
                found.append(try SelectedAsset(row))
            }
        }
        found.sort { page.query.order.areInOrder($0.place, $1.place) }
        page.total = found.count
        for asset in found where !page.take(asset) { return }
    }
}

/// One of the selected, as the time index has it.
struct SelectedAsset {
    let key: Int64
    let place: PageQuery.Cursor
    let isViewed: Bool

    init(_ row: Statement) throws(IndexError) {
        key = row.int(0)
        place = PageQuery.Cursor(sortKey: row.int(1), id: try row.assetID(2))
        isViewed = row.int(3) != 0
    }
}

/// A page that is cut out of the selected as they come by in their order.
struct SelectedPage {
    let query: PageQuery
    /// `nil`: they are counted as they come by.
    var total: Int?
    private(set) var keys: [Int64] = []
    private var seen = 0
    private var last: PageQuery.Cursor?
    private var hasMore = false
    private var firstUnviewed: Int?

    init(_ query: PageQuery, selected: Int) {
        self.query = query
        total = query.filter.isEmpty && query.range == .all ? selected : nil
    }

    private var cursor: PageQuery.Cursor? {
        if case .after(let cursor) = query.start { cursor } else { nil }
    }

    /// Where to begin: what is counted has to come by.
    var walkStart: PageQuery.Cursor {
        guard total != nil, let cursor else {
            return PageQuery.Cursor(justBefore: query.range, in: query.order)
        }
        return query.later(cursor)
    }

    /// Returns whether the next has to come by too.
    mutating func take(_ asset: SelectedAsset) -> Bool {
        let position = seen
        seen += 1
        if firstUnviewed == nil, !asset.isViewed { firstUnviewed = position }
        if isInReach(asset, position) {
            if keys.count < query.limit {
                keys.append(asset.key)
                last = asset.place
            } else {
                hasMore = true
            }
        }
        let knowsUnviewed = firstUnviewed != nil || cursor != nil
        return total == nil || !hasMore || !knowsUnviewed
    }

    private func isInReach(_ asset: SelectedAsset, _ position: Int) -> Bool {
        switch query.start {
        case .offset(let offset): position >= offset
        case .after(let cursor): query.order.areInOrder(cursor, asset.place)
        }
    }

    var summary: PageSummary {
        PageSummary(
            count: keys.count,
            total: total ?? seen,
            hasMore: hasMore,
            nextCursor: hasMore ? last : nil,
            firstUnviewed: cursor == nil ? firstUnviewed : nil
        )
    }
}
