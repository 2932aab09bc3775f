import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Counts")
struct CountsTests {
    /// What the index says, month and root wise and by group, without rows of zero.
    private struct Counts: Equatable {
        var months: [String: Int64] = [:]
        var groups: [String: Int64] = [:]

        init() {}

        init(kept index: LibraryIndex) throws {
            self = try index.read { reader throws(IndexError) in
                var counts = Counts()
                let months = try reader.connection.statement(
                    "SELECT month, root, photos, videos FROM month_count"
                )
                try months.each("reading counts") { row throws(IndexError) in
                    counts.months["\(row.int(0))/\(row.int(1))/photos"] = row.int(2)
                    counts.months["\(row.int(0))/\(row.int(1))/videos"] = row.int(3)
                }
                let groups = try reader.connection.statement("SELECT name, photos, videos FROM grouping")
                try groups.each("reading counts") { row throws(IndexError) in
                    counts.groups["\(row.string(0))/photos"] = row.int(1)
                    counts.groups["\(row.string(0))/videos"] = row.int(2)
                }
                return counts.withoutZeros
            }
        }

        /// Counted anew, from the rows.
        init(recounted index: LibraryIndex) throws {
            self = try index.read { reader throws(IndexError) in
                var counts = Counts()
                let rows = try reader.connection.statement(
                    "SELECT month, root, kind, (SELECT name FROM grouping WHERE id = asset.grouping) FROM asset"
                )
                try rows.each("recounting") { row throws(IndexError) in
                    let kind = row.int(2) == 0 ? "photos" : "videos"
                    counts.months["\(row.int(0))/\(row.int(1))/\(kind)", default: 0] += 1
                    if let group = row.optionalString(3) {
                        counts.groups["\(group)/\(kind)", default: 0] += 1
                    }
                }
                return counts
            }
        }

        private var withoutZeros: Counts {
            var counts = self
            counts.months = months.filter { $0.value != 0 }
            counts.groups = groups.filter { $0.value != 0 }
            return counts
        }
    }

