import Glibc
import IdentityStore
import LibraryIndex
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex

@Suite("Identities in documents")
struct IdentityTests {
    private func store(_ desk: Desk) throws -> IdentityStore { try desk.documents() }

    private func write(_ desk: Desk, _ store: IdentityStore) throws {
        try desk.writeDocuments(to: store)
        #expect(try desk.dueDocuments().isEmpty)
    }

    private func restore(_ index: LibraryIndex, _ store: IdentityStore) throws {
        try Desk.restore(index, from: store)
    }

    private func mark(_ path: String, _ desk: Desk, _ marks: AssetMarks) throws { try desk.mark(path, marks) }

    /// The same folders under a new index.
    private func withoutIndex(_ desk: Desk) throws -> Desk {
        let next = try Desk(continuing: desk)
        next.isFirstSweep = true
        return next
    }

    @Test("ids and marks come back after the index is lost, also those of files that moved meanwhile")
    func roundTrip() throws {
        let desk = try Desk()
        for name in ["a", "b", "c"] {
            try desk.folder.write("photos/IMG_20160912_12345\(name.count)\(name).png", name)
        }
        try desk.folder.makeDirectory("photos/d")
        try desk.folder.write("photos/d/PXL_20161101_101112.png", "p")
        try desk.sweep()
        let marks = AssetMarks(groupOverride: .group("Beach"), favorite: true, viewed: true)
        try mark("photos/d/PXL_20161101_101112.png", desk, marks)
        let before = try desk.everything()
        let store = try store(desk)
        try write(desk, store)

        try desk.folder.move("photos/d/PXL_20161101_101112.png", "photos/moved.png")
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        #expect(try next.assetCount() == 0)
        try next.sweep()
        var expected = before
        expected["photos/moved.png"] = expected.removeValue(forKey: "photos/d/PXL_20161101_101112.png")
        #expect(try next.everything() == expected)
        #expect(try next.asset("photos/moved.png")?.marks == marks)
        #expect(try next.index.read { reader throws(IndexError) in try reader.hasDeparted() } == false)
    }

    @Test("while the index is lost, a copy seen first does not take its original's id, nor a link another's")
    func copiesAfterLoss() throws {
        let desk = try Desk()
        try desk.folder.write("photos/m.png", "content")
        try #require(link(desk.folder.path("photos/m.png"), desk.folder.path("photos/n.png")) == 0)
        try desk.sweep()
        let before = try desk.everything()
        let store = try store(desk)
        try write(desk, store)
        try desk.folder.write("photos/a-copy.png", "content")
        try #require(link(desk.folder.path("photos/m.png"), desk.folder.path("photos/b-link.png")) == 0)
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        try next.sweep()
        let after = try next.everything()
        #expect(after["photos/m.png"] == before["photos/m.png"])
        #expect(after["photos/n.png"] == before["photos/n.png"])
        #expect(Set(after.values).count == 4)
    }

    @Test(
        "while the index is lost, a copy that goes on as a lost name of a file does not cost another name its id",
        arguments: ["a", "b", "c", "d"]
    )
    func restoredLinkAfterLoss(folder: String) throws {
        let desk = try Desk()
        for folder in ["a", "b", "c", "d"] { try desk.folder.makeDirectory("photos/" + folder) }
        try desk.folder.write("photos/a/lost.png", "content")
        for name in ["photos/b/kept.png", "photos/c/kept.png"] {
            try #require(link(desk.folder.path("photos/a/lost.png"), desk.folder.path(name)) == 0)
        }
        try desk.sweep()
        let before = try desk.everything()
        let store = try store(desk)
        try write(desk, store)
        try desk.folder.remove("photos/a/lost.png")
        try desk.folder.write("photos/\(folder)/restored.png", "content")
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        try next.sweep()
        try next.sweep()
        var expected = before
        expected["photos/\(folder)/restored.png"] = expected.removeValue(forKey: "photos/a/lost.png")
        #expect(try next.everything() == expected)
    }

