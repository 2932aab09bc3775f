import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import Findings
@testable import LibraryIndex
@testable import Reconciling
@testable import Shots

@Suite("Whose file is this?")
struct ClaimTests {
    private func desk(_ files: [String], roots: [String] = ["photos"]) throws -> Desk {
        let desk = try Desk(roots: roots)
        for file in files {
            var path = ""
            for part in file.split(separator: "/").dropLast() {
                path += path.isEmpty ? String(part) : "/" + part
                if access(desk.folder.path(path), F_OK) != 0 { try desk.folder.makeDirectory(path) }
            }
            try desk.folder.write(file, "content of \(file)")
        }
        try desk.sweep()
        #expect(Set(try desk.everything().keys) == Set(files))
        return desk
    }

    @Test(
        "a moved file keeps its id, whether its new or its old place is looked at first",
        arguments: [false, true]
    )
    func move(oldFirst: Bool) throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        let clock = desk.index.clock
        try desk.folder.move("photos/a/1.png", "photos/b/new.png")
        let looks = [try desk.shots("photos/a", ["1"]), try desk.shots("photos/b", ["new"])]
        for look in oldFirst ? looks : looks.reversed() { try desk.apply([look]) }
        #expect(try desk.id("photos/b/new.png") == id)
        #expect(try desk.assetCount() == 2)
        let changes = try desk.index.read { reader throws(IndexError) in
            var lines: [AssetChange] = []
            _ = try reader.changes(since: clock, limit: nil) { lines.append($0) }
            return lines
        }
        #expect(changes.map(\.kind) == [.updated])
        #expect(changes.map(\.id) == [id])
    }

    @Test(
        "photos that exchanged names, of which one was then replaced: the other is who it was, whichever is looked at first",
        arguments: [false, true]
    )
    func exchangeAndReplace(replacedFirst: Bool) throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try Disk.exchange(desk.folder.location("photos/a/1.png"), desk.folder.location("photos/b/2.png"))
        try desk.folder.write("photos/a/.new", "another photo")
        try desk.folder.move("photos/a/.new", "photos/a/1.png")
        let looks = [try desk.shots("photos/a", ["1"]), try desk.shots("photos/b", ["2"])]
        for look in replacedFirst ? looks : looks.reversed() { try desk.apply([look]) }
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(try desk.id("photos/b/2.png") == id)
        #expect(try desk.id("photos/a/1.png") != id)
        #expect(try desk.assetCount() == 2)
    }

    @Test("a moved photo is who it was, though another one at its old place is looked at first")
    func moveAndReplace() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.move("photos/a/1.png", "photos/b/new.png")
        try desk.folder.write("photos/a/1.png", "another photo")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        try desk.apply([try desk.shots("photos/b", ["new"])])
        #expect(Set(desk.looks.entries.map(\.name.display)) == ["1.png"], "it is looked at once more")
        try desk.apply([try desk.shots("photos/a", ["1"])])
        #expect(try desk.id("photos/b/new.png") == id)
        #expect(try desk.id("photos/a/1.png") != id)
    }

    @Test("a photo that is back where it was by the time somebody tells of it elsewhere is who it was")
    func movedAndBack() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.move("photos/a/1.png", "photos/b/new.png")
        let (away, gone) = (try desk.shots("photos/b", ["new"]), try desk.shots("photos/a", ["1"]))
        try desk.folder.move("photos/b/new.png", "photos/a/1.png")
        try desk.apply([away])
        #expect(desk.looks.entries.map(\.name.display) == ["new.png"], "it is looked at once more")
        #expect(try desk.assetCount() == 2)
        try desk.apply([gone])
        try desk.apply([try desk.shots("photos/a", ["1"])])
        try desk.apply([try desk.shots("photos/b", ["new"])])
        #expect(try desk.id("photos/a/1.png") == id)
        #expect(try desk.assetCount() == 2)
    }

    @Test("a photo that is found after its copy was believed to be it is who it was, and stays it")
    func copyFoundFirst() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.move("photos/a/1.png", "photos/b/new.png")
        try desk.folder.write("photos/b/copy.png", "content of photos/a/1.png")
        for _ in 0..<3 { try desk.apply([try desk.shots("photos/b", ["copy"])]) }
        #expect(try desk.id("photos/b/copy.png") == id)
        for _ in 0..<2 {
            try desk.apply([try desk.shots("photos/b", ["new"])])
            try desk.apply([try desk.shots("photos/b", ["copy"])])
            #expect(try desk.id("photos/b/new.png") == id)
            #expect(try desk.id("photos/b/copy.png") != id)
        }
    }

    @Test(
        "a part of a photo that comes to the name of one that has just gone is not that one's new content",
        arguments: [false, true]
    )
    func partInItsPlace(oldFirst: Bool) throws {
        let desk = try desk(["photos/a/1.cr2", "photos/b/2.png"])
        let (gone, pair) = (try desk.id("photos/a/1.cr2"), try desk.id("photos/b/2.png"))
        try desk.folder.write("photos/b/2.cr2", "the RAW file")
        try desk.folder.remove("photos/a/1.cr2")
        try desk.sweep()
        func look() throws {
            let looks = [("photos/b", "2"), ("photos/a", "1")]
            for (folder, stem) in oldFirst ? looks : looks.reversed() {
                try desk.apply([try desk.shots(folder, [stem])])
            }
        }
        try desk.folder.move("photos/b/2.cr2", "photos/a/1.cr2")
        try look()
        #expect(try desk.id("photos/a/1.cr2") != gone)
        try desk.folder.move("photos/a/1.cr2", "photos/b/2.cr2")
        try look()
        try look()
        #expect(try desk.everything() == ["photos/b/2.png": pair])
    }

    @Test("a name whose case changed keeps its id")
    func caseRename() throws {
        let desk = try desk(["photos/a.PNG", "photos/b.PNG"])
        let id = try desk.id("photos/a.PNG")
        try desk.folder.move("photos/a.PNG", "photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(try desk.everything().count == 2)
        #expect(try desk.id("photos/a.png") == id)
    }

    @Test("a copy and a hard link get ids of their own, and keep them when the original goes")
    func copies() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/copy.png", "content of photos/a.png")
        try #require(link(desk.folder.path("photos/a.png"), desk.folder.path("photos/link.png")) == 0)
        try desk.sweep()
        let (copy, linked) = (try desk.id("photos/copy.png"), try desk.id("photos/link.png"))
        #expect(Set([id, copy, linked]).count == 3)
        #expect(try desk.id("photos/a.png") == id)
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/copy.png": copy, "photos/link.png": linked])
    }

    @Test("a copy of a photo that was then replaced is a copy, and the new version keeps the id")
    func copiedThenReplaced() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/copy.png", "content of photos/a.png")
        try desk.folder.write("photos/.new", "another version of it")
        try desk.folder.move("photos/.new", "photos/a.png")
        // What is replaced is told last.
        for stem in ["copy", "a"] { try desk.apply([try desk.shots("photos", [stem])]) }
        #expect(try desk.id("photos/a.png") == id)
        #expect(try desk.id("photos/copy.png") != id)
    }

    @Test("a copy of a photo that was then renamed is a copy, though it is looked at first")
    func copiedThenRenamed() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/copy.png", "content of photos/a.png")
        try desk.folder.move("photos/a.png", "photos/b.png")
        try desk.apply([try desk.shots("photos", ["copy"])])
        #expect(try desk.everything().keys.sorted() == ["photos/a.png"], "it is looked at once more")
        #expect(desk.looks.entries.map(\.name.display) == ["copy.png"])
        for stem in ["b", "a", "copy"] { try desk.apply([try desk.shots("photos", [stem])]) }
        #expect(try desk.id("photos/b.png") == id)
        #expect(try desk.id("photos/copy.png") != id)
    }

    @Test("what has the content of a photo that is gone is that photo, once nothing else turns out to be")
    func copiedThenDeletedUnseen() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/moved.png", "content of photos/a.png")
        try desk.folder.remove("photos/a.png")
        for _ in 0..<3 { try desk.apply([try desk.shots("photos", ["moved"])]) }
        #expect(try desk.everything() == ["photos/moved.png": id])
    }

    @Test("a folder that has taken a photo's name is no photo, so what was written elsewhere is")
    func folderInItsPlace() throws {
        let desk = try desk(["photos/a/1.png", "photos/b/2.png"])
        let id = try desk.id("photos/a/1.png")
        try desk.folder.remove("photos/a/1.png")
        try desk.folder.makeDirectory("photos/a/1.png")
        try desk.folder.write("photos/b/3.png", "content of photos/a/1.png")
        // It is looked at more than once before its content is believed.
        for _ in 0..<4 { try desk.apply([try desk.shots("photos/b", ["3"])]) }
        #expect(try desk.id("photos/b/3.png") == id)
    }

    @Test("a disk that is mounted over photos has photos of its own, whatever they are called")
    func mountedOverPhotos() throws {
        let desk = try desk(["photos/card/1.png", "photos/card/2.png"])
        let hidden = try desk.everything()
        try desk.folder.move("photos/card", "below")
        try desk.folder.makeDirectory("photos/card")
        try desk.folder.write("photos/card/1.png", "on the disk")
        desk.mountPoint = "photos/card"
        try desk.sweep()
        let onDisk = try desk.everything()
        #expect(onDisk.count == 1)
        #expect(Set(onDisk.values).isDisjoint(with: hidden.values))

        try desk.folder.move("photos/card", "disk")
        try desk.folder.move("below", "photos/card")
        desk.mountPoint = nil
        try desk.sweep()
        #expect(try desk.everything() == hidden)

        try desk.folder.move("photos/card", "below")
        try desk.folder.move("disk", "photos/card")
        desk.mountPoint = "photos/card"
        try desk.sweep()
        #expect(try desk.everything() == onDisk)
    }

    @Test("of several photos of one content that are gone, each goes on as the one of its name")
    func copiedThenDeletedTogether() throws {
        let names = (0..<6).map { "\($0).png" }
        let desk = try desk([])
        try desk.folder.makeDirectory("photos/from")
        try desk.folder.makeDirectory("photos/to")
        for name in names { try desk.folder.write("photos/from/\(name)", "one and the same") }
        try desk.sweep()
        let ids = try names.map { try desk.id("photos/from/\($0)") }
        for name in names {
            try desk.folder.write("photos/to/\(name)", "one and the same")
            try desk.folder.remove("photos/from/\(name)")
        }
        for _ in 0..<3 {
            for stem in (0..<6).reversed() { try desk.apply([try desk.shots("photos/to", ["\(stem)"])]) }
        }
        #expect(try names.map { try desk.id("photos/to/\($0)") } == ids)
    }

    @Test(
        "of several that are gone the one of the same path is it, though of another the whole content is known"
    )
    func ownPathFirst() throws {
        let desk = try desk(["photos/a.png", "photos/b.png"])
        let content = "one and the same"
        for name in ["a", "b"] { try desk.folder.write("photos/\(name).png", content) }
        try desk.sweep()
        let (own, other) = (try desk.id("photos/a.png"), try #require(try desk.asset("photos/b.png")))
        let hash = Fingerprint(high: 7, low: 7)
        _ = try desk.index.write { writer throws(IndexError) in
            try writer.setContentHash(hash, of: other.id, asOf: other.stamp)
        }
        for name in ["a", "b"] { try desk.folder.remove("photos/\(name).png") }
        try desk.sweep()
        // Longer ago than a path says anything by itself, and met when it was half there.
        desk.now += 3_600_000_000_000
        try desk.folder.write("photos/a.png", "one")
        try desk.sweep()
        #expect(try desk.id("photos/a.png") != own)
        try desk.folder.write("photos/a.png", content)
        try desk.apply([try desk.shots("photos", ["a"], contentHash: hash)])
        #expect(try desk.id("photos/a.png") == own)
    }

    @Test("a write through one name of a file reaches its other names at once")
    func linkedWrite() throws {
        let desk = try desk(["photos/a.png", "photos/b/other.png"])
        try #require(link(desk.folder.path("photos/a.png"), desk.folder.path("photos/b/link.png")) == 0)
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.write("photos/b/link.png", "something longer than it was before")
        try desk.apply([try desk.shots("photos/b", ["link"])])
        let (first, second) = (try desk.asset("photos/a.png"), try desk.asset("photos/b/link.png"))
        #expect(first?.id == id)
        #expect(first?.stamp == second?.stamp)
        #expect(first?.fingerprint == second?.fingerprint)
        #expect(first?.stamp.size == 35)
    }

    @Test("two names that swap their files swap their ids", arguments: [["a", "b"], ["b", "a"]])
    func swap(order: [String]) throws {
        let desk = try desk(["photos/a.png", "photos/b.png"])
        let (first, second) = (try desk.id("photos/a.png"), try desk.id("photos/b.png"))
        try desk.folder.move("photos/a.png", "photos/x")
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.folder.move("photos/x", "photos/b.png")
        let committed = try desk.apply([try desk.shots("photos", order)])
        #expect(try desk.everything() == ["photos/a.png": second, "photos/b.png": first])
        #expect(committed.changes.allSatisfy { $0.kind == .updated })
    }

    @Test("two files of one stem swap their names")
    func swapWithinStem() throws {
        let desk = try desk(["photos/a.png", "photos/a.webp"])
        let (png, webp) = (try desk.id("photos/a.png"), try desk.id("photos/a.webp"))
        try desk.folder.move("photos/a.png", "photos/x")
        try desk.folder.move("photos/a.webp", "photos/a.png")
        try desk.folder.move("photos/x", "photos/a.webp")
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(try desk.everything() == ["photos/a.png": webp, "photos/a.webp": png])
    }

    @Test("an editor's replace by rename keeps the id, a file moved over another brings its own")
    func replace() throws {
        let desk = try desk(["photos/a.png", "photos/b.png"])
        let (first, second) = (try desk.id("photos/a.png"), try desk.id("photos/b.png"))
        try desk.folder.write("photos/tmp", "edited")
        try desk.folder.move("photos/tmp", "photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(try desk.id("photos/a.png") == first)
        try desk.folder.move("photos/b.png", "photos/a.png")
        try desk.apply([try desk.shots("photos", ["a"]), try desk.shots("photos", ["b"])])
        #expect(try desk.everything() == ["photos/a.png": second])
        let tombstone = try desk.index.read { reader throws(IndexError) in try reader.departed(first) }
        #expect(tombstone?.deletedAt == desk.now / 1_000_000_000)
    }

    @Test(
        "a JPEG moved beside an older RAW file joins it, beside a younger one brings its id",
        arguments: [true, false]
    )
    func pairForms(rawIsOlder: Bool) throws {
        let desk = try Desk()
        try desk.folder.makeDirectory("photos/in")
        let files = rawIsOlder ? ["photos/a.cr2", "photos/in/a.png"] : ["photos/in/a.png", "photos/a.cr2"]
        for file in files {
            try desk.folder.write(file, "content of \(file)")
            try desk.sweep()
        }
        let older = try desk.id(files[0])
        try desk.folder.move("photos/in/a.png", "photos/a.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": older])
        #expect(try desk.asset("photos/a.png")?.companions.map(\.name) == [FileName("a.cr2")])
        #expect(try desk.assetCount() == 1)
        // And the RAW file carries it on.
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.cr2": older])
    }

    @Test("a deleted file that is put back has its id again: by inode, by path, by content")
    func tombstones() throws {
        let desk = try desk(["photos/1.png", "photos/2.png", "photos/3.png"])
        let ids = try (1...3).map { try desk.id("photos/\($0).png") }
        try desk.folder.move("photos/1.png", "1")
        try desk.folder.remove("photos/2.png")
        try desk.folder.remove("photos/3.png")
        try desk.sweep()
        #expect(try desk.assetCount() == 0)
        try desk.folder.move("1", "photos/elsewhere.png")
        try desk.folder.write("photos/2.png", "rewritten within the minute")
        try desk.folder.write("photos/three.png", "content of photos/3.png")
        try desk.sweep()
        #expect(
            try desk.everything() == [
                "photos/elsewhere.png": ids[0], "photos/2.png": ids[1], "photos/three.png": ids[2],
            ]
        )
        #expect(try desk.index.read { reader throws(IndexError) in try reader.hasDeparted() } == false)
    }

    @Test(
        "what is written under the name of a photo that has just gone is the one whose content it is, if that has gone as well",
        arguments: [["a"], ["b", "a"], ["a", "b"]]
    )
    func contentBeforeName(order: [String]) throws {
        let desk = try desk(["photos/a.png", "photos/b.png"])
        let id = try desk.id("photos/b.png")
        desk.now += 3_600_000_000_000
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        try desk.folder.remove("photos/b.png")
        if order == ["a"] { try desk.sweep() }
        try desk.folder.write("photos/a.png", "content of photos/b.png")
        for stem in order { try desk.apply([try desk.shots("photos", [stem])]) }
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
    }

    @Test(
        "a photo that is deleted and written anew from an editor's file is the photo, and not what that file was"
    )
    func copiedFromTemporaryFile() throws {
        let desk = try desk(["photos/a.png"])
        let id = try desk.id("photos/a.png")
        desk.now += 3_600_000_000_000
        try desk.folder.write("photos/a.tmp.png", "edited")
        try desk.sweep()
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        try desk.folder.remove("photos/a.tmp.png")
        try desk.sweep()
        try desk.folder.write("photos/a.png", "edited")
        try desk.sweep()
        #expect(try desk.everything() == ["photos/a.png": id])
    }

    @Test("a new photo under a name that was deleted long ago is a new one")
    func reusedName() throws {
        let desk = try desk(["photos/IMG_0001.png"])
        let id = try desk.id("photos/IMG_0001.png")
        try desk.folder.remove("photos/IMG_0001.png")
        try desk.sweep()
        desk.now += 3_600_000_000_000
        try desk.folder.write("photos/IMG_0001.png", "quite another photo")
        try desk.sweep()
        #expect(try desk.id("photos/IMG_0001.png") != id)
    }

    @Test("a shot that is renamed a file at a time keeps its id, whatever was seen of it on the way")
    func shotInParts() throws {
        let desk = try desk(["photos/a.jpg"])
        try desk.folder.write("photos/a.cr2", "raw")
        try desk.sweep()
        let id = try desk.id("photos/a.jpg")
        try desk.folder.move("photos/a.jpg", "photos/b.jpg")
        // The RAW file that is left goes on as the shot, until the still turns up.
        try desk.apply([try desk.shots("photos", ["a"])])
        #expect(try desk.id("photos/a.cr2") == id)
        try desk.apply([try desk.shots("photos", ["b"])])
        #expect(try desk.id("photos/b.jpg") == id)
        try desk.folder.move("photos/a.cr2", "photos/b.cr2")
        for stem in ["b", "a"] { try desk.apply([try desk.shots("photos", [stem])]) }
        #expect(try desk.everything() == ["photos/b.jpg": id])
    }

    @Test("a RAW file that was moved beside a new still brings its id along")
    func rawBesideNewStill() throws {
        let desk = try desk(["photos/a.cr2"])
        let id = try desk.id("photos/a.cr2")
        try desk.folder.move("photos/a.cr2", "photos/b.cr2")
        try desk.folder.write("photos/b.jpg", "developed")
        for stem in ["b", "a"] { try desk.apply([try desk.shots("photos", [stem])]) }
        #expect(try desk.everything() == ["photos/b.jpg": id])
    }

    @Test("an empty file is nobody's copy")
    func emptyFile() throws {
        let desk = try desk(["photos/a.png"])
        try desk.folder.write("photos/a.png", "")
        try desk.sweep()
        let id = try desk.id("photos/a.png")
        try desk.folder.remove("photos/a.png")
        try desk.sweep()
        try desk.folder.write("photos/b.png", "")
        try desk.sweep()
        #expect(try desk.id("photos/b.png") != id)
    }

    @Test("an inode number that was given anew is no sign of the same file")
    func reusedInode() throws {
        let desk = try desk(["photos/a.png"])
        let asset = try #require(try desk.asset("photos/a.png"))
        try desk.folder.remove("photos/a.png")
        var stamp = asset.stamp
        stamp.birthTime += 1
        stamp.size += 1
        let file = ObservedFile(
            name: FileName("b.png"),
            format: .png,
            stamp: stamp,
            content: .fingerprinted(Fingerprint(high: 1, low: 2))
        )
        let shot = ObservedShot(stem: Array("b".utf8), files: [file])
        try desk.apply([desk.slot(.shots(try desk.place("photos"), [shot]))])
        #expect(try desk.id("photos/b.png") != asset.id)
    }

    @Test("where no birth time is kept, size and modification time must agree")
    func withoutBirthTime() throws {
        let desk = try Desk()
        func look(_ name: String, _ modification: Int64, inode: UInt64) throws -> FindingSlot {
            let stamp = FileStamp(
                size: 5,
                modificationTime: modification,
                changeTime: 1,
                inode: inode,
                birthTime: 0
            )
            let file = ObservedFile(
                name: FileName(name + ".png"),
                format: .png,
                stamp: stamp,
                content: .fingerprinted(Fingerprint(high: 9, low: UInt64(modification)))
            )
            return desk.slot(
                .shots(try desk.place("photos"), [ObservedShot(stem: Array(name.utf8), files: [file])])
            )
        }
        try desk.apply([try look("a", 100, inode: 1 << 60)])
        let id = try desk.id("photos/a.png")
        try desk.apply([try look("b", 200, inode: 1 << 60)])
        #expect(try desk.id("photos/b.png") != id)
        try desk.apply([try look("c", 100, inode: 1 << 60)])
        #expect(try desk.id("photos/c.png") == id)
    }

    @Test("nothing is claimed from a root that is offline, gone or not the folder it was", arguments: 0..<3)
    func offline(how: Int) throws {
        let desk = try desk(["photos/a.png", "usb/b.png"], roots: ["photos", "usb"])
        let id = try desk.id("usb/b.png")
        switch how {
        case 0: try desk.setOffline("usb")
        case 1: break
        default: break
        }
        try desk.folder.move("usb", "unplugged")
        if how == 2 { try desk.folder.makeDirectory("usb") }
        try desk.folder.write("photos/copy.png", "content of usb/b.png")
        try #require(
            link(desk.folder.path("unplugged/b.png"), desk.folder.path("photos/linked.png")) == 0
        )
        try desk.sweep(["photos"])
        #expect(try desk.id("photos/copy.png") != id)
        #expect(try desk.id("photos/linked.png") != id)
        #expect(try desk.id("usb/b.png") == id)
        #expect(try desk.assetCount() == 4)
    }

    @Test("what is still found of a root that was removed does not come back")
    func removedRoot() throws {
        let desk = try desk(["photos/a.png", "usb/b.png"], roots: ["photos", "usb"])
        let late = try desk.shots("usb", ["b"])
        try desk.folder.write("usb/new.png", "new")
        let later = try desk.shots("usb", ["new"])
        try desk.removeFromTable("usb")
        let before = try desk.assetCount()
        let committed = try desk.apply([late, later])
        #expect(committed.isEmpty)
        #expect(try desk.assetCount() == before)
    }

    @Test("a file that may not be read just now keeps what is known of it")
    func permission() throws {
        let desk = try Desk()
        try desk.folder.write("photos/IMG_20160912_123456.png", "x")
        try desk.sweep()
        let known = try #require(try desk.asset("photos/IMG_20160912_123456.png"))
        var stamp = known.stamp
        stamp.changeTime += 1
        let stem = Array("IMG_20160912_123456".utf8)
        for reason in [UnreadableReason.permission, .inputOutput] {
            stamp.changeTime += 1
            let file = ObservedFile(name: known.name, format: .png, stamp: stamp, content: .none(reason))
            try desk.apply([
                desk.slot(.shots(try desk.place("photos"), [ObservedShot(stem: stem, files: [file])]))
            ])
            let now = try #require(try desk.asset("photos/IMG_20160912_123456.png"))
            #expect(now.fingerprint == known.fingerprint)
            #expect(now.month == known.month)
            let key = now.key
            #expect(
                try desk.index.read { reader throws(IndexError) in try reader.record(ofAsset: key) }?
                    .unreadable
                    == reason
            )
        }
    }

    @Test("a rescan that finds nothing else leaves no trace")
    func forced() throws {
        let desk = try desk(["photos/a.png"])
        let clock = desk.index.clock
        try desk.apply([try desk.shots("photos", ["a"], isForced: true)])
        #expect(desk.index.clock == clock)
    }
}
