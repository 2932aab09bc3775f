import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import DiskReading
@testable import Findings
@testable import LibraryIndex
@testable import Reconciling
@testable import Shots

@Suite("What is looked at again, because it changed while it was being looked at")
struct SecondLookTests {
    private func desk(_ files: [String]) throws -> Desk {
        let desk = try Desk()
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

    private func link(_ from: String, _ to: String, _ desk: Desk) throws {
        try #require(Glibc.link(desk.folder.path(from), desk.folder.path(to)) == 0)
    }

    @Test("where a file was taken from: by now it may be back")
    func source() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.move("photos/a/1.png", "photos/b/1.png")
        try desk.apply([try desk.shots("photos/b", ["1"])])
        #expect(try desk.id("photos/b/1.png") == id)
        #expect(desk.looksAgain == ["photos/a/1.png"])
    }

    @Test(
        "the other names of a file where it is a part of a shot",
        arguments: ["photos/b/other.cr2", "photos/b/other.png.xmp"]
    )
    func linkedCompanion(name: String) throws {
        let source = name.hasSuffix("cr2") ? "photos/a/1.cr2" : "photos/a/1.png.xmp"
        let desk = try desk(["photos/a/1.png", source, "photos/b/other.png"])
        try link(source, name, desk)
        try desk.sweep()
        try desk.folder.write(name, "more than it was before")
        try desk.apply([try desk.shots("photos/b", ["other"])])
        #expect(desk.looksAgain == [source])
    }

    @Test("all files of a shot that is put off: the index has none of them yet")
    func putOff() throws {
        let shot = ["png", "cr2", "xmp"]
        let desk = try desk(shot.map { "photos/a/1.\($0)" } + ["photos/b/other.png", "photos/c/other.png"])
        try link("photos/a/1.png", "photos/b/2.png", desk)
        try desk.sweep()
        // Of the two names of one file neither was nearer to where they have gone.
        for ending in shot { try desk.folder.move("photos/a/1.\(ending)", "photos/c/3.\(ending)") }
        try desk.folder.move("photos/b/2.png", "photos/c/4.png")
        try desk.apply([try desk.shots("photos/c", ["3"])])
        #expect(try desk.asset("photos/c/3.png") == nil)
        #expect(desk.looksAgain == Set(shot.map { "photos/c/3.\($0)" }))
    }

    @Test("all files of a shot of which a part is put off, the primary file as well")
    func putOffForPart() throws {
        let desk = try desk(["photos/a/1.cr2", "photos/b/other.png", "photos/c/other.png"])
        try link("photos/a/1.cr2", "photos/b/2.cr2", desk)
        try link("photos/a/1.cr2", "outside.cr2", desk)
        try desk.sweep()
        for name in ["photos/a/1.cr2", "photos/b/2.cr2"] { try desk.folder.remove(name) }
        try desk.sweep()
        try desk.folder.move("outside.cr2", "photos/c/3.cr2")
        try link("photos/c/3.cr2", "outside.cr2", desk)
        try write("photos/c/3.png", desk)
        try desk.apply([try desk.shots("photos/c", ["3"])])
        #expect(try desk.asset("photos/c/3.png") == nil)
        #expect(desk.looksAgain == ["photos/c/3.cr2", "photos/c/3.png"])
    }

    @Test(
        "a folder that has the row of another one: a listing may have been made before that had its last photos"
    )
    func takenOver() throws {
        let desk = try desk(["photos/a/1.png"])
        try desk.folder.move("photos/a", "elsewhere")
        try write("photos/a/2.png", desk)
        try write("photos/new/3.png", desk)
        for folder in ["new", "a"] {
            var place = try desk.place("photos/\(folder)")
            place.work = desk.work(.listing)
            try desk.apply([desk.slot(.directory(place))])
            #expect(desk.looks.trees.map(\.components) == (folder == "a" ? [[FileName("a")]] : []))
        }
    }

    @Test("not where a file was only renamed in its directory")
    func renamed() throws {
        let desk = try desk(["photos/a/1.png"])
        try desk.folder.move("photos/a/1.png", "photos/a/2.png")
        try desk.apply([try desk.shots("photos/a", ["2"]), try desk.shots("photos/a", ["1"])])
        #expect(desk.looks.isEmpty)
    }

    @Test("where a directory was taken from")
    func directorySource() throws {
        let desk = try desk(["photos/a/d/1.png", "photos/b/2.png"])
        try desk.folder.move("photos/a/d", "photos/b/d")
        try desk.apply([desk.slot(.directoryMoved(try desk.place("photos/b/d")))])
        #expect(desk.looksAgain == ["photos/a/d"])
        #expect(try desk.everything().keys.sorted() == ["photos/b/2.png", "photos/b/d/1.png"])
    }

    @Test("a directory from which something was taken, when it moves before that look")
    func unsettled() throws {
        let desk = try desk(["photos/a/1.png", "photos/a/2.png", "photos/b/3.png"])
        try desk.folder.move("photos/a/1.png", "photos/b/1.png")
        try desk.apply([try desk.shots("photos/b", ["1"])])
        try desk.folder.move("photos/a", "photos/c")
        try desk.apply([desk.slot(.directoryMoved(try desk.place("photos/c")))])
        #expect(desk.looksAgain == ["photos/a", "photos/c/"])
    }

