import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

/// A disk may hand out any number. What reads it must come to an answer or to an error.
@Suite("Rows that are damaged")
struct DamagedRowsTests {
    /// What a damaged number may be: the ends of what fits, and of what smaller types hold.
    private static let numbers: [Int64] = [
        .min, .min + 1, -1 << 53, -62_135_596_800_000_001, -1 << 32, -1, 0, 1, 255, 256, 1 << 31, 1 << 32,
        1 << 40, 1 << 53,
        253_402_300_800_000_000, .max - 1, .max,
    ]
    private static let fractions: [Double] = [-1.7e308, -1e19, -181, 0, 1e-300, 91, 1e19, 1.7e308]

    private struct Column {
        let table: String
        let name: String
        let isFraction: Bool
    }

    /// An index with something in every table that photos have to do with.
    private func makeIndex(_ folder: TemporaryFolder) throws -> LibraryIndex {
        let index = try folder.open()
        let shelf = try Shelf(index)
        let times = try [date(2016, 11, 5), date(2016, 12, 31), date(1999, 1, 1)]
        _ = try index.write { writer throws(IndexError) in
            let below = try writer.insertDirectory(
                root: shelf.root,
                parent: shelf.directory,
                name: FileName("below"),
                filesystem: shelf.filesystem,
                inode: 77,
                birthTime: 1
            )
            for number in 1...12 {
                var record = AssetRecord.sample(
                    number % 4 == 0 ? nil : times[number % 3],
                    type: number % 5 == 0 ? .video : .photo,
                    group: number % 2 == 0 ? "Beach" : nil,
                    inode: UInt64(number)
                )
                record.make = "Canon"
                record.latitude = Double(number)
                record.longitude = Double(number)
                record.duration = 1.5
                record.fingerprint = Fingerprint(high: 1, low: UInt64(number / 2))
                if number == 3 { record.unreadable = .damaged }
                try writer.insert(
                    id: .number(number),
                    record: record,
                    marks: AssetMarks(favorite: number == 1 ? true : nil),
                    at: shelf.place("\(number).jpg", in: number > 6 ? below : shelf.directory),
                    created: 1
                )
            }
            guard let first = try writer.reader.asset(.number(1)),
                let last = try writer.reader.asset(.number(12))
            else { return }
            try writer.setCompanions(
                [IndexedCompanion(name: FileName("1.xmp"), format: .xmpSidecar, stamp: first.stamp)],
                of: first.key,
                in: first.directory
            )
            try writer.remove(last)
            try writer.depart(
                DepartedAsset(
                    id: last.id,
                    month: last.month,
                    type: .photo,
                    root: "photos",
                    path: Array("12.jpg".utf8),
                    filesystem: "uuid:photos",
                    inode: 12,
                    birthTime: 40,
                    size: 10,
                    fingerprint: last.fingerprint,
                    marks: AssetMarks(),
                    revision: 2,
                    created: 1,
                    deletedAt: 100
                )
            )
            try writer.makeGroupIndex()
            try writer.makeSecondaryIndexes()
            try writer.recordAudit(position: 3, finished: 100)
            _ = try writer.catchUpText(limit: 1000)
        }
        return index
    }

    private func columns(_ index: LibraryIndex) throws -> [Column] {
        try index.read { reader throws(IndexError) in
            let statement = try reader.connection.statement(
                """
                SELECT tables.name, columns.name, columns.type FROM sqlite_schema AS tables,
                    pragma_table_info(tables.name) AS columns
                WHERE tables.type = 'table' AND tables.name NOT GLOB 'sqlite_*' AND tables.name NOT GLOB 'asset_text*'
                    AND columns.type IN ('INTEGER', 'REAL')
                """
            )
            var columns: [Column] = []
            try statement.each("listing columns") { row throws(IndexError) in
                columns.append(
                    Column(table: row.string(0), name: row.string(1), isFraction: row.string(2) == "REAL")
                )
            }
            return columns
        }
    }

