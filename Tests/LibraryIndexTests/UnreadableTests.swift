import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Files that could not be read")
struct UnreadableTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Photos 0, 1, … in one folder, of which those could not be read that have a reason.
    private func index(_ reasons: [UnreadableReason?]) throws -> (index: LibraryIndex, root: Int64) {
        let index = try folder.open()
        let shelf = try Shelf(index)
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
        return (index, shelf.root)
    }

    @Test("look changed at the next start after an I/O error, and after nothing else")
    func forgetIOErrors() throws {
        let index = try index([nil, .inputOutput, .permission, .empty]).index
        _ = try index.write { writer throws(IndexError) in try writer.forgetIOErrors() }
        let sizes = try (0..<4).map { try index.asset($0)?.stamp.size }
        #expect(sizes == [10, -1, 10, 10])
    }

    @Test("tell nothing of the disk that they are on")
    func sample() throws {
        let (index, root) = try index([.inputOutput, nil, .damaged, nil])
        let sample = try index.read { reader throws(IndexError) in
            try reader.sample(ofRoot: root, count: 10).map(\.name.display)
        }
        #expect(sample.sorted() == ["1.jpg", "3.jpg"])
    }
}
