import PhotoModel
import TestSupport
import Testing

@testable import LibraryIndex

@Suite("A photo that was first seen when only a part of it was there")
struct NewcomerTests {
    private static let content = "content of a photo that is longer than what is there of it at first"
    private static let beginning = String(content.prefix(20))

    /// A library in which a photo was deleted.
    private func desk() throws -> (desk: Desk, id: AssetID) {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", Self.content)
        try desk.folder.write("photos/other.png", "another")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        try desk.folder.makeDirectory("photos/new")
        return (desk, id)
    }

    /// More than in which it could be told by its age that an asset is new.
    private func wait(_ desk: Desk) { desk.now += 3_600_000_000_000 }

    @Test("is the deleted one that it turns out to be, however long its writer takes, and leaves nothing")
    func putBackSlowly() throws {
        let (desk, id) = try desk()
        for part in ["", Self.beginning] {
            try desk.folder.write("photos/new/a.png", part)
            try desk.apply([try desk.shots("photos/new", ["a"], isUnfinished: true)])
            #expect(try desk.id("photos/new/a.png") != id)
            wait(desk)
        }
        let clock = desk.index.clock
        let passing = try desk.id("photos/new/a.png")
        try desk.folder.write("photos/new/a.png", Self.content)
        try desk.apply([try desk.shots("photos/new", ["a"])])
        #expect(try desk.id("photos/new/a.png") == id)
        let (changes, isKept) = try desk.index.read { reader throws(IndexError) in
            var lines: [AssetID: AssetChange.Kind] = [:]
            _ = try reader.changes(since: clock, limit: nil) { lines[$0.id] = $0.kind }
            return (lines, try reader.departed(passing) != nil)
        }
        #expect(changes == [passing: .deleted, id: .inserted])
        #expect(!isKept)
    }

    @Test("is the one that was copied and removed meanwhile")
    func movedByCopying() throws {
        let desk = try Desk()
        try desk.folder.makeDirectory("photos/old")
        try desk.folder.makeDirectory("photos/new")
        try desk.folder.write("photos/old/a.png", Self.content)
        try desk.sweep()
        let id = try desk.id("photos/old/a.png")
        try desk.folder.write("photos/new/a.png", Self.beginning)
        try desk.apply([try desk.shots("photos/new", ["a"], isUnfinished: true)])
        wait(desk)
        try desk.folder.write("photos/new/a.png", Self.content)
        try desk.folder.remove("photos/old/a.png")
        // Content is believed last: it is looked at again until everything else has been.
        for _ in 0..<3 { try desk.apply([try desk.shots("photos/new", ["a"])]) }
        #expect(try desk.everything() == ["photos/new/a.png": id])
    }

    @Test("is the deleted one also where it has another name by the time that it is complete")
    func renamed() throws {
        let (desk, id) = try desk()
        try desk.folder.write("photos/new/unfinished.png", Self.beginning)
        try desk.apply([try desk.shots("photos/new", ["unfinished"], isUnfinished: true)])
        wait(desk)
        try desk.folder.write("photos/new/unfinished.png", Self.content)
        try desk.folder.move("photos/new/unfinished.png", "photos/new/a.png")
        try desk.apply([try desk.shots("photos/new", ["a"])])
        try desk.apply([try desk.shots("photos/new", ["unfinished"])])
        #expect(try desk.everything()["photos/new/a.png"] == id)
        #expect(try desk.assetCount() == 2)
    }

    @Test("stays what it is where somebody has marked it, or all of it had been seen")
    func settled() throws {
        for isMarked in [true, false] {
            let (desk, id) = try desk()
            try desk.folder.write("photos/new/a.png", Self.beginning)
            try desk.apply([try desk.shots("photos/new", ["a"], isUnfinished: isMarked)])
            let settled = try desk.id("photos/new/a.png")
            if isMarked {
                let asset = try #require(try desk.asset("photos/new/a.png"))
                _ = try desk.index.write { writer throws(IndexError) in try writer.setViewed(asset, true) }
            }
            wait(desk)
            try desk.folder.write("photos/new/a.png", Self.content)
            try desk.apply([try desk.shots("photos/new", ["a"])])
            #expect(try desk.id("photos/new/a.png") == settled)
            #expect(settled != id)
        }
    }

