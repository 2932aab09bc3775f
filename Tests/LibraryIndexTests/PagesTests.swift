import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Pages")
struct PagesTests {
    private struct Item {
        let id: AssetID
        let time: LocalTime?
        let type: AssetType
        let group: String?
        let viewed: Bool
    }

    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let items: [Item]
    private let seed: UInt64

    /// Assets over three months and without a date; many share a second, some the very microsecond.
    init() throws {
        seed = UInt64.random(in: 0 ... .max)
        print("pages seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        folder = try TemporaryFolder()
        index = try folder.open()
        let shelf = try Shelf(index)
        var items: [Item] = []
        for _ in 0..<300 {
            let month = Int.random(in: 1...4, using: &random)
            let time: LocalTime? =
                month == 4
                ? nil
                : try date(
                    2016,
                    month,
                    [1, 2, 28].randomElement(using: &random) ?? 1,
                    second: Int.random(in: 0...2, using: &random),
                    microsecond: [0, 0, 1, 999_999].randomElement(using: &random) ?? 0
                )
            items.append(
                Item(
                    id: .random(using: &random),
                    time: time,
                    type: Bool.random(using: &random) ? .photo : .video,
                    group: [nil, "Beach", "Forest"].randomElement(using: &random) ?? nil,
                    viewed: Int.random(in: 0..<3, using: &random) > 0
                )
            )
        }
        self.items = items
        _ = try index.write { writer throws(IndexError) in
            for (number, item) in items.enumerated() {
                try writer.insert(
                    id: item.id,
                    record: .sample(item.time, type: item.type, group: item.group),
                    marks: AssetMarks(viewed: item.viewed),
                    at: shelf.place("\(number)"),
                    created: 1
                )
            }
        }
    }

    private func expected(_ isIncluded: (Item) -> Bool) -> [Item] {
        items.filter(isIncluded).sorted { left, right in
            switch (left.time, right.time) {
            case (let first?, let second?) where first != second: first > second
            case (nil, .some): false
            case (.some, nil): true
            default: left.id < right.id
            }
        }
    }

    /// From both ends.
    private func check(_ query: PageQuery, _ expected: [Item], limit: Int) throws {
        try checkOrder(query, expected, limit: limit)
        var query = query
        query.order = .oldest
        try checkOrder(query, expected.reversed(), limit: limit)
    }

    private func checkOrder(_ query: PageQuery, _ expected: [Item], limit: Int) throws {
        let firstUnviewed = expected.firstIndex { !$0.viewed }
        var byOffset: [AssetID] = []
        var cursors: [PageQuery.Cursor?] = []
        for offset in stride(from: 0, through: expected.count, by: limit) {
            var query = query
            query.limit = limit
            query.start = .offset(offset)
            let (ids, summary) = try index.ids(query)
            byOffset += ids
            cursors.append(summary.nextCursor)
            #expect(summary.count == ids.count)
            #expect(summary.total == expected.count, "seed \(seed)")
            #expect(summary.hasMore == (offset + limit < expected.count))
            #expect(summary.firstUnviewed == firstUnviewed, "seed \(seed)")
        }
        #expect(byOffset == expected.map(\.id), "seed \(seed)")
        var byCursor: [AssetID] = []
        var keyset = query
        keyset.limit = limit
        while true {
            let (ids, summary) = try index.ids(keyset)
            byCursor += ids
            guard let next = summary.nextCursor else { break }
            var text: [UInt8] = []
            next.appendText(to: &text)
            keyset.start = .after(try #require(PageQuery.Cursor(String(decoding: text, as: UTF8.self))))
            try #require(byCursor.count <= items.count)
        }
        #expect(byCursor == expected.map(\.id), "seed \(seed)")
    }

    @Test("are newest first to the microsecond, then by id, by offset and by cursor alike")
    func order() throws {
        for text in ["2016-01", "2016-02", "2016-03", "undated"] {
            let key = try month(text)
            let wanted = expected { ($0.time.map(MonthKey.init) ?? .undated) == key }
            try check(PageQuery(month: key), wanted, limit: 7)
        }
        try check(PageQuery(range: .all), expected { _ in true }, limit: 11)
    }

    @Test("show only what the filter lets through, and count it")
    func filters() throws {
        let january = try month("2016-01")
        for type in [nil, AssetType.photo, .video] {
            for group in [nil, PageQuery.Group.other, .named("Beach"), .named("nobody")] {
                for unviewed in [false, true] {
                    var query = PageQuery(month: january)
                    query.type = type
                    query.group = group
                    query.unviewed = unviewed
                    let wanted = expected { item in
                        guard item.time.map(MonthKey.init) == january else { return false }
                        if let type, item.type != type { return false }
                        switch group {
                        case nil: break
                        case .other: if item.group != nil { return false }
                        case .named(let name): if item.group != name { return false }
                        }
                        return !unviewed || !item.viewed
                    }
                    try check(query, wanted, limit: 5)
                }
            }
        }
    }

    @Test(
        "of a group are the same with its index and without, whatever else is asked for",
        arguments: [false, true]
    )
    func groups(isOrdered: Bool) throws {
        if isOrdered { _ = try index.write { writer throws(IndexError) in try writer.makeGroupIndex() } }
        let (start, end) = (try date(2016, 1, 2), try date(2016, 3, 28))
        for group in [PageQuery.Group.other, .named("Beach"), .named("nobody")] {
            for type in [nil, AssetType.photo, .video] {
                for (unviewed, isBounded) in [(false, false), (true, false), (false, true), (true, true)] {
                    var query = PageQuery(range: isBounded ? SortRange(from: start, to: end) : .all)
                    query.type = type
                    query.group = group
                    query.unviewed = unviewed
                    let wanted = expected { item in
                        if let type, item.type != type { return false }
                        if case .named(let name) = group, item.group != name { return false }
                        if case .other = group, item.group != nil { return false }
                        if unviewed, item.viewed { return false }
                        return !isBounded || item.time.map { $0 >= start && $0 < end } ?? false
                    }
                    try check(query, wanted, limit: 9)
                }
            }
        }
    }

    @Test("of a range hold its beginning and not its end, and never the undated")
    func ranges() throws {
        let bounds = [
            nil, try date(2016, 1), try date(2016, 1, 2), try date(2016, 2, 28, second: 1),
            try date(2016, 3, 28, second: 2, microsecond: 999_999), try date(2017, 1),
        ]
        for start in bounds {
            for end in bounds {
                let wanted = expected { item in
                    guard let time = item.time else { return false }
                    return start.map { time >= $0 } ?? true && end.map { time < $0 } ?? true
                }
                try check(PageQuery(range: SortRange(from: start, to: end)), wanted, limit: 50)
            }
        }
    }

    @Test("a cursor from outside the range begins the range or ends it")
    func foreignCursor() throws {
        let january = try month("2016-01")
        let all = expected { $0.time.map(MonthKey.init) == january }.map(\.id)
        var query = PageQuery(month: january)
        query.limit = 1000
        let marchTime = try date(2016, 3)
        query.start = .after(PageQuery.Cursor(sortKey: -marchTime.microseconds, id: .number(0)))
        #expect(try index.ids(query).ids == all)
        let olderTime = try date(2015, 3)
        query.start = .after(PageQuery.Cursor(sortKey: -olderTime.microseconds, id: .number(0)))
        #expect(try index.ids(query).ids.isEmpty)
        query.order = .oldest
        #expect(try index.ids(query).ids == all.reversed())
        query.start = .after(PageQuery.Cursor(sortKey: -marchTime.microseconds, id: .number(0)))
        #expect(try index.ids(query).ids.isEmpty)
    }

    @Test("text that is no cursor is none")
    func badCursors() {
        for text in [
            "", ".", "1.", ".00000000000000000000000000000000", "1.0000000000000000000000000000000",
            "1.000000000000000000000000000000000", "x.00000000000000000000000000000000",
            "1.0000000000000000000000000000000g", "1.00000000000000000000000000000000.",
            "99999999999999999999.00000000000000000000000000000000",
        ] {
            #expect(PageQuery.Cursor(text) == nil, "\(text)")
        }
        #expect(PageQuery.Cursor("-5.00000000000000000000000000000001")?.sortKey == -5)
    }

    @Test(
        "a keyset page walks the time index from its cursor, not from the month's beginning",
        arguments: [
            (PageQuery.Order.newest, "(sort_key,uuid)>(?,?) AND sort_key<?"),
            (.oldest, "sort_key>? AND (sort_key,uuid)<(?,?)"),
        ]
    )
    func plan(order: PageQuery.Order, bounds: String) throws {
        var query = PageQuery(month: try month("2016-01"))
        query.order = order
        let (behind, direction) = (query.isBehind("?6, ?7"), order.sql)
        let plan = try index.read { reader throws(IndexError) in
            let statement = try reader.connection.statement(
                "EXPLAIN QUERY PLAN SELECT uuid FROM asset WHERE \(behind) \(direction) LIMIT ?5"
            )
            var lines: [String] = []
            try statement.each("explaining") { row throws(IndexError) in lines.append(row.string(3)) }
            return lines
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains("asset_by_time (\(bounds))") == true, "\(plan)")
    }
}