    @Test("are the same by trigger, in bulk and counted anew, whatever happens", arguments: [false, true])
    func randomOperations(startsInBulk: Bool) throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("counts seed: \(seed), bulk first: \(startsInBulk)")
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelves = [try Shelf(index, name: "one"), try Shelf(index, name: "two")]
        var directories: [Int64] = []
        for number in 0..<6 {
            let shelf = shelves[number % 2]
            let key = try index.write { writer throws(IndexError) in
                try writer.insertDirectory(
                    root: shelf.root,
                    parent: shelf.directory,
                    name: FileName("d\(number)"),
                    filesystem: shelf.filesystem,
                    inode: UInt64(100 + number),
                    birthTime: 1
                )
            }.value
            directories.append(key)
        }
        var ids: Set<AssetID> = []
        var serial = 0
        for round in 0..<60 {
            let bulk = startsInBulk ? round < 30 || round % 7 == 0 : round % 5 == 4
            let committed = try index.write(bulk: bulk) { writer throws(IndexError) in
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    try step(writer, &random, shelves, directories, &ids, &serial)
                }
            }.committed
            let kept = try Counts(kept: index)
            #expect(kept == (try Counts(recounted: index)), "seed \(seed), round \(round)")
            #expect(committed.countedMonths.isSubset(of: committed.months))
        }
        try index.close()
        let again = try folder.open()
        #expect(try Counts(kept: again) == (try Counts(recounted: again)))
        try again.close()
    }

    private func step(
        _ writer: IndexWriter,
        _ random: inout SeededGenerator,
        _ shelves: [Shelf],
        _ directories: [Int64],
        _ ids: inout Set<AssetID>,
        _ serial: inout Int
    ) throws(IndexError) {
        let chosen = ids.sorted().randomElement(using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
            serial += 1
            let id = AssetID.number(serial)
            guard let directory = directories.randomElement(using: &random),
                let place = try place(writer, directory, "\(serial).jpg")
            else { return }
            try writer.insert(
                id: id,
                record: record(&random),
                marks: marks(&random),
                at: place,
                created: Int64(serial)
            )
            ids.insert(id)
        case 5, 6:
            guard let chosen, let asset = try writer.reader.asset(chosen),
                let directory = directories.randomElement(using: &random),
                let place = try place(writer, directory, "\(asset.key)-\(serial).jpg")
            else { return }
            serial += 1
            try writer.update(asset, record: record(&random), marks: marks(&random), at: place)
        case 7:
            guard let chosen, let asset = try writer.reader.asset(chosen) else { return }
            try writer.remove(asset)
            ids.remove(chosen)
        default:
            guard let key = directories.randomElement(using: &random),
                let directory = try writer.reader.directory(key),
                let shelf = shelves.randomElement(using: &random)
            else { return }
            serial += 1
            // Twice, as a replaced directory is moved: by way of a name that nothing else has.
            for name in ["/moving", "m\(serial)"] {
                try writer.moveDirectory(
                    directory,
                    toRoot: shelf.root,
                    parent: shelf.directory,
                    name: FileName(name)
                )
            }
        }
    }

    private func place(
        _ writer: IndexWriter,
        _ directory: Int64,
        _ name: String
    ) throws(IndexError) -> AssetPlace? {
        guard let found = try writer.reader.directory(directory) else { return nil }
        return AssetPlace(
            directory: directory,
            root: found.root,
            filesystem: found.filesystem,
            name: FileName(name)
        )
    }

    private func record(_ random: inout SeededGenerator) -> AssetRecord {
        let month = Int.random(in: 0...4, using: &random)
        let time = month == 0 ? nil : LocalTime(year: 2016, month: month, day: 3)
        let group = [nil, "Beach", "Forest"].randomElement(using: &random) ?? nil
        return .sample(time, type: Bool.random(using: &random) ? .photo : .video, group: group)
    }

    private func marks(_ random: inout SeededGenerator) -> AssetMarks {
        let overrides: [AssetMarks.GroupOverride?] = [nil, nil, .other, .group("Chosen")]
        return AssetMarks(groupOverride: overrides.randomElement(using: &random) ?? nil)
    }

    @Test("follow a directory that moves to another root, with all below it")
    func directoryMove() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let (one, two) = (try Shelf(index, name: "one"), try Shelf(index, name: "two"))
        let (outer, inner) = try index.write { writer throws(IndexError) in
            let outer = try writer.insertDirectory(
                root: one.root,
                parent: one.directory,
                name: FileName("trip"),
                filesystem: one.filesystem,
                inode: 7,
                birthTime: 7
            )
            let inner = try writer.insertDirectory(
                root: one.root,
                parent: outer,
                name: FileName("day"),
                filesystem: one.filesystem,
                inode: 8,
                birthTime: 8
            )
            return (outer, inner)
        }.value
        try index.add(1, try date(2016, 1), at: one.place("a.jpg", in: outer))
        try index.add(2, try date(2016, 1), at: one.place("b.mp4", in: inner), type: .video)
        let clock = index.clock
        let committed = try index.write { writer throws(IndexError) in
            guard let directory = try writer.reader.directory(outer) else { return }
            try writer.moveDirectory(
                directory,
                toRoot: two.root,
                parent: two.directory,
                name: FileName("moved")
            )
        }.committed
        #expect(committed.directoriesMoved)
        let counts = try index.read { reader throws(IndexError) in try reader.countsByRoot() }
        #expect(counts[one.root]?.photos ?? 0 == 0)
        #expect(counts[two.root]?.photos == 1)
        #expect(counts[two.root]?.videos == 1)
        #expect(try index.changes(since: clock).lines.map(\.kind) == [.updated, .updated])
        let path = try index.read { reader throws(IndexError) in try reader.path(ofDirectory: inner) }
        #expect(path == FilePath("/two/moved/day"))
        #expect(try index.asset(2)?.root == two.root)
        try index.close()
    }

    @Test("go with a root that is removed", arguments: [false, true])
    func rootRemoval(isBulk: Bool) throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let (one, two) = (try Shelf(index, name: "one"), try Shelf(index, name: "two"))
        try index.add(1, try date(2016, 1), at: one.place("a.jpg"))
        try index.add(2, try date(2016, 1), at: two.place("a.jpg"))
        let asset = try #require(try index.asset(1))
        _ = try index.write(bulk: isBulk) { writer throws(IndexError) in
            try writer.remove(asset)
            try writer.removeDirectory(one.directory)
            try writer.removeRoot(one.root)
        }
        let months = try index.read { reader throws(IndexError) in try reader.months() }
        #expect(months == [MonthSummary(month: try month("2016-01"), photoCount: 1, videoCount: 0)])
        #expect(try index.read { reader throws(IndexError) in try reader.roots() }.map(\.name) == ["two"])
        // Its number is never another root's.
        #expect(try Shelf(index, name: "three").root > two.root)
        try index.close()
    }
}
