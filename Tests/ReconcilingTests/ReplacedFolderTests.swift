import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("A folder in whose place another one stands")
struct ReplacedFolderTests {
    private let marks = AssetMarks(groupOverride: .group("Beach"), favorite: true)

    /// A card's folder, of whose photos somebody has said something, and another card's beside the library.
    private func desk() throws -> Desk {
        let desk = try Desk()
        for folder in ["photos/DCIM", "card", "away"] { try desk.folder.makeDirectory(folder) }
        for number in 1...2 {
            try desk.folder.write("photos/DCIM/IMG_\(number).png", "the first card's \(number)")
            try desk.folder.write("card/IMG_\(number).png", "another card's \(number)")
        }
        try desk.sweep()
        for number in 1...2 {
            let asset = try #require(try desk.asset("photos/DCIM/IMG_\(number).png"))
            _ = try desk.index.write { writer throws(IndexError) in
                try writer.setMarks(marks, of: asset, describedGroup: nil, revision: asset.revision + 1)
            }
        }
        return desk
    }

    @Test(
        "has photos of its own by the same names, and the first folder's have ids and marks when it is back"
    )
    func anotherCard() throws {
        let desk = try desk()
        let before = try desk.everything()
        try desk.folder.move("photos/DCIM", "away/first")
        try desk.folder.move("card", "photos/DCIM")
        try desk.sweep()
        #expect(Set(try desk.everything().values).isDisjoint(with: before.values))
        #expect(try desk.asset("photos/DCIM/IMG_1.png")?.marks == AssetMarks())
        try desk.folder.move("away/first", "photos/first")
        try desk.sweep()
        for number in 1...2 {
            #expect(try desk.id("photos/first/IMG_\(number).png") == before["photos/DCIM/IMG_\(number).png"])
            #expect(try desk.asset("photos/first/IMG_\(number).png")?.marks == marks)
        }
    }

    @Test("takes nothing by its names within the minute either, when the first one was seen to be gone")
    func goneBefore() throws {
        let desk = try desk()
        let before = try desk.everything()
        for number in 1...2 { try desk.folder.remove("photos/DCIM/IMG_\(number).png") }
        try desk.sweep()
        try desk.folder.remove("photos/DCIM")
        try desk.folder.move("card", "photos/DCIM")
        try desk.sweep()
        #expect(Set(try desk.everything().values).isDisjoint(with: before.values))
        #expect(try desk.asset("photos/DCIM/IMG_2.png")?.marks == AssetMarks())
    }

    @Test("has the photos that are put back from a backup")
    func restored() throws {
        let desk = try desk()
        let before = try desk.everything()
        try desk.folder.move("photos/DCIM", "away/first")
        try desk.folder.makeDirectory("photos/DCIM")
        for number in 1...2 {
            try desk.folder.write("photos/DCIM/IMG_\(number).png", "the first card's \(number)")
        }
        try desk.sweep()
        #expect(try desk.everything() == before)
        #expect(try desk.asset("photos/DCIM/IMG_2.png")?.marks == marks)
    }
}