    @Test(
        "while the index is lost, names of one file that moved go on by root, folder and name",
        arguments: [["one", "two"], ["two", "one"]]
    )
    func linksMovedAfterLoss(roots: [String]) throws {
        let desk = try Desk(roots: ["one", "two"])
        for folder in ["one/a", "one/b", "one/new", "two/a"] { try desk.folder.makeDirectory(folder) }
        let names = ["one/a/1.png", "one/b/2.png", "one/a/3.png", "two/a/1.png"]
        try desk.folder.write(names[0], "content")
        for name in names.dropFirst() {
            try #require(link(desk.folder.path(names[0]), desk.folder.path(name)) == 0)
        }
        try desk.sweep()
        let ids = try names.map { try desk.id($0) }
        let store = try store(desk)
        try write(desk, store)
        let places = ["one/a/8.png", "one/b/7.png", "one/new/3.png", "two/a/9.png"]
        for (name, place) in zip(names, places) { try desk.folder.move(name, place) }
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        for root in roots { try next.sweep([root]) }
        for _ in 0..<2 { try next.sweep() }
        #expect(try places.map { try next.id($0) } == ids)
    }

    @Test(
        "while the index is lost, a copy that is seen before the photo in its moved folder is a copy",
        arguments: ["a-copy", "old", "z-copy"]
    )
    func copiesOfMovedPhotosAfterLoss(copies: String) throws {
        let desk = try Desk()
        try desk.folder.makeDirectory("photos/old")
        for name in ["1", "2"] { try desk.folder.write("photos/old/\(name).png", "content of \(name)") }
        try desk.sweep()
        let marks = AssetMarks(favorite: true, viewed: true)
        for name in ["1", "2"] { try mark("photos/old/\(name).png", desk, marks) }
        let ids = try ["1", "2"].map { try desk.id("photos/old/\($0).png") }
        let store = try store(desk)
        try write(desk, store)
        try desk.folder.move("photos/old", "photos/new")
        // Also right where the photos were.
        try desk.folder.makeDirectory("photos/\(copies)")
        for name in ["1", "2"] { try desk.folder.write("photos/\(copies)/\(name).png", "content of \(name)") }
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        for folder in [copies, "new"] {
            try next.apply([next.slot(.directory(try next.place("photos/\(folder)")))])
            try next.apply([try next.shots("photos/\(folder)", ["1", "2"])])
        }
        try next.sweep()
        #expect(try ["1", "2"].map { try next.id("photos/new/\($0).png") } == ids)
        for name in ["1", "2"] {
            #expect(try next.asset("photos/new/\(name).png")?.marks == marks)
            #expect(try next.asset("photos/\(copies)/\(name).png")?.marks == AssetMarks())
        }
        #expect(try next.assetCount() == 4)
    }

