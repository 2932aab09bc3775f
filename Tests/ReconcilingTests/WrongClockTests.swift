import LibraryIndex
import PhotoModel
import TestSupport
import Testing

@Suite("Ids where the machine's clock is wrong")
struct WrongClockTests {
    private static let day: Int64 = 86_400_000_000_000

    private func mark(_ path: String, _ desk: Desk) throws {
        let asset = try #require(try desk.asset(path))
        _ = try desk.index.write { writer throws(IndexError) in
            try writer.setMarks(
                AssetMarks(viewed: true),
                of: asset,
                describedGroup: nil,
                revision: asset.revision + 1
            )
        }
    }

    @Test(
        "what was lost while it was behind or ahead is known when it is set",
        arguments: [-40, 40] as [Int64]
    )
    func lostMeanwhile(days: Int64) throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        desk.restart(boot: 2)
        desk.clockError = days * Self.day
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        desk.clockError = 0
        try desk.expire()
        desk.restart(boot: 3)
        try desk.expire()
        try desk.folder.write("photos/b.png", "content")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/b.png": id])
    }

    /// Has a photo `photos/a.png` come and go, and returns its id.
    private static func lostPhoto(_ desk: Desk) throws -> AssetID {
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        return id
    }

    @Test("what was lost is forgotten when the daemon has lived for thirty days more")
    func expiry() throws {
        let desk = try Desk()
        let id = try Self.lostPhoto(desk)
        func isKept() throws -> Bool {
            try desk.index.read { reader throws(IndexError) in try reader.departed(id) != nil }
        }
        for (days, isExpected) in [(29, true), (2, false)] as [(Int64, Bool)] {
            desk.now += days * Self.day
            try desk.expire()
            #expect(try isKept() == isExpected)
        }
    }

    @Test(
        "another photo under a name that was deleted is a new one, whenever the clock was set in between",
        arguments: [-40, 40] as [Int64],
        [false, true]
    )
    func reusedName(days: Int64, isRestarted: Bool) throws {
        let desk = try Desk()
        desk.clockError = days * Self.day
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try mark("photos/a.png", desk)
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        desk.clockError = 0
        if isRestarted { desk.restart() }
        try desk.folder.write("photos/a.png", "another photo")
        try desk.sweep()
        #expect(try desk.id("photos/a.png") != id)
        #expect(try desk.asset("photos/a.png")?.marks == AssetMarks())
    }

    @Test("another photo under a name that was deleted before the machine was started anew is a new one")
    func reusedNameAfterStart() throws {
        let desk = try Desk()
        let id = try Self.lostPhoto(desk)
        // A machine without a clock of its own goes on where it was when it was stopped.
        desk.restart(boot: 2)
        try desk.folder.write("photos/a.png", "another photo")
        try desk.sweep()
        #expect(try desk.id("photos/a.png") != id)
    }

    @Test("a path keeps its id for a minute over a restart of the daemon")
    func samePathOverRestart() throws {
        let desk = try Desk()
        let id = try Self.lostPhoto(desk)
        desk.restart()
        try desk.folder.write("photos/a.png", "edited")
        try desk.sweep()
        #expect(try desk.id("photos/a.png") == id)
    }

    @Test(
        "an editor's save keeps id and marks of a photo that was met while the clock was ahead",
        arguments: [false, true]
    )
    func editorsSave(isIndexLost: Bool) throws {
        let desk = try Desk()
        desk.clockError = 40 * Self.day
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try mark("photos/a.png", desk)
        desk.clockError = 0
        if isIndexLost { try desk.forgetTime() }
        try desk.folder.write("photos/b.png", "edited")
        try desk.sweep()
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
        #expect(try desk.asset("photos/a.png")?.marks == AssetMarks(viewed: true))
    }

    @Test("of two photos that become one, the one that existed first goes on, though its clock was ahead")
    func older() throws {
        let desk = try Desk()
        desk.clockError = 40 * Self.day
        try desk.folder.write("photos/a.cr2", "raw")
        try desk.sweep()
        let id = try desk.id("photos/a.cr2")
        desk.clockError = 0
        try desk.folder.makeDirectory("photos/in")
        try desk.folder.write("photos/in/a.png", "still")
        try desk.sweep()
        try desk.folder.move("photos/in/a.png", "photos/a.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
    }
}
