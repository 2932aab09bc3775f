import PhotoModel
import TestSupport
import Testing
import Threads

@testable import LibraryIndex

@Suite("Photos that are given each other's names by way of names that nobody looks at")
struct GivenNamesTests {
    /// `a`, `b` and `c` in the order of their ages, each with an id of its own.
    private func desk(_ contents: [String: String] = [:]) throws -> Desk {
        let desk = try Desk()
        // As the files of a test have it: what was born when decides.
        desk.now = WallClock.now()
        for name in ["a", "b", "c"] {
            try desk.folder.write("photos/\(name).png", contents[name] ?? "content of \(name)")
            try desk.sweep()
        }
        return desk
    }

    private func move(_ desk: Desk, _ from: String, _ to: String) throws {
        try desk.folder.move("photos/\(from)", "photos/\(to)")
    }

    private func look(_ desk: Desk, _ stems: String...) throws {
        for stem in stems { try desk.apply([try desk.shots("photos", [stem])]) }
    }

    @Test("a newcomer that seemed to be a photo's new content has its id again when that one's file turns up")
    func newcomer() throws {
        let desk = try desk()
        let ids = try desk.everything()
        try move(desk, "a.png", "x")
        try move(desk, "b.png", "a.png")
        try look(desk, "a")
        #expect(try desk.everything()["photos/a.png"] == ids["photos/a.png"])
        try move(desk, "x", "d.png")
        try look(desk, "d", "a")
        #expect(
            try desk.everything() == [
                "photos/a.png": ids["photos/b.png"], "photos/c.png": ids["photos/c.png"],
                "photos/d.png": ids["photos/a.png"],
            ]
        )
    }

    @Test("a file that had another's id for a moment does not keep it, wherever it goes meanwhile")
    func borrowed() throws {
        let desk = try desk()
        let ids = try desk.everything()
        try move(desk, "a.png", "x")
        try move(desk, "b.png", "a.png")
        try look(desk, "a")
        try move(desk, "x", "d.png")
        try move(desk, "a.png", "e.png")
        try look(desk, "d", "e", "a")
        #expect(
            try desk.everything() == [
                "photos/c.png": ids["photos/c.png"], "photos/d.png": ids["photos/a.png"],
                "photos/e.png": ids["photos/b.png"],
            ]
        )
    }

    @Test("what comes to a photo's name twice in a row is who it was, and so is the photo")
    func twiceBorrowed() throws {
        let desk = try desk()
        let ids = try desk.everything()
        try move(desk, "b.png", "y")
        try move(desk, "c.png", "b.png")
        try look(desk, "b")
        try move(desk, "a.png", "x")
        try move(desk, "b.png", "a.png")
        try look(desk, "a", "b")
        try move(desk, "x", "d.png")
        try move(desk, "y", "e.png")
        try look(desk, "d", "e", "a")
        #expect(
            try desk.everything() == [
                "photos/a.png": ids["photos/c.png"], "photos/d.png": ids["photos/a.png"],
                "photos/e.png": ids["photos/b.png"],
            ]
        )
    }

    @Test(
        "a file that had another's id when that was lost is who it was, also after that one's file was found"
    )
    func lostWhileBorrowed() throws {
        let desk = try desk()
        let ids = try desk.everything()
        try move(desk, "b.png", "x")
        try move(desk, "c.png", "b.png")
        try look(desk, "b")
        try move(desk, "b.png", "y")
        try move(desk, "a.png", "b.png")
        try look(desk, "b", "a")
        try move(desk, "x", "d.png")
        try look(desk, "d")
        try move(desk, "y", "e.png")
        try look(desk, "e", "d")
        #expect(
            try desk.everything() == [
                "photos/b.png": ids["photos/a.png"], "photos/d.png": ids["photos/b.png"],
                "photos/e.png": ids["photos/c.png"],
            ]
        )
    }

    @Test("who is known by the file's number is nobody that is gone and had the same content")
    func lookalike() throws {
        let desk = try desk(["b": "the same", "c": "the same"])
        let ids = try desk.everything()
        try move(desk, "c.png", "y")
        try look(desk, "c")
        try move(desk, "a.png", "x")
        try move(desk, "b.png", "a.png")
        try look(desk, "a", "b")
        #expect(try desk.everything() == ["photos/a.png": ids["photos/a.png"]])
        try move(desk, "x", "b.png")
        try look(desk, "b", "a")
        #expect(
            try desk.everything() == [
                "photos/a.png": ids["photos/b.png"], "photos/b.png": ids["photos/a.png"],
            ]
        )
    }
}
