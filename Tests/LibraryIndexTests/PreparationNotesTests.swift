import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("How far pictures were prepared")
struct PreparationNotesTests {
    @Test("is remembered as it was noted, and not at all before")
    func noting() throws {
        let folder = try TemporaryFolder()
        var index = try folder.open()
        func known() throws -> PreparationNote? {
            try index.read { reader throws(IndexError) in try reader.preparation() }
        }
        #expect(try known() == nil)
        let notes = [
            PreparationNote(kinds: 384, sequence: 7, row: 0),
            PreparationNote(kinds: 128, sequence: 9, row: nil, hasGaps: true),
        ]
        for note in notes {
            let written = try index.write { writer throws(IndexError) in try writer.setPreparation(note) }
            // Nobody who waits for changes is woken by it.
            #expect(written.committed.changes.isEmpty)
            #expect(try known() == note)
            try index.close()
            index = try folder.open()
            #expect(try known() == note)
        }
    }

    @Test("all assets are gone through once, some at a time, in the order of their rows")
    func rows() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelf = try Shelf(index)
        for number in [5, 3, 9, 1, 7] {
            try index.add(number, try date(2016, 11), at: shelf.place("\(number).jpg"))
        }
        var ids: [AssetID] = []
        var parts: [Int] = []
        var row: Int64 = 0
        try index.read { reader throws(IndexError) in
            while let part = try reader.assets(afterRow: row, limit: 2) {
                ids += part.ids
                parts.append(part.ids.count)
                row = part.last
            }
        }
        #expect(ids == [5, 3, 9, 1, 7].map { AssetID.number($0) })
        #expect(parts == [2, 2, 1])
    }
}
