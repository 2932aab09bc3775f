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

    /// Files that are renamed (`a > x`; names of one letter beyond `w` are those that nobody looks at), and names that are looked
    /// at (`? a`), one after another.
    private func play(_ steps: String, on desk: Desk) throws {
        func place(_ name: Substring) -> String { "photos/\(name)" + (name < "x" ? ".png" : "") }
        for step in steps.split(separator: ", ") {
            let words = step.split(separator: " ")
            if words[0] == "?" {
                try desk.apply([try desk.shots("photos", [String(words[1])])])
            } else {
                try desk.folder.move(place(words[0]), place(words[2]))
            }
        }
    }

    struct Story: CustomTestStringConvertible {
        let testDescription: String
        let steps: String
        /// Which photo each name has in the end, by its first name.
        let end: [String: String]

        static let all = [
            Story(
                testDescription:
                    "a newcomer that seemed to be a photo's new content, until that one's file turned up",
                steps: "a > x, b > a, ? a, x > d, ? d, ? a",
                end: ["a": "b", "c": "c", "d": "a"]
            ),
            Story(
                testDescription: "a file that had another's id for a moment, and went on meanwhile",
                steps: "a > x, b > a, ? a, x > d, a > e, ? d, ? e, ? a",
                end: ["c": "c", "d": "a", "e": "b"]
            ),
            Story(
                testDescription: "a file that came to a photo's name twice in a row, and the photos",
                steps: "b > y, c > b, ? b, a > x, b > a, ? a, ? b, x > d, y > e, ? d, ? e, ? a",
                end: ["a": "c", "d": "a", "e": "b"]
            ),
            Story(
                testDescription:
                    "a file that had another's id when that was lost, after that one's file was found",
                steps: "b > x, c > b, ? b, b > y, a > b, ? b, ? a, x > d, ? d, y > e, ? e, ? d",
                end: ["b": "a", "d": "b", "e": "c"]
            ),
        ]
    }

    @Test("each is who it was", arguments: Story.all)
    func isWhoItWas(story: Story) throws {
        let desk = try desk()
        let ids = try desk.everything()
        try play(story.steps, on: desk)
        var expected: [String: AssetID] = [:]
        for (name, former) in story.end { expected["photos/\(name).png"] = ids["photos/\(former).png"] }
        #expect(try desk.everything() == expected)
    }

    @Test("until a photo's own file turns up, what came to its name is its new content")
    func newContent() throws {
        let desk = try desk()
        let id = try desk.id("photos/a.png")
        try play("a > x, b > a, ? a", on: desk)
        #expect(try desk.id("photos/a.png") == id)
    }

    @Test("who is known by the file's number is nobody that is gone and had the same content")
    func lookalike() throws {
        let desk = try desk(["b": "the same", "c": "the same"])
        let ids = try desk.everything()
        try play("c > y, ? c, a > x, b > a, ? a, ? b", on: desk)
        #expect(try desk.everything() == ["photos/a.png": ids["photos/a.png"]])
        try play("x > b, ? b, ? a", on: desk)
        #expect(
            try desk.everything() == [
                "photos/a.png": ids["photos/b.png"], "photos/b.png": ids["photos/a.png"],
            ]
        )
    }
}
