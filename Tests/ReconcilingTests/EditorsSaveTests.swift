import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("An editor's save by way of a visible name")
struct EditorsSaveTests {
    /// An editor's visible temporary file beside `photos/a.png`, which the index has.
    private func deskWithTemporaryFile(_ name: String = "photos/a.png.tmp.png") throws -> Desk {
        let desk = try Desk()
        // As the files of a test have it: what was born when decides.
        desk.now = WallClock.now()
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        try desk.folder.write(name, "edited")
        try desk.sweep()
        return desk
    }

    @Test(
        "a newcomer that is renamed over a photo is its new content, whichever place is looked at first",
        arguments: [["a"], ["a.png.tmp", "a"], ["a", "a.png.tmp"]]
    )
    func editorsSave(order: [String]) throws {
        let desk = try deskWithTemporaryFile()
        let (id, temporary) = (try desk.id("photos/a.png"), try desk.id("photos/a.png.tmp.png"))
        try desk.folder.move("photos/a.png.tmp.png", "photos/a.png")
        for stem in order { try desk.apply([try desk.shots("photos", [stem])]) }
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
        #expect(try desk.asset("photos/a.png")?.stamp.size == 6)
        #expect(try desk.index.read { reader throws(IndexError) in try reader.departed(temporary) } == nil)
    }

    @Test("a newcomer from another folder is a photo's new content too, and its sidecar stays behind")
    func editorsSaveElsewhere() throws {
        let desk = try Desk()
        // As the files of a test have it: what was born when decides.
        desk.now = WallClock.now()
        try desk.folder.makeDirectory("photos/tmp")
        for name in ["photos/a.png", "photos/tmp/other.png"] { try desk.folder.write(name, name) }
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/tmp/b.png", "edited")
        try desk.folder.write("photos/tmp/b.xmp", "sidecar")
        try desk.sweep()
        try desk.folder.move("photos/tmp/b.png", "photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(desk.looksAgain.isSuperset(of: ["photos/tmp/b.png", "photos/tmp/b.xmp"]))
        #expect(try desk.id("photos/a.png") == id)
        #expect(try desk.assetCount() == 2)
    }

    @Test("what has lived for more than a minute, or has marks, brings its own id to where it is moved")
    func noNewcomer() throws {
        for isMarked in [false, true] {
            let desk = try deskWithTemporaryFile()
            let temporary = try #require(try desk.asset("photos/a.png.tmp.png"))
            if isMarked {
                _ = try desk.index.write { writer throws(IndexError) in
                    try writer.setMarks(
                        AssetMarks(viewed: true),
                        of: temporary,
                        describedGroup: nil,
                        revision: temporary.revision + 1
                    )
                }
            } else {
                desk.now += 61_000_000_000
            }
            try desk.folder.move("photos/a.png.tmp.png", "photos/a.png")
            try desk.apply([try desk.shots("photos", ["a"])])
            #expect(try desk.everything() == ["photos/a.png": temporary.id])
        }
    }

    @Test(
        "of two new photos the one that is moved over the other brings its id, unless the other was edited",
        arguments: [false, true]
    )
    func newAsset(isEdited: Bool) throws {
        let desk = try Desk()
        // The files are younger than their ids then, so that when they were born tells nothing.
        desk.now -= 30_000_000_000
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let asset = try #require(try desk.asset("photos/a.png"))
        if isEdited {
            // Its file says what was said by now.
            _ = try desk.index.write { writer throws(IndexError) in
                try writer.setMarks(
                    AssetMarks(),
                    of: asset,
                    describedGroup: nil,
                    revision: asset.revision + 1
                )
            }
        }
        try desk.folder.write("photos/b.png", "edited")
        try desk.sweep()
        let newcomer = try desk.id("photos/b.png")
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(try desk.everything() == ["photos/a.png": isEdited ? asset.id : newcomer])
    }

    @Test(
        "new photos that exchange places, two or three, take their ids along",
        arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]]
    )
    func newcomersExchange(order: [String]) throws {
        for isRing in [false, true] {
            let desk = try Desk()
            // As the files of a test have it: what was born when decides.
            desk.now = WallClock.now()
            for name in ["a", "b", "c"] {
                try desk.folder.write("photos/\(name).png", "content of \(name)")
                try desk.sweep()
            }
            var ids = try desk.everything()
            let ring = isRing ? ["a", "b", "c", "x"] : ["a", "b", "x"]
            try desk.folder.move("photos/\(ring[ring.count - 2]).png", "photos/x")
            for (from, to) in zip(ring, ring.dropFirst()).reversed().dropFirst() {
                try desk.folder.move("photos/\(from).png", "photos/\(to).png")
            }
            try desk.folder.move("photos/x", "photos/a.png")
            let names = ring.dropLast().map { "photos/\($0).png" }
            let before = names.compactMap { ids[$0] }
            for (name, id) in zip(names, before.suffix(1) + before.dropLast()) { ids[name] = id }
            for stem in order { try desk.apply([try desk.shots("photos", [stem])]) }
            try desk.sweep()
            #expect(try desk.everything() == ids)
        }
    }

    @Test("a photo that is kept under another name, beside its edited version, takes its id along")
    func editorsBackup() throws {
        let desk = try deskWithTemporaryFile()
        let (id, temporary) = (try desk.id("photos/a.png"), try desk.id("photos/a.png.tmp.png"))
        try desk.folder.move("photos/a.png", "photos/a-old.png")
        try desk.folder.move("photos/a.png.tmp.png", "photos/a.png")
        // What is replaced is told last.
        for stem in ["a-old", "a", "a.png.tmp"] { try desk.apply([try desk.shots("photos", [stem])]) }
        #expect(try desk.everything() == ["photos/a-old.png": id, "photos/a.png": temporary])
    }
}
