import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Files that could not be read")
struct UnreadableTests {
    @Test("look changed at the next start after an I/O error, and after nothing else")
    func forgetIOErrors() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let shelf = try Shelf(index)
        let reasons: [UnreadableReason?] = [nil, .inputOutput, .permission, .empty]
        for (number, reason) in reasons.enumerated() {
            var record = AssetRecord.sample(try date(2016, 11))
            record.unreadable = reason
            _ = try index.write { [record] writer throws(IndexError) in
                try writer.insert(
                    id: .number(number),
                    record: record,
                    marks: AssetMarks(),
                    at: shelf.place("\(number).jpg"),
                    created: 1
                )
            }
        }
        _ = try index.write { writer throws(IndexError) in try writer.forgetIOErrors() }
        let sizes = try reasons.indices.map { try index.asset($0)?.stamp.size }
        #expect(sizes == [10, -1, 10, 10])
    }
}
