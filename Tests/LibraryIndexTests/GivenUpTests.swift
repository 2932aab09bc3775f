import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Companions that were given up")
struct GivenUpTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf
    /// In the order in which they are listed.
    private let names = [FileName("a.xmp"), FileName([0x62, 0xFF, 0x2E]), FileName("c.xmp")]

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
        shelf = try Shelf(index)
    }

    private func stamp(_ number: Int) -> FileStamp {
        FileStamp(size: 5, modificationTime: 6, changeTime: 7, inode: UInt64(100 + number), birthTime: 8)
    }

    /// Adds three photos, each with a companion: two took too long, one crashed its reader, and one that is read.
    private func fill() throws {
        for number in names.indices {
            try index.add(number + 1, try date(2016, 11), at: shelf.place("\(number).jpg"))
            let reason: UnreadableReason = number == 1 ? .crashedReader : .timedOut
            try setCompanions(
                [
                    IndexedCompanion(
                        name: names[number],
                        format: .xmpSidecar,
                        stamp: stamp(number),
                        unreadable: reason
                    ),
                    IndexedCompanion(
                        name: FileName("\(number).dng"),
                        format: .dng,
                        stamp: stamp(10 + number)
                    ),
                ],
                of: number + 1
            )
        }
    }

    private func setCompanions(_ companions: [IndexedCompanion], of number: Int) throws {
        let asset = try #require(try index.asset(number))
        _ = try index.write { writer throws(IndexError) in
            try writer.setCompanions(companions, of: asset.key, in: shelf.directory)
        }
    }

    private func list(
        because reason: UnreadableReason? = nil,
        after cursor: GivenUpCompanion.Cursor = .start,
        skipping count: Int = 0,
        limit: Int = .max
    ) throws -> [GivenUpCompanion] {
        var found: [GivenUpCompanion] = []
        try index.read { reader throws(IndexError) in
            try reader.givenUpCompanions(because: reason, after: cursor, skipping: count) {
                found.append($0)
                return found.count < limit
            }
        }
        return found
    }

    private func counts() throws -> [UnreadableReason: Int64] {
        let counts = try index.read { reader throws(IndexError) in try reader.unreadableCounts() }
        return Dictionary(uniqueKeysWithValues: counts.map { ($0.reason, $0.count) })
    }

    @Test(
        "are listed and counted with what could not be read, each with its photo, and their stamps are kept"
    )
    func lists() throws {
        try fill()
        #expect(try list().map(\.name) == names)
        #expect(try list().map(\.asset) == [.number(1), .number(2), .number(3)])
        #expect(try list(because: .timedOut).map(\.name) == [names[0], names[2]])
        #expect(try list(skipping: 1, limit: 1).map(\.name) == [names[1]])
        #expect(try list(because: .damaged).isEmpty)
        #expect(try counts() == [.timedOut: 2, .crashedReader: 1])
        var stamps: [FileStamp: UnreadableReason] = [:]
        try index.read { reader throws(IndexError) in
            try reader.unreadableStamps { stamps[$0] = $1 }
        }
        #expect(stamps == [stamp(0): .timedOut, stamp(1): .crashedReader, stamp(2): .timedOut])
        // A photo of which nothing could be read counts besides.
        var record = AssetRecord.sample(nil)
        record.unreadable = .timedOut
        let (unread, place) = (record, shelf.place("z.jpg"))
        _ = try index.write { writer throws(IndexError) in
            try writer.insert(id: .number(9), record: unread, marks: AssetMarks(), at: place, created: 1)
        }
        #expect(try counts() == [.timedOut: 3, .crashedReader: 1])
        try index.close()
    }

    @Test("a list goes on behind any of them, whatever bytes its name has")
    func cursors() throws {
        try fill()
        for (number, companion) in try list().enumerated() {
            let text = String(decoding: companion.cursor.text, as: UTF8.self)
            let cursor = try #require(GivenUpCompanion.Cursor(text))
            #expect(cursor == companion.cursor)
            #expect(try list(after: cursor).map(\.name) == Array(names[(number + 1)...]))
            #expect(PageQuery.Cursor(text) == nil)
        }
        let start = String(decoding: GivenUpCompanion.Cursor.start.text, as: UTF8.self)
        #expect(GivenUpCompanion.Cursor(start) == .start)
        for text in ["", "c", "c1", "cx.61", "c1.6", "c1.6g", "1.61", "c1.\u{E4}1"] {
            #expect(GivenUpCompanion.Cursor(text) == nil, "\(text)")
        }
        try index.close()
    }

    @Test("leave the list when they are read, and with their photo")
    func leave() throws {
        try fill()
        try setCompanions(
            [IndexedCompanion(name: names[0], format: .xmpSidecar, stamp: stamp(0))],
            of: 1
        )
        #expect(try list().map(\.name) == [names[1], names[2]])
        let asset = try #require(try index.asset(2))
        _ = try index.write { writer throws(IndexError) in try writer.remove(asset) }
        #expect(try list().map(\.name) == [names[2]])
        #expect(try counts() == [.timedOut: 1])
        try index.close()
    }

    @Test("an index of a photod that did not know them goes on, with all that it holds")
    func earlierIndex() throws {
        try fill()
        _ = try index.write { writer throws(IndexError) in
            for change in [
                "DROP INDEX companion_unreadable", "ALTER TABLE companion DROP COLUMN unreadable",
            ] {
                try writer.connection.statement(change).run("making an earlier index")
            }
        }
        let clock = index.clock
        try index.close()
        let again = try folder.open()
        #expect(again.origin == .opened(cleanly: true))
        #expect(again.clock == clock)
        let key = try #require(try again.asset(1)).key
        let companions = try again.read { reader throws(IndexError) in try reader.companions(of: key) }
        #expect(companions.map(\.name) == [FileName("0.dng"), names[0]])
        #expect(companions.allSatisfy { $0.unreadable == nil })
        try again.close()
    }
}