    @Test("the work whose directory is elsewhere by the time its findings are written; nothing of them is")
    func outdated() throws {
        let desk = try desk(["photos/a/1.png"])
        try desk.folder.write("photos/a/2.png")
        var place = try desk.place("photos/a")
        place.work = desk.work(.names)
        let file = try #require(try desk.observed(FileName("2.png"), in: "photos/a"))
        try desk.folder.move("photos/a", "photos/b")
        let shot = ObservedShot(stem: Array("2".utf8), files: [file])
        try desk.apply([desk.slot(.shots(place, [shot]))])
        #expect(desk.looks.works.count == 1)
        #expect(try desk.everything().keys.sorted() == ["photos/a/1.png"])
    }

    @Test("a directory below a namesake of its parent is put below its parent")
    func namesakeAbove() throws {
        let desk = try desk(["photos/a/b/1.png"])
        let id = try desk.id("photos/a/b/1.png")
        // The index still has the old a when a new directory below the new one is found.
        try desk.folder.move("photos/a", "photos/z")
        try write("photos/a/b/d/2.png", desk)
        try desk.apply([
            desk.slot(.directory(try desk.place("photos/a/b/d"))), try desk.shots("photos/a/b/d", ["2"]),
        ])
        try desk.apply([desk.slot(.directoryMoved(try desk.place("photos/z")))])
        #expect(desk.looksAgain.contains("photos/z/"))
        try desk.sweep()
        #expect(Set(try desk.everything().keys) == ["photos/a/b/d/2.png", "photos/z/b/1.png"])
        #expect(try desk.id("photos/z/b/1.png") == id)
    }

    @Test("a directory whose row went while single names of it were being looked at")
    func stranger() throws {
        let desk = try desk(["photos/a/1.png", "photos/a/2.png"])
        try desk.folder.move("photos/a", "outside")
        let gone = desk.slot(.directoryGone(try desk.place("photos"), FileName("a")))
        try desk.apply([gone])
        try desk.folder.move("outside", "photos/a")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(try desk.everything().keys.sorted() == ["photos/a/1.png"])
        #expect(desk.looksAgain == ["photos/a/"])
    }

    @Test("a directory whose row went, when something in it is found first at its new place")
    func strangerAbove() throws {
        let desk = try desk(["photos/a/1.png", "photos/a/b/2.png"])
        try desk.folder.move("photos/a", "photos/z")
        try desk.apply([desk.slot(.directoryGone(try desk.place("photos"), FileName("a")))])
        try desk.apply([try desk.shots("photos/z/b", ["2"])])
        #expect(try desk.everything().keys.sorted() == ["photos/z/b/2.png"])
        // Its own visit finds a row there and has nothing to tell.
        #expect(desk.looksAgain.contains("photos/z/"))
    }

    @Test("other names of a file that was written under a name that is gone", arguments: [true, false])
    func writtenAndGone(isReplaced: Bool) throws {
        let desk = try desk(["photos/a/1.png"])
        try link("photos/a/1.png", "photos/2.png", desk)
        try desk.sweep()
        try desk.folder.write("photos/a/1.png", "written through one of two names")
        try desk.folder.remove("photos/a/1.png")
        if isReplaced { try desk.folder.write("photos/a/1.png", "another file") }
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(desk.looksAgain == ["photos/2.png"])
    }

    @Test("other names of a file that was written to and changed places with another before it was looked at")
    func writtenAndExchanged() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        try link("photos/a/1.png", "photos/3.png", desk)
        try desk.sweep()
        let (first, second) = (try desk.id("photos/a/1.png"), try desk.id("photos/b/2.png"))
        try desk.folder.write("photos/a/1.png", "written through one of two names")
        try Disk.exchange(desk.folder.location("photos/a/1.png"), desk.folder.location("photos/b/2.png"))
        try desk.apply([try desk.shots("photos/b", ["2"]), try desk.shots("photos/a", ["1"])])
        #expect(try desk.id("photos/a/1.png") == second)
        #expect(try desk.id("photos/b/2.png") == first)
        #expect(try desk.asset("photos/3.png")?.stamp == desk.asset("photos/b/2.png")?.stamp)
    }

    @Test("a file that .nomedia hides keeps its id from its other names and its copies")
    func hidden() throws {
        let desk = try desk(["photos/a/1.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.apply([desk.slot(.directoryIgnored(try desk.place("photos"), FileName("a")))])
        try link("photos/a/1.png", "photos/2.png", desk)
        try desk.folder.write("photos/3.png", "content of photos/a/1.png")
        try desk.apply([try desk.shots("photos", ["2", "3"])])
        #expect(try !desk.everything().values.contains(id))
        try desk.sweep()
        #expect(try desk.id("photos/a/1.png") == id)
        #expect(try desk.assetCount() == 3)
    }

    @Test("a pair that is moved a file at a time stays what it was, whatever the RAW file was before")
    func pairInParts() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        try desk.folder.makeDirectory("photos/in")
        try write("photos/in/a.cr2", desk)
        try desk.sweep()
        let raw = try desk.id("photos/in/a.cr2")
        try desk.folder.move("photos/in/a.cr2", "photos/a.cr2")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
        // The RAW file goes first, and is by itself for a moment.
        try desk.folder.move("photos/a.cr2", "photos/in/b.cr2")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id, "photos/in/b.cr2": raw])
        try desk.folder.move("photos/a.png", "photos/in/b.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/in/b.png": id])
    }
}
