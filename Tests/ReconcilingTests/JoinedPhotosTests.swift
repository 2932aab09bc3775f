import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("Photos that become one shot with a file that was known first")
struct JoinedPhotosTests {
    private let marks = AssetMarks(groupOverride: .group("Beach"), favorite: true)

    /// `photos/x/a.cr2`, which was known first, and `photos/z/b.jpg`, of which somebody has said something.
    private func desk(marking marked: [String] = ["photos/z/b.jpg"]) throws -> Desk {
        let desk = try Desk()
        for name in ["photos/x/a.cr2", "photos/z/b.jpg"] {
            try desk.folder.makeDirectory(String(name.prefix(8)))
            try desk.folder.write(name, name)
            try desk.sweep()
            desk.now += 61_000_000_000
        }
        for name in marked {
            let asset = try #require(try desk.asset(name))
            let marks = name.hasSuffix("jpg") ? marks : AssetMarks(favorite: false, viewed: true)
            _ = try desk.index.write { writer throws(IndexError) in
                try writer.setMarks(marks, of: asset, describedGroup: nil, revision: asset.revision + 1)
            }
        }
        return desk
    }

    private func move(_ desk: Desk, _ from: String, _ to: String) throws {
        try desk.folder.move("photos/" + from, "photos/" + to)
    }

    /// Looks at all of it, one place after another in an order, until nothing is new.
    private func look(_ desk: Desk, _ places: [String]) throws {
        for place in places + places {
            let parts = place.split(separator: "/")
            try desk.apply([try desk.shots("photos/" + parts[0], [String(parts[1])])])
        }
    }

    @Test(
        "the JPEG keeps its id and all that was said of it, and each has its own again when they part",
        arguments: [
            ["x/a", "z/b", "z/a", "x/b"], ["z/b", "z/a", "x/b", "x/a"], ["x/b", "x/a", "z/a", "z/b"],
        ],
        [("z/b.jpg", "x/a.jpg", "x/a.jpg"), ("x/a.cr2", "z/b.cr2", "z/b.jpg")]
    )
    func edited(order: [String], move: (from: String, to: String, pair: String)) throws {
        let desk = try desk()
        let ids = try desk.everything()
        try self.move(desk, move.from, move.to)
        try look(desk, order)
        #expect(try desk.everything() == ["photos/" + move.pair: ids["photos/z/b.jpg"]])
        #expect(try desk.asset("photos/" + move.pair)?.marks == marks)
        try self.move(desk, move.to, move.from)
        try look(desk, order)
        #expect(try desk.everything() == ids)
        #expect(try desk.asset("photos/z/b.jpg")?.marks == marks)
    }

    @Test("a name in the same folder, or a still that kept them apart and goes, is no other case")
    func besideEachOther() throws {
        let desk = try desk()
        try move(desk, "z/b.jpg", "x/a.jpg")
        try desk.folder.write("photos/x/a.png", "keeps them apart")
        try desk.sweep()
        let ids = try desk.everything()
        #expect(ids.count == 3)
        try desk.folder.remove("photos/x/a.png")
        try look(desk, ["x/a"])
        #expect(try desk.everything() == ["photos/x/a.jpg": ids["photos/x/a.jpg"]])
        #expect(try desk.asset("photos/x/a.jpg")?.marks == marks)
    }

    @Test("what was said of the RAW file is of the RAW file, and there again when they part")
    func bothMarked() throws {
        let desk = try desk(marking: ["photos/x/a.cr2", "photos/z/b.jpg"])
        let ids = try desk.everything()
        try move(desk, "z/b.jpg", "x/a.jpg")
        try look(desk, ["z/b", "x/a"])
        #expect(try desk.asset("photos/x/a.jpg")?.marks == marks)
        try move(desk, "x/a.jpg", "z/b.jpg")
        try look(desk, ["z/b", "x/a"])
        #expect(try desk.everything() == ids)
        #expect(try desk.asset("photos/x/a.cr2")?.marks == AssetMarks(favorite: false, viewed: true))
        #expect(try desk.asset("photos/z/b.jpg")?.marks == marks)
    }

    @Test("a JPEG that may have been half-written when it was met is no newcomer for ever")
    func metHalfWritten() throws {
        let desk = try desk(marking: ["photos/x/a.cr2"])
        try desk.folder.write("photos/z/c.jpg", "came with its folder")
        try desk.apply([try desk.shots("photos/z", ["c"], isUnfinished: true)])
        desk.now += 61_000_000_000
        let ids = try desk.everything()
        try move(desk, "z/c.jpg", "x/a.jpg")
        try look(desk, ["z/c", "x/a"])
        #expect(try desk.id("photos/x/a.jpg") == ids["photos/z/c.jpg"])
        try move(desk, "x/a.jpg", "z/c.jpg")
        try look(desk, ["z/c", "x/a"])
        #expect(try desk.everything() == ids)
    }

    @Test("a RAW file that takes the place of a pair's changes nothing of the pair")
    func exchangedRAW() throws {
        let desk = try desk()
        try desk.folder.write("photos/z/b.cr2", "the pair's own")
        try desk.sweep()
        let ids = try desk.everything()
        try Disk.exchange(
            desk.folder.location("photos/x/a.cr2"),
            desk.folder.location("photos/z/b.cr2")
        )
        try look(desk, ["z/b", "x/a"])
        #expect(try desk.id("photos/z/b.jpg") == ids["photos/z/b.jpg"])
        #expect(try desk.asset("photos/z/b.jpg")?.marks == marks)
    }
}
