import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex

@Suite("Directories that move")
struct DirectoryMoveTests {
    private func desk(_ files: [String], roots: [String] = ["photos"]) throws -> Desk {
        let desk = try Desk(roots: roots)
        for file in files { try write(file, desk) }
        try desk.sweep()
        return desk
    }

    private func write(_ file: String, _ desk: Desk) throws {
        var path = ""
        for part in file.split(separator: "/").dropLast() {
            path += path.isEmpty ? String(part) : "/" + part
            if access(desk.folder.path(path), F_OK) != 0 { try desk.folder.makeDirectory(path) }
        }
        try desk.folder.write(file, "content of \(file)")
    }

    @Test("a renamed directory is one row, with all below it")
    func rename() throws {
        let desk = try desk(["photos/old/1.png", "photos/old/deep/2.png"])
        let (first, second) = (try desk.id("photos/old/1.png"), try desk.id("photos/old/deep/2.png"))
        try desk.folder.move("photos/old", "photos/new")
        let committed = try desk.apply([desk.slot(.directory(try desk.place("photos/new")))])
        #expect(committed.directoriesMoved)
        #expect(Set(committed.changes.map(\.id)) == [first, second])
        #expect(committed.changes.allSatisfy { $0.kind == .updated })
        #expect(try desk.everything() == ["photos/new/1.png": first, "photos/new/deep/2.png": second])
        let clock = desk.index.clock
        try desk.sweep()
        #expect(desk.index.clock == clock)
    }

    @Test("a directory moved into another root takes its counts along")
    func acrossRoots() throws {
        let desk = try desk(["photos/trip/1.png", "photos/trip/day/2.png"], roots: ["photos", "archive"])
        let before = try desk.everything()
        try desk.folder.move("photos/trip", "archive/trip")
        try desk.sweep()
        let after = try desk.everything()
        #expect(after["archive/trip/1.png"] == before["photos/trip/1.png"])
        #expect(after["archive/trip/day/2.png"] == before["photos/trip/day/2.png"])
        #expect(after.count == 2)
        let counts = try desk.index.read { reader throws(IndexError) in try reader.countsByRoot() }
        #expect(counts[try #require(desk.rootKeys["archive"])]?.photos == 2)
        #expect(counts[try #require(desk.rootKeys["photos"])]?.photos ?? 0 == 0)
    }

    @Test("a copy that was made while a folder was moved, and exchanged names with the photo in it")
    func exchangedWithCopy() throws {
        let desk = try desk(["photos/old/1.png"])
        let photo = try desk.id("photos/old/1.png")
        try desk.folder.move("photos/old", "photos/new")
        try desk.folder.write("photos/1.png", "content of photos/old/1.png")
        try desk.apply([try desk.shots("photos", ["1"])])
        let copy = try desk.id("photos/1.png")
        try desk.apply([desk.slot(.directory(try desk.place("photos/new")))])
        try desk.folder.move("photos/1.png", "photos/x")
        try desk.folder.move("photos/new/1.png", "photos/1.png")
        try desk.folder.move("photos/x", "photos/new/1.png")
        try desk.apply([try desk.shots("photos/new", ["1"])])
        try desk.apply([try desk.shots("photos", ["1"])])
        #expect(try desk.everything() == ["photos/1.png": photo, "photos/new/1.png": copy])
    }

    @Test("another directory in a directory's place has its files compared one by one")
    func replaced() throws {
        let desk = try desk(["photos/d/same.png", "photos/d/gone.png"])
        let id = try desk.id("photos/d/same.png")
        try desk.folder.move("photos/d", "outside")
        try write("photos/d/same.png", desk)
        try write("photos/d/new.png", desk)
        try desk.sweep()
        #expect(Set(try desk.everything().keys) == ["photos/d/same.png", "photos/d/new.png"])
        #expect(try desk.id("photos/d/same.png") == id)
    }

