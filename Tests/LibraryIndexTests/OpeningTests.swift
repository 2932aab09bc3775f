import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Opening the index")
struct OpeningTests {
    @Test("a new index is private, empty and remembers its epoch")
    func creation() throws {
        let folder = try TemporaryFolder()
        let first = try folder.open()
        #expect(first.origin == .created)
        #expect(first.isNew)
        #expect(first.clock == Clock(epoch: first.epoch, sequence: 0))
        #expect(try first.read { reader throws(IndexError) in try reader.months() }.isEmpty)
        var status = stat()
        for name in ["index.sqlite", "index.sqlite-wal"] {
            try #require(stat(folder.path(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
        try first.close()
        let second = try folder.open()
        #expect(second.origin == .opened(cleanly: true))
        #expect(second.epoch == first.epoch)
        try second.close()
    }

    @Test("what is no regular file is left as it is, and called so", arguments: ["folder", "pipe", "link"])
    func notAFile(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.location("index.sqlite")
        switch kind {
        case "folder": try Disk.makeFolder(path)
        case "pipe": try #require(mkfifo(folder.path("index.sqlite"), 0o600) == 0)
        default: try Disk.makeSymbolicLink(path, to: folder.location("missing") + "index.sqlite")
        }
        let error = #expect(throws: IndexError.self) { try folder.open() }
        #expect(error?.description.contains("\(path.display) is no regular file") == true)
        var status = stat()
        #expect(lstat(folder.path("index.sqlite"), &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
    }

    @Test("where no descriptor is left the limit is named, and it may pass")
    func noDescriptors() {
        for code in [EMFILE, ENFILE] {
            let error = IndexError(opening: FilePath("/state/index.sqlite"), code)
            #expect(error.description.contains("LimitNOFILE="))
            #expect(error.mayPass && !error.isCorruption)
        }
        let closed = IndexError(opening: FilePath("/state/index.sqlite"), EACCES)
        #expect(closed.description.contains("make the state folder writable"))
    }

    @Test("a clean close loses no number, and what was written is there again")
    func cleanClose() throws {
        let folder = try TemporaryFolder()
        let first = try folder.open()
        let shelf = try Shelf(first)
        try first.add(1, try date(2016, 11), at: shelf.place("a.jpg"))
        let clock = first.clock
        #expect(clock.sequence == 1)
        try first.close()
        let second = try folder.open()
        #expect(second.clock == clock)
        let committed = try second.add(2, try date(2016, 11), at: shelf.place("b.jpg"))
        #expect(committed.clock.sequence == 2)
        let (lines, summary) = try second.changes(since: clock)
        #expect(lines.map(\.id) == [.number(2)])
        #expect(!summary.isFreshInstance)
        try second.close()
    }

    @Test("after a stop without closing, numbering goes on behind the reserved block")
    func uncleanStop() throws {
        let folder = try TemporaryFolder()
        let first = try folder.open()
        let shelf = try Shelf(first)
        try first.add(1, try date(2016, 11), at: shelf.place("a.jpg"))
        let crashed = try folder.copyOfIndex()
        // Given out after the copy was taken: the disk never heard of these.
        try first.add(2, try date(2016, 11), at: shelf.place("b.jpg"))
        let lost = first.clock
        try first.close()

        let second = try crashed.open()
        #expect(second.origin == .opened(cleanly: false))
        #expect(second.clock.sequence > SequenceReservation.blockSize)
        let kept = Clock(epoch: second.epoch, sequence: 1)
        try second.add(3, try date(2016, 12), at: shelf.place("c.jpg"))
        let known = try second.changes(since: kept)
        #expect(!known.summary.isFreshInstance)
        #expect(known.lines.map(\.id) == [.number(3)])
        let unknown = try second.changes(since: lost)
        #expect(unknown.summary.isFreshInstance)
        #expect(Set(unknown.lines.map(\.id)) == [.number(1), .number(3)])
        // The block's very last number may have been given out as well.
        let last = Clock(epoch: second.epoch, sequence: SequenceReservation.blockSize)
        #expect(try second.changes(since: last).summary.isFreshInstance)
        try second.close()
    }

    @Test("two stops without closing leave two gaps and an answer for each clock between them")
    func twoUncleanStops() throws {
        var folder = try TemporaryFolder()
        var index = try folder.open()
        let shelf = try Shelf(index)
        var clocks: [Clock] = []
        for number in 1...3 {
            try index.add(number, try date(2016, number), at: shelf.place("\(number).jpg"))
            clocks.append(index.clock)
            let copy = try folder.copyOfIndex()
            try index.close()
            folder = copy
            index = try folder.open()
        }
        for (position, clock) in clocks.enumerated() {
            let (lines, summary) = try index.changes(since: clock)
            #expect(!summary.isFreshInstance)
            #expect(lines.map(\.id) == (position + 1..<3).map { .number($0 + 1) })
        }
        try index.close()
    }

    @Test("an index that may not be the one of the last run has clocks of its own; old ones are of another")
    func anotherEpoch() throws {
        let folder = try TemporaryFolder()
        let first = try folder.open()
        let shelf = try Shelf(first)
        try first.add(1, try date(2016, 11), at: shelf.place("a.jpg"))
        let clock = first.clock
        try first.close()
        let second = try LibraryIndex(folder: folder.directory, continuesClocks: { _ in false })
        #expect(second.epoch != first.epoch)
        let (lines, summary) = try second.changes(since: clock)
        #expect(summary.isFreshInstance)
        #expect(lines.map(\.id) == [.number(1)])
        let epoch = second.epoch
        try second.close()
        let third = try folder.open()
        #expect(third.epoch == epoch)
        try third.close()
    }

    @Test("a file that is no database is moved aside and the index begun anew")
    func garbage() throws {
        let folder = try TemporaryFolder()
        try folder.put("index.sqlite", Array(String(repeating: "not a database ", count: 400).utf8))
        let index = try folder.open()
        guard case .rebuilt(let aside) = index.origin else {
            Issue.record("expected a rebuilt index, got \(index.origin)")
            return
        }
        #expect(aside.display.contains("index.sqlite.broken-"))
        #expect(aside.withCString { access($0, F_OK) } == 0)
        #expect(index.isNew)
        try Shelf(index).writeOne(index)
        try index.close()
        let again = try folder.open()
        #expect(again.origin == .opened(cleanly: true))
        try again.close()
    }

    @Test("damage that only shows in use is remembered, and the next start builds anew")
    func damageInUse() throws {
        let folder = try TemporaryFolder()
        let first = try folder.open()
        let shelf = try Shelf(first)
        for number in 1...2000 { try first.add(number, try date(2016, 11), at: shelf.place("\(number).jpg")) }
        try first.close()
        var bytes = try folder.read("index.sqlite")
        // What opening reads lies in the first half.
        for position in bytes.indices where position > bytes.count / 2 { bytes[position] = 0xA5 }
        try folder.put("index.sqlite", bytes)

        let second = try folder.open()
        #expect(second.origin == .opened(cleanly: true))
        var query = PageQuery(month: try month("2016-11"))
        query.limit = 2000
        let error = #expect(throws: IndexError.self) { _ = try second.ids(query) }
        #expect(error?.isCorruption == true)
        #expect(folder.exists("index.sqlite.damaged"))
        let third = try folder.open()
        guard case .rebuilt = third.origin else {
            Issue.record("expected a rebuilt index, got \(third.origin)")
            return
        }
        #expect(!folder.exists("index.sqlite.damaged"))
        try third.close()
    }

    @Test("the path of the state folder may be bytes that are no text")
    func pathOfBytes() throws {
        let folder = try TemporaryFolder()
        let state = folder.directory.appending(FileName([0x73, 0xFF]))
        try Disk.makeFolder(state)
        let first = try LibraryIndex(folder: state)
        let shelf = try Shelf(first)
        try shelf.writeOne(first)
        try first.close()
        let second = try LibraryIndex(folder: state)
        #expect(!second.isNew)
        #expect(try second.asset(1) != nil)
        try second.close()
    }

    @Test("an index of a newer photod is refused and left as it is")
    func newerSchema() throws {
        let folder = try TemporaryFolder()
        try folder.open().close()
        var bytes = try folder.read("index.sqlite")
        // The header's user version, big-endian (SQLite file format, offset 60).
        bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
        try folder.put("index.sqlite", bytes)
        let error = #expect(throws: IndexError.self) { _ = try folder.open() }
        guard case .newerSchema(found: 99, known: IndexSchema.version) = error else {
            Issue.record("expected newerSchema, got \(String(describing: error))")
            return
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("update photod"))
        #expect(folder.exists("index.sqlite"))
    }

    @Test(
        "an index whose version no photod can have is damaged, and made anew",
        arguments: [[0x27, 9, 0x94, 0x34], [0xFF, 0xFF, 0xFF, 0xFE]]
    )
    func impossibleVersion(bytes version: [UInt8]) throws {
        let folder = try TemporaryFolder()
        try folder.open().close()
        var bytes = try folder.read("index.sqlite")
        bytes.replaceSubrange(60..<64, with: version)
        try folder.put("index.sqlite", bytes)
        let index = try folder.open()
        guard case .rebuilt = index.origin else {
            Issue.record("expected a rebuilt index, got \(index.origin)")
            return
        }
        try index.close()
    }

    @Test("numbers are reserved before they are given out, a block at a time")
    func reservation() {
        var reservation = SequenceReservation(last: 0, reserved: 0)
        let isExtended = reservation.extend()
        #expect(isExtended)
        #expect(reservation.reserved == SequenceReservation.blockSize)
        let isExtendedAgain = reservation.extend()
        #expect(!isExtendedAgain)
        let first = reservation.take(3)
        #expect(first == 1)
        #expect(reservation.last == 3)
        let second = reservation.take(SequenceReservation.blockSize / 2)
        #expect(second == 4)
        let isExtendedLate = reservation.extend()
        #expect(isExtendedLate)
        #expect(reservation.reserved == reservation.last + SequenceReservation.blockSize)
        // More at once than are left.
        let third = reservation.take(SequenceReservation.blockSize * 2)
        #expect(reservation.reserved >= third + SequenceReservation.blockSize * 2 - 1)
    }

    @Test("a transaction that fails leaves nothing, and the next one goes on")
    func rollback() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelf = try Shelf(index)
        let before = index.clock
        #expect(throws: IndexError.self) {
            _ = try index.write { writer throws(IndexError) in
                for _ in 1...2 {
                    try writer.insert(
                        id: .number(1),
                        record: .sample(nil),
                        marks: AssetMarks(),
                        at: shelf.place("a.jpg"),
                        created: 1
                    )
                }
            }
        }
        #expect(index.clock == before)
        #expect(try index.asset(1) == nil)
        try index.add(1, nil, at: shelf.place("a.jpg"))
        #expect(index.clock.sequence == before.sequence + 1)
        try index.close()
    }
}

extension Shelf {
    func writeOne(_ index: LibraryIndex) throws {
        try index.add(1, try date(2016, 11), at: place("a.jpg"))
    }
}
