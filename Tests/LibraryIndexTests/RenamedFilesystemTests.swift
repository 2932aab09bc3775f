import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("A file system that is called otherwise than before")
struct RenamedFilesystemTests {
    let folder: TemporaryFolder
    let index: LibraryIndex
    let shelf: Shelf

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
        shelf = try Shelf(index)
    }

    private func waiting(_ number: Int, _ month: MonthKey, on filesystem: String) -> DepartedAsset {
        DepartedAsset(
            id: .number(number),
            month: month,
            type: .photo,
            root: "photos",
            path: Array("x/\(number).jpg".utf8),
            filesystem: filesystem,
            inode: UInt64(number),
            birthTime: 5,
            size: 6,
            fingerprint: nil,
            marks: AssetMarks(),
            revision: 7,
            created: 8,
            deletedAt: nil
        )
    }

    private func generations() throws -> [MonthKey: Int64] {
        let documents = try index.read { reader throws(IndexError) in try reader.documents() }
        return Dictionary(uniqueKeysWithValues: documents.map { ($0.month, $0.generation) })
    }

    private func rename(_ former: String, to name: String) throws {
        _ = try index.write { writer throws(IndexError) in
            _ = try writer.ensureFilesystem(name, formerly: [former])
        }
    }

    @Test("has the documents written that say what it is called, once")
    func documents() throws {
        let (live, gone, other) = (try month("2016-01"), try month("2016-02"), try month("2016-03"))
        try index.add(1, try date(2016, 1), at: shelf.place("1.jpg"))
        let departed = [waiting(2, gone, on: "uuid:photos"), waiting(3, other, on: "uuid:elsewhere")]
        _ = try index.write { writer throws(IndexError) in
            for asset in departed { try writer.depart(asset) }
        }
        for _ in 0..<2 {
            try rename("uuid:photos", to: "uuid:new")
            #expect(try generations() == [live: 2, gone: 2, other: 1])
        }
        let names = try index.read { reader throws(IndexError) in
            [try reader.departed(.number(2))?.filesystem, try reader.departed(.number(3))?.filesystem]
        }
        #expect(names == ["uuid:new", "uuid:elsewhere"])
    }

    @Test("is so for identities that wait, too, where nothing else has its former name")
    func waiting() throws {
        let gone = try month("2016-02")
        let departed = waiting(2, gone, on: "fsid:1")
        _ = try index.write { writer throws(IndexError) in try writer.depart(departed) }
        try rename("fsid:1", to: "uuid:new")
        let found = try index.read { reader throws(IndexError) in try reader.departed(.number(2)) }
        #expect(found?.filesystem == "uuid:new")
        #expect(try generations() == [gone: 2])
    }
}
