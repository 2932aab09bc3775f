import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex
@testable import Shots

@Suite("A video that was dated by the photo beside it")
struct VideosLeftTests {
    @Test(
        "is looked at again when the photo is found elsewhere, and is news then",
        arguments: ["photos/b/1.png", "photos/a/2.png"]
    )
    func photoMoves(place: String) throws {
        let desk = try Desk()
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        for name in ["1.png", "1.mp4", "1.b.mp4"] { try desk.folder.write("photos/a/\(name)", name) }
        try desk.sweep()
        try desk.folder.move("photos/a/1.png", place)
        let parts = place.split(separator: "/").map(String.init)
        try desk.apply([try desk.shots("photos/" + parts[1], [String(parts[2].dropLast(4))])])
        #expect(desk.looksAgain.contains("photos/a/1.mp4"))
        #expect(try desk.asset("photos/a/1.mp4")?.stamp.isSettled == false)
        #expect(try desk.asset("photos/a/1.b.mp4")?.stamp.isSettled == true)
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(try desk.asset("photos/a/1.mp4")?.stamp.isSettled == true)
    }

    @Test("is not, where the photo stays beside it")
    func photoStays() throws {
        let desk = try Desk()
        for name in ["1.png", "1.mp4"] { try desk.folder.write("photos/\(name)", name) }
        try desk.sweep()
        try desk.folder.write("photos/1.png", "edited")
        try desk.sweep()
        #expect(try desk.asset("photos/1.mp4")?.stamp.isSettled == true)
    }

    /// The daemon stops when the photo has gone and the video is not read.
    @Test("stays news where it could not be read when the photo went")
    func videoIsNotRead() throws {
        let desk = try Desk()
        for name in ["1.png", "1.mp4"] { try desk.folder.write("photos/\(name)", name) }
        try desk.sweep()
        try desk.folder.remove("photos/1.png")
        let seen = try #require(try desk.observed(FileName("1.mp4"), in: "photos"))
        let fingerprint = try #require(seen.content.fingerprint)
        let unread = ObservedFile(
            name: seen.name,
            format: seen.format,
            stamp: seen.stamp,
            content: .extracted(fingerprint, 0)
        )
        let shot = ObservedShot(stem: Array("1".utf8), files: [unread])
        let slot = FindingSlot(.shots(try desk.place("photos"), [shot]), lane: 0, reads: 1, weight: 1)
        slot.fulfil([0], with: [.cancelled])
        try desk.apply([slot])
        #expect(try desk.asset("photos/1.png") == nil)
        #expect(try desk.asset("photos/1.mp4")?.stamp.isSettled == false)
    }
}
