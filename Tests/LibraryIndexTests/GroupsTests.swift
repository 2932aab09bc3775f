import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Groups")
struct GroupsTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf

    init() throws {
        (folder, index, shelf) = try Shelf.opened()
    }

    /// What must be listed, worked out from the rows: by name, Other under "-".
    private struct Expected: Equatable {
        var photos = 0
        var videos = 0
        var cover: AssetID?
    }

    private static func label(_ name: String?) -> String { name.map { "=" + $0 } ?? "-" }

    private func expected(withCovers: Bool) throws -> [String: Expected] {
        try index.read { reader throws(IndexError) in
            var groups: [String: Expected] = [:]
            var places: [String: (rank: Int, cursor: PageQuery.Cursor)] = [:]
            let rows = try reader.connection.statement(
                """
                SELECT (SELECT name FROM grouping WHERE id = asset.grouping), kind, unreadable, sort_key, uuid
                FROM asset
                """
            )
            try rows.each("recounting") { row throws(IndexError) in
                let label = Self.label(row.optionalString(0))
                let isVideo = row.int(1) == 1
                if isVideo {
                    groups[label, default: Expected()].videos += 1
                } else {
                    groups[label, default: Expected()].photos += 1
                }
                guard withCovers, row.int(2) == 0 else { return }
                let cursor = PageQuery.Cursor(sortKey: row.int(3), id: try row.assetID(4))
                let place = (rank: isVideo ? 1 : 0, cursor: cursor)
                if let best = places[label], (best.rank, best.cursor) < (place.rank, place.cursor) { return }
                places[label] = place
                groups[label]?.cover = cursor.id
            }
            return groups
        }
    }

    private func listed() throws -> [IndexedGroup] {
        try index.read { reader throws(IndexError) in try reader.groups(withCovers: true) }
    }

    private func comparable(_ groups: [IndexedGroup]) -> [String: Expected] {
        var result: [String: Expected] = [:]
        for group in groups {
            result[Self.label(group.summary.name)] = Expected(
                photos: group.summary.photoCount,
                videos: group.summary.videoCount,
                cover: group.cover
            )
        }
        return result
    }

    // MARK: Random changes

    private enum Step: CaseIterable {
        case insert, insertMore, update, mark, remove
    }

    private func apply(
        _ step: Step,
        _ writer: IndexWriter,
        _ random: inout SeededGenerator,
        _ serial: inout Int
    ) throws(IndexError) {
        serial += 1
        switch step {
        case .insert, .insertMore:
            try writer.insert(
                id: .random(using: &random),
                record: record(&random),
                marks: marks(&random),
                at: shelf.place("\(serial).jpg"),
                created: 1
            )
        case .update:
            guard let asset = try chosen(writer.reader, &random) else { return }
            try writer.update(
                asset,
                record: record(&random),
                marks: marks(&random),
                at: shelf.place("\(serial)")
            )
        case .mark:
            guard let asset = try chosen(writer.reader, &random) else { return }
            try writer.setMarks(
                marks(&random),
                of: asset,
                describedGroup: group(&random),
                revision: asset.revision + 1
            )
        case .remove:
            guard let asset = try chosen(writer.reader, &random) else { return }
            try writer.remove(asset)
        }
    }

    private func chosen(
        _ reader: IndexReader,
        _ random: inout SeededGenerator
    ) throws(IndexError) -> IndexedAsset? {
        random.pick(try reader.assets(inDirectory: shelf.directory))
    }

    private func group(_ random: inout SeededGenerator) -> String? {
        random.pick([nil, "Beach", "beach", "Other", "Forest"]) ?? nil
    }

    private func record(_ random: inout SeededGenerator) -> AssetRecord {
        let time = random.chance(10) ? nil : LocalTime(year: 2016, month: 3, day: 1 + random.below(3))
        var record = AssetRecord.sample(
            time,
            type: random.chance(50) ? .photo : .video,
            group: group(&random)
        )
        record.unreadable = random.chance(30) ? .damaged : nil
        return record
    }

    private func marks(_ random: inout SeededGenerator) -> AssetMarks {
        let override: AssetMarks.GroupOverride?? = random.pick([nil, nil, nil, .other, .group("Chosen")])
        return AssetMarks(groupOverride: override ?? nil)
    }

    @Test(
        "have exact counts and covers after every transaction, and each names the groups it changed",
        arguments: [false, true]
    )
    func randomChanges(isOrdered: Bool) throws {
        var random = SeededGenerator.fromEnvironment()
        print("groups seed: \(random.seed), with the index from the start: \(isOrdered)")
        if isOrdered { _ = try index.write { writer throws(IndexError) in try writer.makeGroupIndex() } }
        var serial = 0
        for round in 0..<80 {
            let isLate = round >= 40
            if isLate, round == 40, !isOrdered {
                let made = try index.write { writer throws(IndexError) in try writer.makeGroupIndex() }
                #expect(made.committed.groups.isEveryGroup)
            }
            let before = Dictionary(uniqueKeysWithValues: try listed().map { ($0.key, $0) })
            let committed = try index.write(bulk: random.chance(40)) { writer throws(IndexError) in
                for _ in 0..<1 + random.below(6) {
                    guard let step = random.pick(Array(Step.allCases)) else { continue }
                    try apply(step, writer, &random, &serial)
                }
            }.committed
            let after = try listed()
            let place: Comment = "seed \(random.seed), round \(round)"
            #expect(comparable(after) == (try expected(withCovers: isOrdered || isLate)), place)
            for group in after where before[group.key] != group {
                #expect(committed.groups.touched.contains(group.key), place)
                guard before[group.key]?.summary != group.summary else { continue }
                #expect(committed.groups.counted.contains(group.key), place)
            }
            let vanished = Set(before.keys).subtracting(after.map(\.key))
            #expect(committed.groups.counted.isSuperset(of: vanished), place)
            #expect(committed.groups.touched.isSuperset(of: committed.groups.counted), place)
        }
        #expect(try index.read { reader throws(IndexError) in try reader.miscountedGroups() }.isEmpty)
    }

    // MARK: Single cases

    private func add(
        _ number: Int,
        _ group: String?,
        day: Int = 1,
        type: AssetType = .photo,
        unreadable: UnreadableReason? = nil,
        override: AssetMarks.GroupOverride? = nil
    ) throws {
        var record = AssetRecord.sample(try date(2016, 3, day), type: type, group: group)
        record.unreadable = unreadable
        _ = try index.write { writer throws(IndexError) in
            try writer.insert(
                id: .number(number),
                record: record,
                marks: AssetMarks(groupOverride: override),
                at: shelf.place("\(number)"),
                created: 1
            )
        }
    }

    @Test("a group's cover is its newest photo that can be read, else such a video, else none")
    func covers() throws {
        _ = try index.write { writer throws(IndexError) in try writer.makeGroupIndex() }
        try add(1, "Trip", day: 1)
        try add(2, "Trip", day: 2)
        try add(3, "Trip", day: 3, unreadable: .damaged)
        try add(4, "Trip", day: 4, type: .video)
        try add(5, "Films", day: 1, type: .video)
        try add(6, "Films", day: 2, unreadable: .damaged)
        try add(7, "Broken", unreadable: .damaged)
        let covers = Dictionary(uniqueKeysWithValues: try listed().map { ($0.summary.name, $0.cover) })
        #expect(covers == ["Trip": .number(2), "Films": .number(5), "Broken": nil])
    }

    @Test("a group that is called Other is not Other, and names that differ in case are two groups")
    func names() throws {
        try add(1, "Other")
        try add(2, nil)
        try add(3, "Other", override: .other)
        try add(4, nil, override: .group("other"))
        let counts = Dictionary(
            uniqueKeysWithValues: try listed().map { ($0.summary.name, $0.summary.totalCount) }
        )
        #expect(counts == ["Other": 1, nil: 2, "other": 1])
        var query = PageQuery(range: .all)
        query.group = .other
        #expect(try index.ids(query).ids == [.number(2), .number(3)])
        query.group = .named("other")
        #expect(try index.ids(query).ids == [.number(4)])
    }

    @Test(
        "a group that holds nothing any more is not listed, counts nothing, and comes back under its number"
    )
    func vanishes() throws {
        try add(1, "Trip")
        let key = try #require(try listed().first?.key)
        let asset = try #require(try index.asset(1))
        _ = try index.write { writer throws(IndexError) in try writer.remove(asset) }
        #expect(try listed().isEmpty)
        #expect(try index.read { reader throws(IndexError) in try reader.groupCount() } == 0)
        let left = try index.read { reader throws(IndexError) in try reader.groupSummary(key) }
        #expect(left == GroupSummary(name: "Trip", photoCount: 0, videoCount: 0))
        try add(2, "Trip")
        #expect(try listed().map(\.key) == [key])
    }

    @Test("wrong counts are found and mended, and every group they concern is told of")
    func mending() throws {
        try add(1, "Trip")
        try add(2, "Beach", type: .video)
        try add(3, nil)
        let sound = try listed()
        _ = try index.write { writer throws(IndexError) in
            try writer.connection.statement("UPDATE grouping SET photos = photos + 5 WHERE name = 'Trip'")
                .run("damaging counts")
        }
        let wrong = try index.read { reader throws(IndexError) in try reader.miscountedGroups() }
        #expect(wrong.map(\.key) == ["Trip"])
        #expect(wrong.first?.stored.photos == 6 && wrong.first?.actual.photos == 1)
        let committed = try index.write { writer throws(IndexError) in
            try writer.recount()
            try writer.noteRecounted([], groups: wrong.map(\.key))
        }.committed
        #expect(Set(try listed()) == Set(sound))
        let trip = try index.read { reader throws(IndexError) in try reader.groupKey(named: "Trip") }
        #expect(committed.groups.counted == [trip, nil])
    }

    @Test(
        "a page of a group, and its counts, come out of one index in their order",
        arguments: ["= (SELECT id FROM grouping WHERE name = ?4)", "IS NULL"]
    )
    func plans(condition: String) throws {
        _ = try index.write { writer throws(IndexError) in try writer.makeGroupIndex() }
        let order = "ORDER BY sort_key, uuid LIMIT ?5"
        let range = "sort_key > ?1 AND sort_key <= ?2 AND grouping \(condition)"
        let queries = [
            "SELECT \(ItemRow.columns) FROM asset WHERE \(range) \(order)",
            """
            SELECT \(ItemRow.columns) FROM asset
            WHERE (sort_key, uuid) > (?6, ?7) AND sort_key <= ?2 AND grouping \(condition) \(order)
            """,
            "SELECT count(*) FROM asset WHERE \(range) AND viewed = 0",
        ]
        for (number, query) in queries.enumerated() {
            let plan = try index.read { reader throws(IndexError) in
                var lines: [String] = []
                try reader.connection.statement("EXPLAIN QUERY PLAN " + query).each("explaining") {
                    row throws(IndexError) in lines.append(row.string(3))
                }
                return lines
            }
            let wanted = number == 1 ? "(grouping=? AND (sort_key,uuid)>(?,?)" : "(grouping=? AND sort_key>?"
            #expect(plan.contains { $0.contains("asset_by_group") && $0.contains(wanted) }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            if number == 2 { #expect(plan.contains { $0.contains("COVERING INDEX") }, "\(plan)") }
        }
    }
}
