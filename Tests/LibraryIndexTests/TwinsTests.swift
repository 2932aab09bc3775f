import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Files that look alike")
struct TwinsTests {
    @Test("are listed in the roots that are asked, whatever they look like elsewhere")
    func roots() throws {
        let folder = try TemporaryFolder()
        let index = try folder.open()
        let (near, far) = (try Shelf(index, name: "near"), try Shelf(index, name: "far"))
        let places = [near.place("1.jpg"), far.place("2.jpg"), near.place("3.jpg")]
        for (number, place) in places.enumerated() {
            var record = AssetRecord.sample(try date(2016, 1), inode: UInt64(number + 1))
            record.fingerprint = Fingerprint(high: 1, low: number < 2 ? 1 : 2)
            _ = try index.write { writer throws(IndexError) in
                try writer.insert(
                    id: .number(number),
                    record: record,
                    marks: AssetMarks(),
                    at: place,
                    created: 1
                )
            }
        }
        let keys = try index.read { reader throws(IndexError) in
            try reader.unhashedTwins(longerThan: 1) { $0 == near.root }
        }
        #expect(try keys == [#require(try index.asset(0)).key])
    }
}
