import EditRules
import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Dates in the future")
struct DateExpiryTests {
    private let folder: TemporaryFolder
    private let index: LibraryIndex
    private let shelf: Shelf

    init() throws {
        (folder, index, shelf) = try Shelf.opened()
    }

    @Test("a photo whose date was in the future, and is no longer, looks changed")
    func dateExpiry() throws {
        let now = Int64(time(nil)) / 3600 * 3600
        // Whatever somebody says in place of it.
        for (number, expiry) in [nil, now - 3600, now + 7200].enumerated() {
            for (offset, overlay) in [Overlay(), Overlay(date: SaidDate.date("2004"))].enumerated() {
                let time = offset == 0 ? try date(2016, 11) : nil
                var record = AssetRecord.sample(time)
                record.dateExpiry = expiry
                let id = 10 * number + offset
                let key = try index.write { [record] writer throws(IndexError) in
                    try writer.insert(
                        id: .number(id),
                        record: record,
                        marks: AssetMarks(overlay: overlay),
                        at: shelf.place("\(id).jpg"),
                        created: 1
                    )
                }.value
                let stored = try index.read { reader throws(IndexError) in try reader.record(ofAsset: key) }
                #expect(stored?.dateExpiry == expiry)
                #expect(stored?.date == record.date)
                #expect(try index.asset(id)?.stamp.size == (number == 1 ? -1 : 10))
            }
        }
    }
}
