import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

/// Searches held against going through everything by hand: with frequent and rare words, near and far places, all
/// filters, by offset and by cursor.
@Suite("Pages of what was found")
struct FoundPagesTests {
    private struct Item {
        let id: AssetID
        let time: LocalTime?
        let type: AssetType
        let group: String?
        let viewed: Bool
        let favorite: Bool?
        let marked: Bool?
        let place: (latitude: Double, longitude: Double)?
        let unreadable: UnreadableReason?
        let words: [String]
    }

    private static let words = ["common", "frequent", "seldom", "rare"]

    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private var items: [Item] = []
    private let seed: UInt64

    init() throws {
        seed = UInt64.random(in: 0 ... .max)
        print("found pages seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        folder = try TemporaryFolder()
        index = try folder.open()
        let shelf = try Shelf(index)
        for _ in 0..<1200 { items.append(try Self.item(&random)) }
        let items = items
        _ = try index.write { writer throws(IndexError) in
            for (number, item) in items.enumerated() {
                var record = AssetRecord.sample(item.time, type: item.type, group: item.group)
                record.description = nil
                record.markedFavorite = item.marked
                record.latitude = item.place?.latitude
                record.longitude = item.place?.longitude
                record.unreadable = item.unreadable
                try writer.insert(
                    id: item.id,
                    record: record,
                    marks: AssetMarks(favorite: item.favorite, viewed: item.viewed),
                    at: shelf.place("\(item.words.joined(separator: "-"))_\(number).jpg"),
                    created: 1
                )
            }
            try writer.makeSecondaryIndexes()
        }
        try index.catchUpText()
    }

    private static func item(_ random: inout SeededGenerator) throws -> Item {
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        let month = Int.random(in: 1...4, using: &random)
        let time: LocalTime? =
            month == 4
            ? nil
            : try date(2016, month, [1, 2, 28][Int.random(in: 0...2, using: &random)], second: month % 2)
        var chosen = [words[0]]
        if !one(in: 3) { chosen.append(words[1]) }
        if one(in: 30) { chosen.append(words[2]) }
        if one(in: 300) { chosen.append(words[3]) }
        return Item(
            id: .random(using: &random),
            time: time,
            type: one(in: 4) ? .video : .photo,
            group: [nil, "Beach", "Forest"][Int.random(in: 0...2, using: &random)],
            viewed: !one(in: 9),
            favorite: [nil, nil, nil, true, false][Int.random(in: 0...4, using: &random)],
            marked: [nil, nil, true][Int.random(in: 0...2, using: &random)],
            place: one(in: 2)
                ? nil
                : (
                    .random(in: -90...90, using: &random),
                    [-180, 180, .random(in: -180...180, using: &random)][
                        Int.random(in: 0...2, using: &random)
                    ]
                ),
            unreadable: one(in: 20) ? UnreadableReason.allCases.randomElement(using: &random) : nil,
            words: chosen
        )
    }

    private func expected(_ query: FindQuery) -> [Item] {
        let newestFirst = newestFirst(query)
        return query.page.order == .newest ? newestFirst : newestFirst.reversed()
    }

    private func newestFirst(_ query: FindQuery) -> [Item] {
        items.filter { item in
            guard query.words.allSatisfy({ word in item.words.contains { $0.hasPrefix(word) } }) else {
                return false
            }
            if let circle = query.near {
                guard let place = item.place,
                    circle.contains(latitude: place.latitude, longitude: place.longitude)
                else { return false }
            }
            let page = query.page
            if let type = page.type, item.type != type { return false }
            switch page.group {
            case nil: break
            case .other: if item.group != nil { return false }
            case .named(let name): if item.group != name { return false }
            }
            if page.unviewed, item.viewed { return false }
            if page.favorite, (item.favorite ?? item.marked) != true { return false }
            switch page.unreadable {
            case nil: break
            case .forAnyReason: if item.unreadable == nil { return false }
            case .because(let reason): if item.unreadable != reason { return false }
            }
            if page.range != .all {
                guard let time = item.time, time >= Self.from, time < Self.to else { return false }
            }
            return true
        }.sorted { left, right in
            switch (left.time, right.time) {
            case (let first?, let second?) where first != second: first > second
            case (nil, .some): false
            case (.some, nil): true
            default: left.id < right.id
            }
        }
    }

    private static let from = LocalTime(microseconds: 1_452_000_000_000_000)
    private static let to = LocalTime(microseconds: 1_457_500_000_000_000)

    private func check(_ query: FindQuery, limit: Int) throws {
        let expected = expected(query)
        var byOffset: [AssetID] = []
        for offset in stride(from: 0, through: expected.count, by: limit) {
            var asked = query
            asked.page.limit = limit
            asked.page.start = .offset(offset)
            let (ids, summary) = try index.find(asked)
            byOffset += ids
            #expect(summary.count == ids.count)
            #expect(summary.total == expected.count, "seed \(seed): \(query)")
            #expect(summary.hasMore == (offset + limit < expected.count), "seed \(seed): \(query)")
            #expect((summary.nextCursor != nil) == summary.hasMore)
            #expect(summary.firstUnviewed == expected.firstIndex { !$0.viewed }, "seed \(seed): \(query)")
        }
        #expect(byOffset == expected.map(\.id), "seed \(seed): \(query)")
        var byCursor: [AssetID] = []
        var keyset = query
        keyset.page.limit = limit
        while true {
            let (ids, summary) = try index.find(keyset)
            byCursor += ids
            #expect(summary.total == expected.count, "seed \(seed): \(query)")
            #expect(summary.firstUnviewed == nil || keyset.page.start == .offset(0))
            guard let next = summary.nextCursor else { break }
            keyset.page.start = .after(next)
            try #require(byCursor.count <= items.count)
        }
        #expect(byCursor == expected.map(\.id), "seed \(seed): \(query)")
    }

    @Test("are those that going through everything by hand gives, in the same order")
    func pages() throws {
        var random = SeededGenerator(seed: seed &+ 1)
        for _ in 0..<150 {
            var query = FindQuery(page: PageQuery(range: .all))
            func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
            query.words = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                String(Self.words.randomElement(using: &random)?.prefix(one(in: 2) ? 3 : 20) ?? "")
            }
            if one(in: 3) {
                query.near = GeographicCircle(
                    latitude: [-90, 0, 50, 90][Int.random(in: 0...3, using: &random)],
                    longitude: [-180, 0, 179, 180][Int.random(in: 0...3, using: &random)],
                    kilometres: [500, 5000, 15_000][Int.random(in: 0...2, using: &random)]
                )
            }
            if one(in: 4) { query.page.type = one(in: 2) ? .photo : .video }
            if one(in: 4) { query.page.group = one(in: 2) ? .other : .named("Beach") }
            query.page.unviewed = one(in: 5)
            query.page.order = one(in: 3) ? .oldest : .newest
            query.page.favorite = one(in: 3)
            if one(in: 6) { query.page.unreadable = one(in: 2) ? .forAnyReason : .because(.damaged) }
            if one(in: 4) { query.page.range = SortRange(from: Self.from, to: Self.to) }
            try check(
                query,
                limit: [1, 7, 100, 1000][
                    Int.random(in: expected(query).count > 100 ? 2...3 : 0...3, using: &random)
                ]
            )
        }
    }
}
