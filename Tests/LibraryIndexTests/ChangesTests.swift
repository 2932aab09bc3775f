import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("The change log")
struct ChangesTests {
    let folder: TemporaryFolder
    let index: LibraryIndex
    let shelf: Shelf

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
        shelf = try Shelf(index)
    }

    private func remove(_ number: Int) throws {
        let asset = try #require(try index.asset(number))
        _ = try index.write { writer throws(IndexError) in try writer.remove(asset) }
    }

    private func redate(_ number: Int, _ time: LocalTime?) throws {
        let asset = try #require(try index.asset(number))
        let name = asset.name
        _ = try index.write { writer throws(IndexError) in
            try writer.update(
                asset,
                record: .sample(time),
                marks: asset.marks,
                at: AssetPlace(
                    directory: asset.directory,
                    root: asset.root,
                    filesystem: asset.filesystem,
                    name: name
                )
            )
        }
    }

    @Test("of everything that happened to an asset one line is left, which says what it comes to")
    func netting() throws {
        try index.add(1, try date(2016, 1), at: shelf.place("1.jpg"))
        try index.add(2, try date(2016, 1), at: shelf.place("2.jpg"))
        let start = index.clock
        try redate(1, try date(2016, 2))
        try redate(1, try date(2016, 3))
        try remove(2)
        try index.add(3, try date(2016, 1), at: shelf.place("3.jpg"))
        try redate(3, try date(2016, 4))
        try index.add(4, nil, at: shelf.place("4.jpg"))
        try remove(4)
        let (lines, summary) = try index.changes(since: start)
        #expect(summary == ChangeSummary(clock: index.clock, more: false, isFreshInstance: false))
        #expect(lines.count == 3)
        let updated = try #require(lines.first { $0.id == .number(1) })
        #expect(updated.kind == .updated)
        #expect(updated.oldMonth == (try month("2016-01")))
        #expect(updated.month == (try month("2016-03")))
        let deleted = try #require(lines.first { $0.id == .number(2) })
        #expect(deleted.kind == .deleted)
        #expect(deleted.oldMonth == (try month("2016-01")))
        #expect(deleted.month == nil)
        let inserted = try #require(lines.first { $0.id == .number(3) })
        #expect(inserted.kind == .inserted)
        #expect(inserted.month == (try month("2016-04")))
        #expect(inserted.oldMonth == nil)
    }

    @Test("a line says what an asset is and was, so that whoever follows videos hears of theirs alone")
    func types() throws {
        try index.add(1, try date(2016, 1), at: shelf.place("1.mp4"), type: .video)
        try index.add(2, try date(2016, 1), at: shelf.place("2.jpg"))
        try index.add(3, try date(2016, 1), at: shelf.place("3.mp4"), type: .video)
        let start = index.clock
        try remove(1)
        try remove(2)
        // A file that turns out to be a photo.
        try redate(3, try date(2016, 2))
        try index.add(4, try date(2016, 1), at: shelf.place("4.mp4"), type: .video)
        let lines = try index.changes(since: start).lines
        #expect(lines.map(\.type) == [nil, nil, .photo, .video])
        #expect(lines.map(\.oldType) == [.video, .photo, .video, nil])
        let videos = lines.compactMap { $0.among(.video) }
        #expect(videos.map(\.id) == [.number(1), .number(3), .number(4)])
        #expect(videos.map(\.kind) == [.deleted, .deleted, .inserted])
        #expect(videos.map(\.month) == [nil, nil, try month("2016-01")])
        let all = try index.changes(since: Clock.unknown).lines
        #expect(all.compactMap { $0.among(.video) }.map(\.id) == [.number(4)])
    }

    @Test("of lines that an earlier build wrote, what is there is known, and what went is told to all")
    func linesWithoutType() throws {
        try index.add(1, try date(2016, 1), at: shelf.place("1.mp4"), type: .video)
        try index.add(2, try date(2016, 1), at: shelf.place("2.jpg"))
        try index.add(3, try date(2016, 1), at: shelf.place("3.jpg"))
        let start = index.clock
        try redate(2, try date(2016, 2))
        try remove(3)
        _ = try index.write { writer throws(IndexError) in
            for column in ["type", "old_type"] {
                try writer.connection.statement("ALTER TABLE change DROP COLUMN \(column)").run(
                    "making an earlier log"
                )
            }
        }
        try index.close()
        let again = try folder.open()
        #expect(again.clock == Clock(epoch: start.epoch, sequence: start.sequence + 2))
        let lines = try again.changes(since: start).lines
        #expect(lines.map(\.type) == [.photo, nil] && lines.map(\.oldType) == [nil, nil])
        #expect(lines.compactMap { $0.among(.video) }.map(\.id) == [.number(3)])
        let asset = try #require(try again.asset(1))
        _ = try again.write { writer throws(IndexError) in try writer.remove(asset) }
        let gone = try #require(try again.changes(since: start).lines.last)
        #expect(gone.oldType == .video)
        try again.close()
    }

    @Test("what goes and comes back within one transaction is an update")
    func withinTransaction() throws {
        try index.add(1, try date(2016, 1), at: shelf.place("1.jpg"))
        let asset = try #require(try index.asset(1))
        let place = shelf.place("other.jpg")
        let record = AssetRecord.sample(try date(2016, 2))
        let committed = try index.write { writer throws(IndexError) in
            try writer.remove(asset)
            try writer.insert(
                id: asset.id,
                record: record,
                marks: asset.marks,
                at: place,
                created: asset.created
            )
        }.committed
        #expect(committed.changes.map(\.kind) == [.updated])
        #expect(committed.months == [try month("2016-01"), try month("2016-02")])
        #expect(committed.clock == index.clock)
    }

    @Test("with a limit the answer goes on where it stopped, and comes to the same")
    func limit() throws {
        let start = index.clock
        for number in 1...10 { try index.add(number, try date(2016, 1), at: shelf.place("\(number).jpg")) }
        for number in 1...5 { try redate(number, try date(2016, 2)) }
        var clock = start
        var seen: [AssetID: MonthKey?] = [:]
        var rounds = 0
        while true {
            let (lines, summary) = try index.changes(since: clock, limit: 3)
            #expect(lines.count <= 3)
            for line in lines { seen[line.id] = line.month }
            clock = summary.clock
            rounds += 1
            try #require(rounds < 20)
            guard summary.more else { break }
        }
        #expect(clock == index.clock)
        #expect(rounds > 3)
        #expect(seen.count == 10)
        #expect(seen[.number(3)] == (try month("2016-02")))
        #expect(seen[.number(8)] == (try month("2016-01")))
    }

    @Test("another epoch, and a clock ahead of ours, is a fresh instance that lists every asset")
    func freshInstance() throws {
        for number in 1...3 { try index.add(number, nil, at: shelf.place("\(number).jpg")) }
        for clock in [
            Clock(epoch: index.epoch &+ 1, sequence: 1),
            Clock(epoch: index.epoch, sequence: index.clock.sequence + 1),
        ] {
            let (lines, summary) = try index.changes(since: clock, limit: 1)
            #expect(summary == ChangeSummary(clock: index.clock, more: false, isFreshInstance: true))
            #expect(lines.map(\.id) == [.number(1), .number(2), .number(3)])
            #expect(lines.allSatisfy { $0.kind == .inserted && $0.month == .undated && $0.oldMonth == nil })
        }
    }

    @Test("a clock from before the log's beginning is a fresh instance, the beginning itself is not")
    func pruned() throws {
        let start = index.clock
        for number in 1...10 { try index.add(number, nil, at: shelf.place("\(number).jpg")) }
        _ = try index.write { writer throws(IndexError) in try writer.pruneLog(before: 0, keeping: 4) }
        #expect(try index.changes(since: start).summary.isFreshInstance)
        #expect(try index.changes(since: Clock(epoch: index.epoch, sequence: 5)).summary.isFreshInstance)
        let (lines, summary) = try index.changes(since: Clock(epoch: index.epoch, sequence: 6))
        #expect(!summary.isFreshInstance)
        #expect(lines.count == 4)
        // Nothing is old enough, and there are no more lines than may stay.
        _ = try index.write { writer throws(IndexError) in try writer.pruneLog(before: 0, keeping: 4) }
        #expect(!(try index.changes(since: Clock(epoch: index.epoch, sequence: 6)).summary.isFreshInstance))
        // All of it is from before a time in the future.
        _ = try index.write { writer throws(IndexError) in try writer.pruneLog(before: .max, keeping: 1000) }
        #expect(try index.changes(since: Clock(epoch: index.epoch, sequence: 9)).summary.isFreshInstance)
        #expect(!(try index.changes(since: index.clock).summary.isFreshInstance))
    }

    @Test("the block of numbers that an unclean stop skips does not count as lines when the log is cut")
    func prunedAcrossGap() throws {
        try index.add(1, nil, at: shelf.place("1.jpg"))
        let kept = index.clock
        let crashed = try folder.copyOfIndex()
        let second = try crashed.open()
        try second.add(2, nil, at: shelf.place("2.jpg"))
        _ = try second.write { writer throws(IndexError) in try writer.pruneLog(before: 0, keeping: 1_000_000)
        }
        let (lines, summary) = try second.changes(since: kept)
        #expect(!summary.isFreshInstance)
        #expect(lines.map(\.id) == [.number(2)])
        try second.close()
    }
}
