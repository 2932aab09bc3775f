import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("A write to a photo that has another name elsewhere")
struct LinkedShotsTests {
    /// `a/1.png` and `b/2.png` are one file.
    private func desk(beside neighbours: [String]) throws -> Desk {
        let desk = try Desk()
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        try desk.folder.write("photos/a/1.png", "content")
        try #require(link(desk.folder.path("photos/a/1.png"), desk.folder.path("photos/b/2.png")) == 0)
        for name in neighbours { try desk.folder.write("photos/b/\(name)", name) }
        try desk.sweep()
        return desk
    }

    @Test("is known at both where the other stands alone")
    func alone() throws {
        let desk = try desk(beside: ["3.png", "2.b.png"])
        try desk.folder.write("photos/a/1.png", "more than it was before")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(desk.looksAgain.isEmpty)
        let known = try ["photos/a/1.png", "photos/b/2.png"].map { try #require(try desk.asset($0)).stamp }
        #expect(known[0].size == known[1].size)
    }

    @Test(
        "has the other looked at with all that is beside it: what was judged by it is judged anew",
        arguments: ["2.mp4", "2.cr2", "2.jpg", "2.xmp"]
    )
    func together(neighbour: String) throws {
        let desk = try desk(beside: [neighbour])
        let before = try #require(try desk.asset("photos/b/2.png")).stamp
        try desk.folder.write("photos/a/1.png", "more than it was before")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(desk.looksAgain == ["photos/b/2.png"])
        #expect(try desk.asset("photos/b/2.png")?.stamp == before, "it must be news")
    }

    @Test(
        "counts wherever it was seen last, also where what was seen first is written last",
        arguments: [false, true]
    )
    func order(isFirstSweep: Bool) throws {
        let desk = try Desk()
        desk.isFirstSweep = isFirstSweep
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        try desk.sweep()
        try desk.folder.write("photos/a/1.png", "content")
        try #require(link(desk.folder.path("photos/a/1.png"), desk.folder.path("photos/b/2.png")) == 0)
        let early = try desk.shots("photos/b", ["2"])
        try desk.folder.write("photos/a/1.png", "more than it was before")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        let written = try #require(try desk.asset("photos/a/1.png")).stamp
        try desk.apply([early])
        #expect(try desk.asset("photos/a/1.png")?.stamp == written)
        #expect(desk.looksAgain.contains("photos/b/2.png"))
    }

    @Test("is found in a first sweep where the folder that it was written in had no watch yet")
    func firstSweep() throws {
        let desk = try Desk()
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        try desk.sweep()
        desk.isFirstSweep = true
        try desk.folder.write("photos/a/1.png", "content")
        try #require(link(desk.folder.path("photos/a/1.png"), desk.folder.path("photos/b/2.png")) == 0)
        try desk.apply([try desk.shots("photos/a", ["1"])])
        try desk.folder.write("photos/b/2.png", "more than it was before")
        try desk.apply([try desk.shots("photos/b", ["2"])])
        let known = try ["photos/a/1.png", "photos/b/2.png"].map { try #require(try desk.asset($0)).stamp }
        #expect(known[0].size == known[1].size)
    }
}
