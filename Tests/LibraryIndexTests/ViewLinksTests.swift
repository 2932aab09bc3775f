import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Links of the group view")
struct ViewLinksTests {
    let folder: TemporaryFolder
    let index: LibraryIndex

    init() throws {
        folder = try TemporaryFolder()
        index = try folder.open()
    }

    private func note(_ name: String, of number: Int) throws {
        let link = ViewLink(folder: FileName("Other"), name: FileName(name), target: Array("./../a.jpg".utf8))
        _ = try index.write { writer throws(IndexError) in
            try writer.setViewLink(link, of: .number(number))
        }
    }

    private func name(of number: Int) throws -> FileName? {
        try index.read { reader throws(IndexError) in try reader.viewLink(of: .number(number)) }?.name
    }

    @Test("a place in the view is one asset's: who takes a link over has it alone, whoever made it")
    func takenOver() throws {
        try note("a.jpg", of: 1)
        try note("a.jpg", of: 2)
        #expect(try name(of: 1) == nil)
        #expect(try name(of: 2) == FileName("a.jpg"))
        #expect(try index.read { reader throws(IndexError) in try reader.departedFromView() } == [.number(2)])
    }

    @Test("two assets that change places have their links both")
    func exchanged() throws {
        try note("a.jpg", of: 1)
        try note("a-2.jpg", of: 2)
        try note("a-2.jpg", of: 1)
        try note("a.jpg", of: 2)
        #expect(try name(of: 1) == FileName("a-2.jpg"))
        #expect(try name(of: 2) == FileName("a.jpg"))
    }
}
