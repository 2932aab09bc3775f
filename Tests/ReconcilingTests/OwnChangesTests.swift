import Files
import PhotoModel
import TestSupport
import Testing

@testable import FolderWatch
@testable import LibraryIndex
@testable import Reconciling

@Suite("What photod itself brings to a place")
struct OwnChangesTests {
    private let id = AssetID(high: 1, low: 2)
    private let from = FilePath("/photos/a.jpg")
    private let to = FilePath("/photos/2016/a.jpg")

    @Test("is known until a transaction with it is done, however often that is tried")
    func triedAgain() {
        let moves = OwnChanges()
        let arrival = OwnChanges.Arrival(id: id, batch: "1")
        moves.begin(arrival, from: from, to: [to], by: "1")
        #expect(moves.sight(at: to, in: [OwnChanges.Place(to)]) == .underWay)
        _ = moves.end([to], by: "1", haveArrived: true)
        for _ in 0..<2 { #expect(moves.sight(at: to, in: [OwnChanges.Place(to)]) == .arrived(arrival)) }
        #expect(moves.isMoving(id, besides: 0))
        #expect(!moves.isMoving(id, besides: 1))
        moves.take([to: arrival])
        #expect(moves.sight(at: to, in: [OwnChanges.Place(to)]) == .none)
        #expect(moves.isEmpty)
    }

    @Test("is not forgotten where something else has set out for the same place by the time that it is")
    func overtaken() {
        let moves = OwnChanges()
        let (first, second) = (
            OwnChanges.Arrival(id: id, batch: "1"), OwnChanges.Arrival(id: nil, batch: "2")
        )
        moves.begin(first, from: from, to: [to], by: "1")
        _ = moves.end([to], by: "1", haveArrived: true)
        moves.begin(second, from: nil, to: [to], by: "1")
        moves.take([to: first])
        #expect(moves.sight(at: to, in: [OwnChanges.Place(to)]) == .arrived(second))
    }

    @Test("is not ended by another batch that was to bring something to the same place")
    func another() {
        let moves = OwnChanges()
        moves.begin(OwnChanges.Arrival(id: id, batch: "2"), from: from, to: [to], by: "2")
        #expect(moves.end([to], by: "1", haveArrived: false).isEmpty)
        #expect(moves.end([to], by: "1", haveArrived: true).isEmpty)
        #expect(moves.sight(at: to, in: [OwnChanges.Place(to)]) == .underWay)
        #expect(moves.isMoving(id, besides: 0))
        #expect(moves.end([to], by: "2", haveArrived: false).contains(OwnChanges.Place(to)))
        #expect(moves.isEmpty)
    }

    /// A photo that photod has moved from one folder to another, and not told of yet.
    private func underWay(batch: String?) throws -> (desk: Desk, id: AssetID, from: FilePath, to: FilePath) {
        let desk = try Desk()
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        try desk.folder.write("photos/a/1.png", "a photo")
        try desk.sweep()
        let id = try desk.id("photos/a/1.png")
        let (from, to) = (desk.folder.location("photos/a/1.png"), desk.folder.location("photos/b/1.png"))
        desk.ownChanges.begin(OwnChanges.Arrival(id: id, batch: batch), from: from, to: [to], by: "1")
        try desk.folder.move("photos/a/1.png", "photos/b/1.png")
        return (desk, id, from, to)
    }

    @Test("has all that it was seen with looked at when it is there: until then nothing is said of that")
    func beside() throws {
        let (desk, id, from, to) = try underWay(batch: nil)
        // Somebody else puts its RAW file there.
        try desk.folder.write("photos/b/1.cr2", "its RAW file")
        try desk.apply([try desk.shots("photos/b", ["1"])])
        #expect(try desk.everything() == ["photos/a/1.png": id])
        let ended = desk.ownChanges.end([to], by: "1", haveArrived: true)
        #expect(Set(ended.map(\.path)) == [from, to, desk.folder.location("photos/b/1.cr2")])
        try desk.apply([try desk.shots("photos/b", ["1"])])
        #expect(try desk.everything() == ["photos/b/1.png": id])
        #expect(try desk.asset("photos/b/1.png")?.companions.map(\.name.display) == ["1.cr2"])
    }

    @Test(
        "is looked for once more where it was, in the folder that it was looked for in, whatever that is called by then"
    )
    func folderMoved() {
        let moves = OwnChanges()
        let folder = NodeID(index: 7, generation: 1)
        moves.begin(OwnChanges.Arrival(id: id, batch: "1"), from: from, to: [to], by: "1")
        #expect(moves.departure(of: id, from: OwnChanges.Place(from, in: folder), besides: 0) == .open)
        #expect(moves.end([to], by: "1", haveArrived: true).contains(OwnChanges.Place(from, in: folder)))
        #expect(moves.departure(of: id, from: OwnChanges.Place(from, in: folder), besides: 0) == .moved)
        var looks: [OwnChanges.Place] = []
        moves.settle(moves.end(batch: "1")) { looks = $0 }
        #expect(looks.contains(OwnChanges.Place(from, in: folder)))
        #expect(moves.departure(of: id, from: OwnChanges.Place(from, in: folder), besides: 0) == .none)
        #expect(moves.isEmpty)
    }

    @Test("is of its batch too where the folder that it came to has another name before anybody looks")
    func destinationMoved() throws {
        let (desk, id, _, to) = try underWay(batch: "1")
        _ = desk.ownChanges.end([to], by: "1", haveArrived: true)
        try desk.folder.move("photos/b", "photos/c")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/c/1.png": id])
        #expect(try desk.index.read { reader throws(IndexError) in try reader.batch(of: id) } == "1")
    }

    /// A photo, `photos/a/1.png`, that is written anew, and nobody has looked at it since.
    private func rewritten() throws -> (Desk, AssetID) {
        let desk = try Desk()
        for folder in ["photos/a", "photos/b"] { try desk.folder.makeDirectory(folder) }
        try desk.folder.write("photos/a/1.png", "a photo")
        try desk.sweep()
        let id = try desk.id("photos/a/1.png")
        try desk.folder.write("photos/a/.new", "the photo, edited")
        let file = try FileStatus(path: desk.folder.location("photos/a/.new"))
        desk.ownChanges.writes(id, into: FileStamp(now: file))
        try desk.folder.move("photos/a/.new", "photos/a/1.png")
        return (desk, id)
    }

    @Test(
        "is a photo that was written anew, wherever the file is by the time that somebody looks at it",
        arguments: ["photos/b/2.png", "photos/a/2.png", "photos/a/1.png"]
    )
    func written(place: String) throws {
        let (desk, id) = try rewritten()
        if place != "photos/a/1.png" { try desk.folder.move("photos/a/1.png", place) }
        try desk.sweep()
        #expect(try desk.everything() == [place: id])
    }

    @Test("is its own photo under another name that somebody has looked at, whose file it was written into")
    func linked() throws {
        let (desk, id) = try rewritten()
        try desk.sweep()
        try Disk.link(desk.folder.location("photos/a/1.png"), to: desk.folder.location("photos/b/1.png"))
        try desk.sweep()
        let link = try desk.id("photos/b/1.png")
        try Disk.remove(desk.folder.location("photos/a/1.png"))
        try desk.sweep()
        try desk.folder.move("photos/b/1.png", "photos/b/2.png")
        try desk.sweep()
        #expect(link != id)
        #expect(try desk.everything() == ["photos/b/2.png": link])
    }
}