    @Test("a copy whose original stood stays one when the original goes and the copy gets new times")
    func copy() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.png", Self.content)
        try desk.sweep()
        try desk.folder.write("photos/copy.png", Self.content)
        try desk.apply([try desk.shots("photos", ["copy"], isUnfinished: true)])
        let id = try desk.id("photos/copy.png")
        try desk.folder.remove("photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        try Disk.setTime(FilePath(desk.folder.path("photos/copy.png")), seconds: 1_000_000_000)
        for _ in 0..<3 { try desk.apply([try desk.shots("photos", ["copy"])]) }
        #expect(try desk.everything() == ["photos/copy.png": id])
    }

    @Test("a RAW file that came first is the pair that was deleted once its JPEG is there")
    func pair() throws {
        let desk = try Desk()
        try desk.folder.write("photos/a.jpg", Self.content)
        try desk.folder.write("photos/a.cr2", "raw of it")
        try desk.sweep()
        let id = try desk.id("photos/a.jpg")
        for name in ["a.jpg", "a.cr2"] { try desk.folder.remove("photos/\(name)") }
        try desk.sweep()
        try desk.folder.makeDirectory("photos/new")
        try desk.folder.write("photos/new/a.cr2", "raw of it")
        try desk.apply([try desk.shots("photos/new", ["a"])])
        #expect(try desk.id("photos/new/a.cr2") != id)
        try desk.folder.write("photos/new/a.jpg", Self.content)
        try desk.apply([try desk.shots("photos/new", ["a"])])
        #expect(try desk.everything() == ["photos/new/a.jpg": id])
        #expect(try desk.asset("photos/new/a.jpg")?.companions.map(\.name.display) == ["a.cr2"])
    }

    /// How a pair is taken away and put back: which file goes first, whether it is looked at between the two, which one comes
    /// first, whether that is seen by itself, and whether it then goes once more before both come.
    private struct Round {
        let goesFirst: String
        let isSeenGoing: Bool
        let comesFirst: String
        let isSeenComing: Bool
        let goesOnceMore: Bool

        static let all: [Round] = ["a.jpg", "a.cr2"].flatMap { goes in
            [true, false].flatMap { isSeenGoing in
                ["a.jpg", "a.cr2"].flatMap { comes in
                    [(true, false), (true, true), (false, false)].map { isSeenComing, goesOnceMore in
                        Round(
                            goesFirst: goes,
                            isSeenGoing: isSeenGoing,
                            comesFirst: comes,
                            isSeenComing: isSeenComing,
                            goesOnceMore: goesOnceMore
                        )
                    }
                }
            }
        }

        static func other(_ name: String) -> String { name == "a.jpg" ? "a.cr2" : "a.jpg" }

        func run(on desk: Desk, _ folder: String) throws {
            func look() throws { try desk.apply([try desk.shots("photos/\(folder)", ["a"])]) }
            func go(_ name: String) throws {
                try desk.folder.move("photos/\(folder)/\(name)", "away/\(folder)-\(name)")
            }
            func come(_ name: String) throws {
                try desk.folder.move("away/\(folder)-\(name)", "photos/\(folder)/\(name)")
            }
            try go(goesFirst)
            if isSeenGoing { try look() }
            try go(Self.other(goesFirst))
            try look()
            try come(comesFirst)
            if isSeenComing { try look() }
            if goesOnceMore {
                try go(comesFirst)
                try look()
                try come(comesFirst)
            }
            try come(Self.other(comesFirst))
            for _ in 0..<3 { try look() }
        }
    }

    @Test("a RAW pair is itself however its files went and came back, one by one or at once, and once more")
    func pairInParts() throws {
        let desk = try Desk()
        try desk.folder.makeDirectory("away")
        let rounds = Round.all.flatMap { first in Round.all.map { (first, $0) } }
        for number in rounds.indices {
            try desk.folder.makeDirectory("photos/\(number)")
            for name in ["a.jpg", "a.cr2"] {
                try desk.folder.write("photos/\(number)/\(name)", "\(name) of the shot \(number)")
            }
        }
        try desk.sweep()
        for (number, (first, second)) in rounds.enumerated() {
            let id = try desk.id("photos/\(number)/a.jpg")
            for round in [first, second] {
                try round.run(on: desk, "\(number)")
                #expect(try desk.asset("photos/\(number)/a.jpg")?.id == id, "\(first), then \(second)")
                #expect(try desk.asset("photos/\(number)/a.cr2") == nil)
            }
        }
    }
}