    /// Damages some values; where a rule of the table forbids one it stays.
    private func damage(_ index: LibraryIndex, _ columns: [Column], _ random: inout SeededGenerator) throws {
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            guard let column = columns.randomElement(using: &random) else { return }
            let number = Self.numbers.randomElement(using: &random) ?? 0
            let fraction = Self.fractions.randomElement(using: &random) ?? 0
            let rest = Int64.random(in: 0..<3, using: &random)
            _ = try? index.write { writer throws(IndexError) in
                let key =
                    "(SELECT count(*) FROM \(column.table) AS other WHERE other.\(column.name) < \(column.table).\(column.name))"
                let statement = try writer.connection.statement(
                    "UPDATE OR IGNORE \(column.table) SET \(column.name) = ?1 WHERE \(key) % 3 = ?2"
                )
                if column.isFraction {
                    statement.bind(fraction, at: 1)
                } else {
                    statement.bind(number, at: 1)
                }
                statement.bind(rest, at: 2)
                try statement.run("damaging a row")
            }
        }
    }

    @Test("are told as they are, or not at all, and trap nowhere", arguments: 0..<40 as Range<UInt64>)
    func extremes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        var index = try makeIndex(folder)
        let columns = try columns(index)
        #expect(columns.count > 50)
        try damage(index, columns, &random)
        askEverything(index)
        try? index.close()
        // As a daemon finds it that is started again.
        index = try folder.open()
        askEverything(index)
        changeEverything(index)
        askEverything(index)
        try? index.close()
    }

    @Test(
        "a change log whose numbers are none is that of a damaged index, which is made anew",
        arguments: [
            ("sequence", Int64.max), ("reserved", .max), ("reserved", .min), ("reserved", -1),
            ("sequence", -1),
        ]
    )
    func numbering(key: String, value: Int64) throws {
        let folder = try TemporaryFolder()
        let index = try makeIndex(folder)
        _ = try index.write { writer throws(IndexError) in try writer.setMeta(key, value) }
        // As a crash leaves it: closing would write the right numbers.
        let crashed = try folder.copyOfIndex()
        try index.close()
        let opened = try crashed.open()
        guard case .rebuilt = opened.origin else {
            Issue.record("taken for whole: \(opened.origin)")
            return
        }
        try opened.close()
    }

    @Test("rows with any number are selected, whatever memory a bit for each of those before would take")
    func selection() {
        var selection = AssetSelection()
        let keys: [Int64] = [.min, -1, 0, 1, 63, 64, 1 << 26 - 1, 1 << 26, 1 << 40, .max]
        for key in keys + keys { selection.insert(key) }
        #expect(selection.count == keys.count)
        #expect(keys.allSatisfy(selection.contains) && !selection.contains(2) && !selection.contains(1 << 41))
        var seen: Set<Int64> = []
        selection.forEach { seen.insert($0) }
        #expect(seen == Set(keys))
        var other = AssetSelection()
        for key in [1, 1 << 40, 7] as [Int64] { other.insert(key) }
        #expect(selection.intersection(other).count == 2)
        for key in keys { selection.remove(key) }
        #expect(selection.count == 0 && !selection.contains(.max))
    }

    // MARK: Asking

    /// An answer is as good as an error: there is an end.
    private func ask<Value>(_ index: LibraryIndex, _ body: (IndexReader) throws(IndexError) -> Value)
        -> Value?
    {
        try? index.read(body)
    }

    private func askEverything(_ index: LibraryIndex) {
        let clock = index.clock
        let months = ask(index) { reader throws(IndexError) in try reader.months() } ?? []
        #expect(months.reduce(0) { $0 + $1.totalCount } >= 0)
        for month in months + [MonthSummary(month: .undated, photoCount: 0, videoCount: 0)] {
            askForPages(index, PageQuery(month: month.month))
            _ = ask(index) { reader throws(IndexError) in try reader.count(of: month.month).totalCount }
            _ = ask(index) { reader throws(IndexError) in try reader.departed(inMonth: month.month).count }
            _ = ask(index) { reader throws(IndexError) in
                try reader.identities(inMonth: month.month) { identity in
                    _ = (identity.revision + 1, identity.created)
                }
            }
        }
        askForPages(index, PageQuery(range: .all))
        askForWords(index)
        let groups = ask(index) { reader throws(IndexError) in try reader.groups(withCovers: true) } ?? []
        #expect(groups.reduce(0) { $0 + $1.summary.totalCount } >= 0)
        for group in groups {
            _ = ask(index) { reader throws(IndexError) in try reader.group(group.key, withCover: true) }
            var query = PageQuery(range: .all)
            query.group = group.summary.name.map { .named($0) } ?? .other
            askForPages(index, query)
        }
        _ = ask(index) { reader throws(IndexError) in
            try reader.countsByRoot().values.reduce(0) { $0 + $1.photos + $1.videos }
        }
        askForChanges(index, clock)
        askForAssets(index)
        askForTheRest(index)
    }

    private func askForPages(_ index: LibraryIndex, _ query: PageQuery) {
        for limit in [1, 1000] {
            for (favorite, unviewed) in [(false, false), (true, false), (false, true)] {
                var query = query
                (query.limit, query.favorite, query.unviewed) = (limit, favorite, unviewed)
                let summary = ask(index) { reader throws(IndexError) in
                    try reader.page(query) { item throws(IndexError) in try read(item, reader) }
                }
                guard let cursor = summary?.nextCursor else { continue }
                query.start = .after(cursor)
                _ = ask(index) { reader throws(IndexError) in
                    try reader.page(query) { item throws(IndexError) in try read(item, reader) }
                }
            }
        }
        var query = query
        query.unreadable = .forAnyReason
        _ = ask(index) { reader throws(IndexError) in
            try reader.page(query) { item throws(IndexError) in try read(item, reader) }
        }
    }

    /// Every value of an item, as replies have it.
    private func read(_ item: ItemRow, _ reader: IndexReader) throws(IndexError) {
        let date = item.date
        _ = date?.localTime.text(fractionDigits: date?.fractionDigits ?? 0)
        _ = (date?.monthKey.description, date?.offsetMinutes.map(abs), date?.precision, date?.source.name)
        _ = (try item.id.description, item.month.name, item.type, item.format, item.unreadable)
        _ = (item.timestamp, item.size, item.width, item.height, item.latitude, item.longitude, item.duration)
        _ = (
            item.favorite, item.viewed, item.groupOverride, item.modificationTime, item.group,
            item.description
        )
        _ = try reader.path(ofDirectory: item.directory)
        _ = try reader.companions(of: item.key).count
        _ = try reader.record(ofAsset: item.key)?.date?.localTime.text()
        if let camera = item.camera { _ = try reader.camera(camera) }
    }

    private func askForWords(_ index: LibraryIndex) {
        for words in [["jpg"], ["beach"], ["canon", "1"], []] {
            for circle in [nil, GeographicCircle(latitude: 3, longitude: 3, kilometres: 20_000)] {
                var query = FindQuery(words: words, near: circle, page: PageQuery(range: .all))
                query.page.limit = 3
                let summary = ask(index) { reader throws(IndexError) in
                    try reader.find(query) { item throws(IndexError) in try read(item, reader) }
                }
                guard let cursor = summary?.nextCursor else { continue }
                query.page.start = .after(cursor)
                _ = ask(index) { reader throws(IndexError) in
                    try reader.find(query) { item throws(IndexError) in try read(item, reader) }
                }
            }
        }
        _ = ask(index) { reader throws(IndexError) in
            (try reader.isTextBehind(), try reader.misworded().count)
        }
    }

    private func askForChanges(_ index: LibraryIndex, _ clock: Clock) {
        for sequence in [0, 1, clock.sequence, .max] {
            for limit in [nil, 1, 1000] {
                let since = Clock(epoch: clock.epoch, sequence: sequence)
                _ = ask(index) { reader throws(IndexError) in
                    try reader.changes(since: since, limit: limit) { change in _ = change.month?.description }
                        .clock
                }
            }
        }
        _ = ask(index) { reader throws(IndexError) in try reader.mislogged().count }
    }

    private func askForAssets(_ index: LibraryIndex) {
        for number in 1...12 {
            let asset = ask(index) { reader throws(IndexError) in try reader.asset(.number(number)) } ?? nil
            let departed =
                ask(index) { reader throws(IndexError) in try reader.departed(.number(number)) } ?? nil
            _ = (departed?.revision ?? 0) + 1 - (departed?.deletedAt ?? 0)
            _ = ask(index) { reader throws(IndexError) in try reader.viewedAsset(.number(number)) }
            guard let asset else { continue }
            _ = (asset.revision + 1, asset.created - 1)
            _ = ask(index) { reader throws(IndexError) in
                let stem = Array("\(number)".utf8)
                _ = try reader.assets(inDirectory: asset.directory, stem: stem).count
                _ = try reader.assets(onInode: asset.stamp.inode, filesystem: asset.filesystem).count
                _ = try reader.companionPlaces(onInode: asset.stamp.inode, filesystem: asset.filesystem).count
                if let fingerprint = asset.fingerprint {
                    _ = try reader.assets(size: asset.stamp.size, fingerprint: fingerprint).count
                }
                try reader.stamps(inDirectory: asset.directory) { _, stamp, _, _ in _ = stamp.size }
                _ = try reader.directoryKeys(below: asset.directory).count
                _ = try reader.location(ofDirectory: asset.directory)
                _ = try reader.isDirectory(asset.directory, within: 1)
                _ = try reader.directories(inDirectory: asset.directory).count
                _ = try reader.folderRules(ofDirectory: asset.directory)
                _ = try reader.identity(ofRoot: asset.root)
            }
        }
    }

    private func askForTheRest(_ index: LibraryIndex) {
        _ = ask(index) { reader throws(IndexError) in try reader.miscountedMonths().map { "\($0)" } }
        _ = ask(index) { reader throws(IndexError) in try reader.miscountedGroups().map { "\($0)" } }
        _ = ask(index) { reader throws(IndexError) in try reader.documents().map(\.month.description) }
        _ = ask(index) { reader throws(IndexError) in try reader.auditRecord() }
        _ = ask(index) { reader throws(IndexError) in try reader.rememberedTime() }
        _ = ask(index) { reader throws(IndexError) in try reader.latestStamp() }
        _ = ask(index) { reader throws(IndexError) in try reader.unreadableCounts().count }
        _ = ask(index) { reader throws(IndexError) in
            try reader.unreadableStamps { stamp, _ in _ = stamp.inode }
        }
        _ = ask(index) { reader throws(IndexError) in
            try reader.unhashedTwins(longerThan: 1) { _ in true }.count
        }
        _ = ask(index) { reader throws(IndexError) in (try reader.roots().count, try reader.links().count) }
        _ = ask(index) { reader throws(IndexError) in try reader.mountedInode(ofRoot: 1) }
        _ = ask(index) { reader throws(IndexError) in try reader.directoryKeys(after: 0, limit: 9).count }
        _ = ask(index) { reader throws(IndexError) in
            try reader.viewedAssets(after: 0, limit: 9)?.assets.count
        }
    }

    // MARK: Changing

    private func changeEverything(_ index: LibraryIndex) {
        for number in 1...12 {
            _ = try? index.write { writer throws(IndexError) in
                guard let asset = try writer.reader.asset(.number(number)) else { return }
                if number % 2 == 0 {
                    try writer.remove(asset)
                } else if let record = try writer.reader.record(ofAsset: asset.key) {
                    let place = AssetPlace(
                        directory: asset.directory,
                        root: asset.root,
                        filesystem: asset.filesystem,
                        name: asset.name
                    )
                    try writer.update(asset, record: record, marks: AssetMarks(viewed: true), at: place)
                }
            }
        }
        _ = try? index.write { writer throws(IndexError) in try writer.recount() }
        _ = try? index.write { writer throws(IndexError) in
            try writer.expireTombstones(
                olderThan: 30,
                at: IdentityTime(
                    stamp: 200,
                    wall: 200,
                    lived: 200,
                    anchor: IdentityTime.Anchor(stamp: 0, wall: 0, uptime: 0, boot: 1)
                )
            )
        }
        _ = try? index.write { writer throws(IndexError) in try writer.pruneLog(before: 200, keeping: 3) }
        _ = try? index.write { writer throws(IndexError) in try writer.beginTextAnew() }
        for _ in 0..<3 {
            _ = try? index.write { writer throws(IndexError) in try writer.catchUpText(limit: 5) }
        }
    }
}