    @Test("while the index is lost, a photo of which only copies are left goes on as one of them")
    func copiesOfLostPhotosAfterLoss() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        let store = try store(desk)
        try write(desk, store)
        for name in ["b", "c"] { try desk.folder.write("photos/\(name).png", "content") }
        try desk.folder.remove("photos/a.png")
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        for _ in 0..<2 { try next.sweep() }
        #expect(try next.everything().values.count { $0 == id } == 1)
        #expect(try next.assetCount() == 2)
    }

    @Test("what waits for a root goes on waiting where the index is lost, and another root has its name")
    func otherRootAfterLoss() throws {
        let desk = try Desk(roots: [])
        for card in ["card1", "card2"] {
            try desk.folder.makeDirectory(card)
            try desk.folder.write(card + "/a.png", "content of \(card)")
        }
        try desk.register("card1", as: "DCIM")
        try desk.sweep()
        let id = try desk.id("card1/a.png")
        try desk.removeRoot("card1")
        let store = try store(desk)
        try write(desk, store)
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        try next.register("card2", as: "DCIM")
        try next.sweep()
        try next.bury()
        next.now += 40 * 86_400_000_000_000
        try next.expire()
        let waiting = try next.index.read { reader throws(IndexError) in try reader.departed(id) }
        #expect(waiting != nil && waiting?.deletedAt == nil)
        // What is found missing in its own root is buried.
        try next.removeRoot("card2")
        try next.folder.remove("card1/a.png")
        try next.register("card1", as: "DCIM")
        try next.sweep()
        try next.bury()
        #expect(
            try next.index.read { reader throws(IndexError) in try reader.departed(id) }?.deletedAt != nil
        )
    }

    @Test("tombstones survive the loss of the index too")
    func tombstones() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", "content")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.move("photos/a.png", "kept")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        let next = try withoutIndex(desk)
        try restore(next.index, store)
        try desk.folder.move("kept", "photos/again.png")
        try next.sweep()
        #expect(try next.everything() == ["photos/again.png": id])
    }

    @Test("a hand edit is honoured at the next start, and its document written anew")
    func handEdit() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        try edit(desk, "2016-09.json") { $0.replacing("\"type\":", with: "\"favorite\":true,\"type\":") }
        try restore(desk.index, store)
        let path = "photos/IMG_20160912_123456.png"
        #expect(try desk.asset(path)?.marks.favorite == true)
        try write(desk, store)
        let september = try #require(MonthKey("2016-09"))
        let document = try #require(try store.load(september))
        #expect(document.authorship == .daemon)
        #expect(document.records.map(\.favorite) == [true])
    }

    @Test("an edit made while the daemon runs is read before the document is replaced")
    func editWhileRunning() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        try edit(desk, "2016-09.json") { $0.replacing("\"type\":", with: "\"favorite\":true,\"type\":") }
        try desk.folder.write("photos/IMG_20160913_123456.png", "y")
        try desk.sweep()
        try write(desk, store)
        #expect(try desk.asset("photos/IMG_20160912_123456.png")?.marks.favorite == true)
        let september = try #require(MonthKey("2016-09"))
        let document = try #require(try store.load(september))
        #expect(document.records.compactMap(\.favorite) == [true])
        #expect(document.records.count == 2)
    }

    /// Two photos of September 2016, and their document.
    private func twoDocumented() throws -> (Desk, IdentityStore) {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.folder.write("photos/IMG_20160913_123456.png", "y")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        return (desk, store)
    }

    @Test("what a document from elsewhere lacks is written into it, however often that one was written")
    func documentFromElsewhere() throws {
        let (desk, store) = try twoDocumented()
        let month = try #require(MonthKey("2016-09"))
        let records = try #require(try store.load(month)).records
        try store.write(month: month, generation: 50, photos: [records[0]])
        try restore(desk.index, store)
        #expect(try desk.dueDocuments() == [month])
        try write(desk, store)
        #expect(try Set(#require(try store.load(month)).records) == Set(records))
        // The same once more, later, lacks nothing.
        try desk.folder.write("identity/2016-09.json", try desk.folder.text("identity/2016-09.json"))
        try restore(desk.index, store)
        #expect(try desk.dueDocuments().isEmpty)
    }

    @Test("two daemons that have the same documents do not write them in turn, where those lack nothing")
    func sharedDocuments() throws {
        let (desk, store) = try twoDocumented()
        let other = try withoutIndex(desk)
        try restore(other.index, store)
        try other.sweep()
        try write(other, store)
        try restore(desk.index, store)
        #expect(try desk.dueDocuments().isEmpty)
        // As the other one would have written it, once more often.
        let month = try #require(MonthKey("2016-09"))
        let records = try #require(try store.load(month)).records
        try store.write(month: month, generation: 50, photos: records)
        for index in [desk.index, other.index] { try restore(index, store) }
        for daemon in [desk, other] { #expect(try daemon.dueDocuments().isEmpty) }
        // An earlier state of a photo lacks what was said of it since.
        try mark("photos/IMG_20160912_123456.png", other, AssetMarks(favorite: true))
        try write(other, store)
        try store.write(month: month, generation: 60, photos: records)
        try restore(other.index, store)
        #expect(try other.dueDocuments() == [month])
    }

    @Test("numbers of a document that lead nowhere do not stop the daemon")
    func absurdNumbers() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        try edit(desk, "2016-09.json") { text in
            var text = text
            for key in ["\"rev\":", "\"generation\":"] {
                guard let range = text.range(of: key) else { continue }
                let end = text[range.upperBound...].firstIndex { !$0.isNumber && $0 != " " } ?? text.endIndex
                text.replaceSubrange(range.upperBound..<end, with: "9223372036854775807")
            }
            return text.replacing("\"type\":", with: "\"favorite\":true,\"type\":")
        }
        try restore(desk.index, store)
        try write(desk, store)
        try restore(desk.index, store)
        let asset = try #require(try desk.asset("photos/IMG_20160912_123456.png"))
        #expect(asset.marks.favorite == true)
        #expect(asset.revision < .max / 2)
        try mark("photos/IMG_20160912_123456.png", desk, AssetMarks(viewed: true))
        try write(desk, store)
    }

    @Test(
        "of one id in two documents the higher revision decides: marks, month and path; the other forgets it",
        arguments: [("2016-01", "2016-02"), ("2016-02", "2016-01")]
    )
    func twoDocuments(old: String, new: String) throws {
        let desk = try Desk()
        let store = try store(desk)
        let (january, february) = (try #require(MonthKey(old)), try #require(MonthKey(new)))
        let id = AssetID(high: 1, low: 2)
        func record(_ file: String, rev: Int64, favorite: Bool) -> IdentityRecord {
            IdentityRecord(
                id: id,
                type: .photo,
                root: "photos",
                file: Array(file.utf8),
                size: 3,
                modificationTime: 4,
                rev: rev,
                firstSeen: 5,
                favorite: favorite
            )
        }
        try store.write(month: january, generation: 4, photos: [record("old.png", rev: 1, favorite: false)])
        try store.write(month: february, generation: 9, photos: [record("new.png", rev: 2, favorite: true)])
        try restore(desk.index, store)
        let found = try #require(try desk.index.read { reader throws(IndexError) in try reader.departed(id) })
        #expect(found.path == Array("new.png".utf8))
        #expect(found.month == february)
        #expect(found.marks.favorite == true)
        try write(desk, store)
        #expect(try store.load(january) == nil)
        #expect(try store.load(february)?.records.map(\.id) == [id])
    }

    @Test("a root that is called otherwise is called so in the documents, for what is gone too")
    func renamedRoot() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.folder.write("photos/PXL_20161101_101112.png", "gone")
        try desk.sweep()
        let gone = try desk.id("photos/PXL_20161101_101112.png")
        try desk.folder.remove("photos/PXL_20161101_101112.png")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        try desk.register("photos", as: "Pictures")
        try write(desk, store)
        for listed in try store.list() {
            let document = try #require(try store.load(listed.month))
            #expect((document.records + document.deleted).map(\.root) == ["Pictures"])
        }
        let departed = try desk.index.read { reader throws(IndexError) in try reader.departed(gone) }
        #expect(departed?.root == "Pictures")
    }

    @Test("a document that does not parse is set aside, and made anew from its backup and the index")
    func broken() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.sweep()
        let store = try store(desk)
        try write(desk, store)
        try mark("photos/IMG_20160912_123456.png", desk, AssetMarks(favorite: true))
        try write(desk, store)
        try desk.folder.write("identity/2016-09.json", "{\"version\":1,")
        try restore(desk.index, store)
        let month = try #require(MonthKey("2016-09"))
        #expect(try store.load(month) == nil)
        try write(desk, store)
        #expect(try store.load(month)?.records.map(\.favorite) == [true])
    }

    private func edit(_ desk: Desk, _ name: String, _ change: (String) -> String) throws {
        let text = try desk.folder.text("identity/" + name)
        let edited = change(text)
        try #require(edited != text)
        try desk.folder.write("identity/" + name, edited)
    }
}

extension String {
    /// As in Foundation, for plain texts.
    func replacing(_ text: String, with other: String) -> String {
        var result = self
        while let range = result.range(of: text) {
            result.replaceSubrange(range, with: other)
            if other.contains(text) { break }
        }
        return result
    }

    func range(of text: String) -> Range<String.Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
