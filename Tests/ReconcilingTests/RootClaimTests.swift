import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("Photos of roots that have one name")
struct RootClaimTests {
    private let marks = AssetMarks(groupOverride: .group("Beach"), favorite: true, viewed: true)

    /// A memory card with photos of the names that all cards have.
    private func fill(_ card: String, _ desk: Desk, _ texts: [String]) throws {
        try desk.folder.makeDirectory(card + "/100")
        for (number, text) in texts.enumerated() {
            try desk.folder.write(card + "/100/IMG_\(number).png", text)
        }
    }

    private func desk(_ texts: [String]) throws -> Desk {
        let desk = try Desk(roots: [])
        for name in ["card1", "card2"] { try desk.folder.makeDirectory(name) }
        try desk.register("card1", as: "DCIM")
        try fill("card1", desk, texts)
        try desk.sweep()
        return desk
    }

    private func mark(_ path: String, _ desk: Desk) throws {
        let (asset, marks) = (try #require(try desk.asset(path)), marks)
        _ = try desk.index.write { writer throws(IndexError) in
            try writer.setMarks(marks, of: asset, describedGroup: nil, revision: asset.revision + 1)
        }
    }

    @Test("another card under the name of one that was removed gets neither its ids nor its marks")
    func anotherCard() throws {
        let desk = try desk(["a", "beach"])
        try mark("card1/100/IMG_0.png", desk)
        let before = try desk.everything()
        try desk.removeRoot("card1")
        // One of another size, and one of the same.
        try fill("card2", desk, ["another", "house"])
        try desk.register("card2", as: "DCIM")
        try desk.sweep()
        #expect(Set(try desk.everything().values).isDisjoint(with: before.values))
        #expect(try desk.asset("card2/100/IMG_0.png")?.marks == AssetMarks())
        // Nor is what waits for the first card given up for that.
        try desk.bury()
        try desk.register("card1", as: "DCIM-2")
        try desk.sweep()
        #expect(try desk.everything().filter { $0.key.hasPrefix("card1/") } == before)
        #expect(try desk.asset("card1/100/IMG_0.png")?.marks == marks)
    }

    @Test("a library that is configured elsewhere takes along what was copied there, and nothing else")
    func anotherPath() throws {
        let desk = try desk(["a", "beach", "c"])
        let before = try desk.everything()
        try desk.removeRoot("card1")
        try fill("card2", desk, ["a", "house", "c"])
        try desk.register("card2", as: "DCIM")
        try desk.sweep()
        let after = try desk.everything()
        for number in [0, 2] {
            #expect(after["card2/100/IMG_\(number).png"] == before["card1/100/IMG_\(number).png"])
        }
        #expect(!before.values.contains(try desk.id("card2/100/IMG_1.png")))
    }

    @Test("two libraries that exchange their names keep their photos")
    func exchangedNames() throws {
        let desk = try desk(["1111", "2222", "x"])
        try fill("card2", desk, ["3333", "4444", "x"])
        try desk.register("card2", as: "DCIM-2")
        try desk.sweep()
        let before = try desk.everything()
        for card in ["card1", "card2"] { try desk.removeRoot(card) }
        try desk.register("card1", as: "DCIM-2")
        try desk.register("card2", as: "DCIM")
        for card in ["card1", "card2"] { try desk.sweep([card]) }
        #expect(try desk.everything() == before)
    }

    @Test("a root that was removed and is back keeps the ids of what has its inode or its content")
    func back() throws {
        let desk = try desk(["edited in place", "restored", "replaced"])
        let before = try desk.everything()
        try desk.removeRoot("card1")
        try desk.folder.write("card1/100/IMG_0.png", "edited")
        for (number, text) in [(1, "restored"), (2, "another photo")] {
            try desk.folder.write("new", text)
            try desk.folder.move("new", "card1/100/IMG_\(number).png")
        }
        try desk.register("card1", as: "DCIM")
        try desk.sweep()
        for number in 0...1 {
            let path = "card1/100/IMG_\(number).png"
            #expect(try desk.id(path) == before[path], "\(path)")
        }
        #expect(try desk.id("card1/100/IMG_2.png") != before["card1/100/IMG_2.png"])
    }

    @Test(
        "a path keeps an id for a minute in the very folder, not in another that has its root's name by then"
    )
    func pathWithinTheMinute() throws {
        let desk = try desk(["a"])
        let id = try desk.id("card1/100/IMG_0.png")
        try desk.folder.remove("card1/100/IMG_0.png")
        try desk.sweep()
        try desk.removeRoot("card1")
        try fill("card2", desk, ["another"])
        try desk.register("card2", as: "DCIM")
        try desk.sweep()
        #expect(try desk.id("card2/100/IMG_0.png") != id)
        try desk.removeRoot("card2")
        try desk.folder.write("card1/100/IMG_0.png", "written anew")
        try desk.register("card1", as: "DCIM")
        try desk.sweep()
        #expect(try desk.id("card1/100/IMG_0.png") == id)
    }

    @Test("a folder that is moved to another root and linked in its own place keeps its photos")
    func movedAndLinked() throws {
        let desk = try Desk(roots: ["pictures"])
        for name in ["pictures/trip", "pictures/trip/deep", "disk"] { try desk.folder.makeDirectory(name) }
        try desk.folder.write("pictures/trip/a.png", "a")
        try desk.folder.write("pictures/trip/deep/b.png", "b")
        try desk.sweep()
        let before = try desk.everything()
        try desk.folder.move("pictures/trip", "disk/trip")
        _ = try desk.folder.link("pictures/trip", to: desk.folder.path("disk/trip"))
        // Where it was is looked at later, and its path leads to the very photos until then.
        try desk.register("disk")
        try desk.sweep(["disk"])
        for path in ["trip/a.png", "trip/deep/b.png"] {
            #expect(try desk.id("disk/" + path) == before["pictures/" + path], "\(path)")
        }
        try desk.sweep()
        #expect(try desk.everything().count == 2)
    }

    @Test("a folder that is moved out of a root that is away by then keeps its photos")
    func movedFromWhatIsAway() throws {
        let desk = try desk(["a", "beach"])
        let before = try desk.everything()
        try desk.register("card2")
        try desk.folder.move("card1", "card2/card1")
        try desk.setOffline("card1")
        try desk.sweep(["card2"])
        for (path, id) in before { #expect(try desk.id("card2/" + path) == id, "\(path)") }
    }

    @Test(
        "what is moved from where a link led, and waits for its file, is itself; another name of a file is not"
    )
    func movedWhileItWaits() throws {
        let desk = try desk(["a", "beach"])
        let before = try desk.everything()
        try desk.removeRoot("card1")
        try desk.register("card2")
        try desk.folder.move("card1/100/IMG_0.png", "card2/moved.png")
        try Disk.link(desk.folder.location("card1/100/IMG_1.png"), to: desk.folder.location("card2/link.png"))
        try desk.register("card1", as: "DCIM", linkedFrom: "card2")
        try desk.setOffline("card1")
        try desk.sweep(["card2"])
        #expect(try desk.id("card2/moved.png") == before["card1/100/IMG_0.png"])
        #expect(try desk.id("card2/link.png") != before["card1/100/IMG_1.png"])
    }

    @Test(
        "what waits on a disk that is away is not what has its numbers elsewhere: that may be a copy of the disk"
    )
    func copiedDisk() throws {
        let desk = try desk(["a"])
        let before = try desk.everything()
        try desk.removeRoot("card1")
        try desk.register("card2")
        try desk.folder.move("card1/100/IMG_0.png", "card2/IMG_0.png")
        try desk.register("card1", as: "DCIM")
        try desk.setOffline("card1")
        try desk.sweep(["card2"])
        #expect(try desk.id("card2/IMG_0.png") != before["card1/100/IMG_0.png"])
    }

    @Test("another folder at a root's path has its own photos, and those that were copied or moved there")
    func anotherFolderAtThePath() throws {
        let desk = try desk(["a", "beach", "moved", "x"])
        let before = try desk.everything()
        try fill("card2", desk, ["a", "house"])
        try desk.folder.move("card1/100/IMG_2.png", "card2/100/IMG_2.png")
        try desk.folder.move("card1", "kept")
        try desk.folder.move("card2", "card1")
        try desk.sweep()
        let after = try desk.everything()
        #expect(after.count == 3)
        for number in [0, 2] {
            let path = "card1/100/IMG_\(number).png"
            #expect(after[path] == before[path], "\(path)")
        }
        #expect(!before.values.contains(try desk.id("card1/100/IMG_1.png")))
        // And back again.
        try desk.folder.move("card1/100/IMG_2.png", "kept/100/IMG_2.png")
        try desk.folder.move("card1", "card2")
        try desk.folder.move("kept", "card1")
        try desk.sweep()
        #expect(try desk.everything() == before)
    }

    @Test("a record that somebody wrote by hand, with nothing but a path, is that path's")
    func handWritten() throws {
        let desk = try Desk()
        let id = AssetID(high: 1, low: 2)
        let month = try #require(MonthKey("2016-01"))
        _ = try desk.index.write { writer throws(IndexError) in
            try writer.depart(
                DepartedAsset(
                    id: id,
                    month: month,
                    type: .photo,
                    root: "photos",
                    path: Array("a.png".utf8),
                    filesystem: nil,
                    inode: nil,
                    birthTime: nil,
                    size: 0,
                    fingerprint: nil,
                    marks: AssetMarks(viewed: true),
                    revision: 1,
                    created: 1,
                    deletedAt: nil
                )
            )
        }
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        #expect(try desk.id("photos/a.png") == id)
    }
}
