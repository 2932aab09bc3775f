import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import DiskReading
@testable import Findings
@testable import LibraryIndex

@Suite("What waits for its file and is not found by a sweep")
struct BurialTests {
    /// An identity of the root `photos` that only a document knows of.
    private func wait(
        _ desk: Desk,
        _ path: String,
        root: String = "photos",
        filesystem: String? = nil,
        file: IndexedAsset? = nil,
        home: RootIdentity? = nil
    ) throws -> AssetID {
        let id = AssetID(high: 1, low: UInt64.random(in: 1...(1 << 60)))
        let (month, own) = (try #require(MonthKey("2016-01")), try desk.place("photos").filesystem)
        _ = try desk.index.write { writer throws(IndexError) in
            try writer.depart(
                DepartedAsset(
                    id: id,
                    month: month,
                    type: .photo,
                    root: root,
                    path: Array(path.utf8),
                    filesystem: filesystem ?? own,
                    inode: file?.stamp.inode ?? 99,
                    birthTime: file?.stamp.birthTime ?? 1,
                    size: file?.stamp.size ?? 5,
                    fingerprint: file?.fingerprint ?? Fingerprint(high: 1, low: 2),
                    marks: AssetMarks(viewed: true),
                    revision: 1,
                    created: 1,
                    deletedAt: nil,
                    home: home
                )
            )
        }
        return id
    }

    private func isBuried(_ id: AssetID, _ desk: Desk) throws -> Bool {
        let found = try desk.index.read { reader throws(IndexError) in try reader.departed(id) }
        let departed = try #require(found)
        #expect((departed.deletedAt == nil) == (departed.lived == nil))
        return departed.deletedAt != nil
    }

    private func desk() throws -> Desk {
        let desk = try Desk()
        try desk.folder.makeDirectory("photos/folder")
        try desk.folder.write("photos/folder/other.png", "another photo")
        try desk.sweep()
        return desk
    }

    @Test("is a tombstone where it was looked for", arguments: ["a.png", "folder/a.png", "gone/deep/a.png"])
    func lookedFor(path: String) throws {
        let desk = try desk()
        let id = try wait(desk, path)
        let generation = try desk.index.read { reader throws(IndexError) in try reader.documents() }
            .map(\.generation).reduce(0, +)
        try desk.bury()
        #expect(try isBuried(id, desk))
        let after = try desk.index.read { reader throws(IndexError) in try reader.documents() }
        #expect(after.map(\.generation).reduce(0, +) == generation + 1)
    }

    @Test("is a tombstone where another photo has its place")
    func placeTaken() throws {
        let desk = try desk()
        let id = try wait(desk, "folder/other.png")
        try desk.bury()
        #expect(try isBuried(id, desk))
    }

    @Test("waits on for a root that is none now, is offline, or has lent its name to another")
    func otherRoot() throws {
        let desk = try desk()
        try desk.addRoot("usb")
        try desk.sweep()
        try desk.setOffline("usb")
        let foreign = RootIdentity(filesystem: 1, inode: 99, birthTime: 1)
        let ids = [
            try wait(desk, "a.png", root: "away"), try wait(desk, "b.png", root: "usb"),
            try wait(desk, "c.png", home: foreign),
        ]
        let own = try desk.index.read { reader throws(IndexError) in
            try reader.identity(ofRoot: desk.rootKeys["photos"] ?? 0)
        }
        let home: RootIdentity = try #require(own)
        let mine = try wait(desk, "d.png", home: home)
        try desk.bury()
        for id in ids { #expect(try !isBuried(id, desk)) }
        #expect(try isBuried(mine, desk))
    }

    @Test(
        "waits on while the disk is away that it lay on",
        arguments: ["a.png", "folder/a.png", "gone/a.png"]
    )
    func diskAway(path: String) throws {
        let desk = try desk()
        let id = try wait(desk, path, filesystem: "uuid:another disk")
        try desk.bury()
        #expect(try !isBuried(id, desk))
    }

    @Test("waits on where its file is at its place and hidden")
    func hidden() throws {
        let desk = try desk()
        let asset = try #require(try desk.asset("photos/folder/other.png"))
        try desk.apply([desk.slot(.directoryIgnored(try desk.place("photos"), FileName("folder")))])
        let id = try wait(desk, "folder/other.png", file: asset)
        try desk.bury()
        #expect(try !isBuried(id, desk))
    }
}