    @Test("two directories swap their names, the files keep their ids")
    func swap() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png", "photos/b/deep/3.png"])
        let before = try desk.everything()
        try desk.folder.move("photos/a", "photos/x")
        try desk.folder.move("photos/b", "photos/a")
        try desk.folder.move("photos/x", "photos/b")
        try desk.sweep()
        #expect(
            try desk.everything()
                == [
                    "photos/b/1.png": before["photos/a/1.png"], "photos/a/2.png": before["photos/b/2.png"],
                    "photos/a/deep/3.png": before["photos/b/deep/3.png"],
                ].compactMapValues { $0 }
        )
    }

    @Test(
        "a directory and the one inside it change places, whichever is seen first",
        arguments: [false, true]
    )
    func turnedInsideOut(innerFirst: Bool) throws {
        let desk = try desk(["photos/a/1.png", "photos/a/b/2.png"])
        let before = try desk.everything()
        try desk.folder.move("photos/a/b", "photos/x")
        try desk.folder.move("photos/a", "photos/x/b")
        try desk.folder.move("photos/x", "photos/a")
        // Now a/ is what b was, and holds 2.png; a/b/ is what a was, and holds 1.png.
        if innerFirst { try desk.apply([try desk.shots("photos/a/b", ["1"])]) }
        try desk.sweep()
        #expect(
            try desk.everything()
                == [
                    "photos/a/2.png": before["photos/a/b/2.png"],
                    "photos/a/b/1.png": before["photos/a/1.png"],
                ].compactMapValues { $0 }
        )
    }

    @Test("a directory seen before those above it finds its row when they are seen")
    func placeholders() throws {
        let desk = try desk(["photos/old/deep/1.png", "photos/old/2.png"])
        let before = try desk.everything()
        try desk.folder.move("photos/old", "photos/new")
        try desk.apply([try desk.shots("photos/new/deep", ["1"])])
        try desk.sweep()
        try desk.sweep()
        #expect(
            try desk.everything()
                == [
                    "photos/new/deep/1.png": before["photos/old/deep/1.png"],
                    "photos/new/2.png": before["photos/old/2.png"],
                ].compactMapValues { $0 }
        )
    }

    @Test(
        "what looks like a photo of a folder that has moved goes on as it where that photo goes, until all is at rest",
        arguments: [false, true]
    )
    func copyOfMissing(isAtRest: Bool) throws {
        let desk = try desk(["photos/a/1.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.move("photos/a", "photos/b")
        try desk.folder.makeDirectory("photos/c")
        try desk.folder.write("photos/c/2.png", "content of photos/a/1.png")
        try desk.apply([try desk.shots("photos/c", ["2"])])
        let copy = try desk.id("photos/c/2.png")
        #expect(copy != id)
        try desk.sweep()
        #expect(try desk.id("photos/b/1.png") == id)
        if isAtRest { desk.rest() }
        try desk.folder.remove("photos/b/1.png")
        try desk.sweep()
        try desk.sweep()
        #expect(try desk.id("photos/c/2.png") == (isAtRest ? copy : id))
    }

    @Test("a directory is gone only if it does not stand there when that is written")
    func goneAndBack() throws {
        let desk = try desk(["photos/d/1.png", "photos/e/2.png"])
        let gone = desk.slot(.directoryGone(try desk.place("photos"), FileName("d")))
        try desk.apply([gone])
        #expect(try desk.assetCount() == 2)
        try desk.folder.move("photos/d", "outside")
        try desk.apply([gone])
        #expect(try desk.assetCount() == 1)
        try desk.folder.move("outside", "photos/d")
        try desk.sweep()
        #expect(try desk.assetCount() == 2)
    }

    @Test("random moves of files and directories: every file is indexed once and keeps its id")
    func randomMoves() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("moves seed: \(seed)")
        var random = SeededGenerator(seed: seed)
        let desk = try Desk(roots: ["one", "two"])
        var directories = ["one", "two"]
        for number in 0..<6 {
            let path = try #require(directories.randomElement(using: &random)) + "/d\(number)"
            try desk.folder.makeDirectory(path)
            directories.append(path)
        }
        for number in 0..<20 {
            let path = try #require(directories.randomElement(using: &random)) + "/f\(number).png"
            try desk.folder.write(path, "content \(number)")
        }
        try desk.sweep()
        var ids: [UInt64: AssetID] = [:]
        for (path, id) in try desk.everything() { ids[try inode(path, desk)] = id }
        #expect(ids.count == 20)
        for round in 0..<30 {
            for step in 0..<Int.random(in: 1...4, using: &random) {
                let (files, folders) = try tree(desk)
                let target = try #require((folders + ["one", "two"]).randomElement(using: &random))
                let source = try #require((files + folders).randomElement(using: &random))
                guard target != source, !target.hasPrefix(source + "/") else { continue }
                let suffix = source.hasSuffix(".png") ? ".png" : ""
                try desk.folder.move(source, "\(target)/m\(round)-\(step)\(suffix)")
            }
            try desk.sweep()
            let found = try desk.everything()
            #expect(Set(found.keys) == Set(try tree(desk).files), "seed \(seed), round \(round)")
            for (path, id) in found {
                #expect(ids[try inode(path, desk)] == id, "seed \(seed), round \(round), \(path)")
            }
            #expect(try desk.assetCount() == 20, "seed \(seed), round \(round)")
        }
    }

    private func inode(_ path: String, _ desk: Desk) throws -> UInt64 {
        var status = stat()
        try #require(stat(desk.folder.path(path), &status) == 0)
        return UInt64(status.st_ino)
    }

    private func tree(_ desk: Desk) throws -> (files: [String], folders: [String]) {
        var files: [String] = []
        var folders: [String] = []
        var rest = ["one", "two"]
        while let path = rest.popLast() {
            let names = try desk.names(path)
            files += names.files.map { path + "/" + $0.display }
            folders += names.directories.map { path + "/" + $0.display }
            rest += names.directories.map { path + "/" + $0.display }
        }
        return (files.sorted(), folders.sorted())
    }
}
