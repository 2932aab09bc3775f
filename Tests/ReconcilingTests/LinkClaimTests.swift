import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex

@Suite("Which of a file's names is which?")
struct LinkClaimTests {
    /// Names of one file, in the folders that they need.
    private func desk(_ names: [String], roots: [String] = ["photos"], folders: [String] = []) throws -> Desk
    {
        let desk = try Desk(roots: roots)
        for folder in folders { try desk.folder.makeDirectory(folder) }
        try desk.folder.write(names[0], "content")
        for name in names.dropFirst() { try link(names[0], name, desk) }
        try desk.sweep()
        #expect(Set(try desk.everything().values).count == names.count)
        return desk
    }

    private func link(_ first: String, _ second: String, _ desk: Desk) throws {
        try #require(Glibc.link(desk.folder.path(first), desk.folder.path(second)) == 0)
    }

    /// Moves names, looks at the new places in an order, and then at everything.
    ///
    /// - Parameters:
    ///   - oldFirst: what is gone is said before what came.
    ///   - isTogether: in one transaction.
    private func move(
        _ moves: [(from: String, to: String)],
        _ desk: Desk,
        oldFirst: Bool = false,
        isTogether: Bool = false
    ) throws {
        func look(_ path: String) throws -> FindingSlot {
            let (folder, stem) = parts(path)
            return try desk.shots(folder, [stem])
        }
        for move in moves { try desk.folder.move(move.from, move.to) }
        let came = try moves.map { try look($0.to) }
        let gone = try moves.map { try look($0.from) }
        let looks = oldFirst ? gone + came : came + gone
        if isTogether { try desk.apply(looks) } else { for look in looks { try desk.apply([look]) } }
        // What was put off is looked at again.
        for _ in 0..<3 { try desk.sweep() }
    }

    private func parts(_ path: String) -> (folder: String, stem: String) {
        let cut = path.lastIndex(of: "/") ?? path.startIndex
        return (String(path[..<cut]), String(path[path.index(after: cut)...].dropLast(4)))
    }

    private func check(_ moves: [(from: String, to: String)], _ before: [String: AssetID], _ desk: Desk)
        throws
    {
        var expected = before
        for move in moves { expected[move.from] = nil }
        for move in moves { expected[move.to] = before[move.from] }
        #expect(try desk.everything() == expected)
    }

    @Test(
        "moved together into another folder, each goes on under its name",
        arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]],
        [false, true]
    )
    func names(order: [Int], oldFirst: Bool) throws {
        let names = ["a", "b", "c"]
        let desk = try desk(names.map { "photos/\($0).png" }, folders: ["photos/sub"])
        let before = try desk.everything()
        let moves = order.map { ("photos/\(names[$0]).png", "photos/sub/\(names[$0]).png") }
        try move(moves, desk, oldFirst: oldFirst)
        try check(moves, before, desk)
    }

    @Test(
        "renamed each in its folder, each goes on in its folder, also where one takes another's name",
        arguments: [false, true],
        [false, true]
    )
    func folders(isReversed: Bool, oldFirst: Bool) throws {
        let desk = try desk(["photos/one/a.png", "photos/two/b.png"], folders: ["photos/one", "photos/two"])
        let before = try desk.everything()
        let moves = [("photos/one/a.png", "photos/one/b.png"), ("photos/two/b.png", "photos/two/z.png")]
        try move(isReversed ? moves.reversed() : moves, desk, oldFirst: oldFirst)
        try check(moves, before, desk)
    }

    @Test(
        "reached through two roots, each goes on in its root",
        arguments: [false, true],
        [("b.png", ""), ("a.png", "sub/"), ("b.png", "sub/")]
    )
    func roots(isReversed: Bool, new: (name: String, folder: String)) throws {
        let desk = try desk(
            ["one/a.png", "two/a.png"],
            roots: ["one", "two"],
            folders: ["one/sub", "two/sub"]
        )
        let before = try desk.everything()
        let moves = ["one", "two"].map { ("\($0)/a.png", "\($0)/\(new.folder)\(new.name)") }
        try move(isReversed ? moves.reversed() : moves, desk)
        try check(moves, before, desk)
    }

    @Test("one that went far leaves to another what that one is nearer to, though it is seen first")
    func farOnesWait() throws {
        let folders = ["photos/one", "photos/two", "photos/far"]
        let desk = try desk(["photos/one/a.png", "photos/two/b.png"], folders: folders)
        let before = try desk.everything()
        for moves in [
            [("photos/two/b.png", "photos/far/c.png"), ("photos/one/a.png", "photos/one/d.png")],
            [("photos/far/c.png", "photos/two/x.png"), ("photos/one/d.png", "photos/two/d.png")],
        ] {
            let before = try desk.everything()
            try move(moves, desk)
            try check(moves, before, desk)
        }
        #expect(Set(try desk.everything().values) == Set(before.values))
    }

    @Test(
        "two that exchanged names keep their ids, whatever links to them were made in the same moment",
        arguments: [
            ["a", "b", "l", "m"], ["l", "m", "a", "b"], ["a", "l", "m", "b"], ["b", "m", "l", "a"],
        ],
        [false, true]
    )
    func exchange(order: [String], isTogether: Bool) throws {
        let desk = try Desk()
        for name in ["a", "b"] { try desk.folder.write("photos/\(name).png", "content of \(name)") }
        try desk.sweep()
        let (first, second) = (try desk.id("photos/a.png"), try desk.id("photos/b.png"))
        try link("photos/a.png", "photos/l.png", desk)
        try link("photos/b.png", "photos/m.png", desk)
        try desk.folder.move("photos/a.png", "photos/x")
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.folder.move("photos/x", "photos/b.png")
        let looks = try order.map { try desk.shots("photos", [$0]) }
        if isTogether { try desk.apply(looks) } else { for look in looks { try desk.apply([look]) } }
        try desk.sweep()
        let after = try desk.everything()
        #expect(after["photos/a.png"] == second)
        #expect(after["photos/b.png"] == first)
        #expect(Set(after.values).count == 4)
    }

    @Test("three that took each other's names keep their ids beside new links to them", arguments: 0..<6)
    func ring(shift: Int) throws {
        let names = ["a", "b", "c"]
        let desk = try Desk()
        for name in names { try desk.folder.write("photos/\(name).png", "content of \(name)") }
        try desk.sweep()
        let ids = try names.map { try desk.id("photos/\($0).png") }
        for name in names { try link("photos/\(name).png", "photos/l\(name).png", desk) }
        try desk.folder.move("photos/a.png", "photos/x")
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.folder.move("photos/c.png", "photos/b.png")
        try desk.folder.move("photos/x", "photos/c.png")
        let all = names + names.map { "l" + $0 }
        for stem in all[shift...] + all[..<shift] { try desk.apply([try desk.shots("photos", [stem])]) }
        try desk.sweep()
        #expect(try names.map { try desk.id("photos/\($0).png") } == [ids[1], ids[2], ids[0]])
        #expect(Set(try desk.everything().values).count == 6)
    }

    @Test("one that moves on after it exchanged names takes its id along")
    func exchangeAndMove() throws {
        let desk = try Desk()
        for name in ["a", "b"] { try desk.folder.write("photos/\(name).png", "content of \(name)") }
        try desk.sweep()
        let (first, second) = (try desk.id("photos/a.png"), try desk.id("photos/b.png"))
        try desk.folder.move("photos/a.png", "photos/x")
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.folder.move("photos/x", "photos/b.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        try desk.folder.move("photos/b.png", "photos/c.png")
        try desk.apply([try desk.shots("photos", ["c"])])
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": second, "photos/c.png": first])
    }
}
