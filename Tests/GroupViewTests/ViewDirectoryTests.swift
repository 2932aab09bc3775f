import Glibc
import PhotoModel
import TestSupport
import Testing

@testable import GroupView

@Suite("A view's directory")
struct ViewDirectoryTests {
    private let scratch: TemporaryFolder
    private var path: FilePath { scratch.location + "view" }

    init() throws { scratch = try TemporaryFolder() }

    private func wanted(_ file: String, in folder: String = "Beach", from: String = "photos") -> WantedLink {
        WantedLink(
            folder: FileName(folder),
            file: FileName(file),
            target: Array("./../../\(from)/\(file)".utf8)
        )
    }

    @Test("is made where only it is missing")
    func made() throws {
        _ = try ViewDirectory(path, making: true)
        #expect(Disk.isFolder(path))
        let error = try #require(throws: ViewError.self) {
            _ = try ViewDirectory(scratch.location + "a" + "view", making: true)
        }
        #expect(error.code == ENOENT && error.isAway(scratch.location + "a" + "view"))
        #expect(error.description.hasSuffix("mount its disk, or make the folder above it"))
    }

    @Test("gives each file of a name a link of its own, and takes only what it gave")
    func putAndTake() throws {
        var view = try ViewDirectory(path, making: true)
        let first = try view.put(wanted("a.jpg"))
        let second = try view.put(wanted("a.jpg", from: "other"))
        #expect(first.name == FileName("a.jpg") && second.name == FileName("a-2.jpg"))
        // Again: it is there.
        #expect(try view.put(wanted("a.jpg")) == first)
        #expect(try Disk.linkTarget(path + "Beach" + "a.jpg") == FilePath("./../../photos/a.jpg"))
        // Somebody has put a file in its place.
        try Disk.remove(path + "Beach" + "a.jpg")
        try Disk.write("mine", to: path + "Beach" + "a.jpg")
        #expect(try !view.isInPlace(first))
        #expect(try !view.take(first))
        #expect(try view.take(second))
        try view.removeEmptyFolders()
        #expect(try Disk.names(in: path + "Beach") == [FileName("a.jpg")])
        try Disk.remove(path + "Beach" + "a.jpg")
        try view.removeEmptyFolders()
        #expect(Disk.isFolder(path + "Beach"))
    }

    @Test("never goes through a symbolic link in the place of a group's folder")
    func linkInTheWay() throws {
        var view = try ViewDirectory(path, making: true)
        try Disk.makeFolder(scratch.location + "elsewhere")
        try Disk.makeSymbolicLink(path + "Beach", to: scratch.location + "elsewhere")
        let name = try view.actualName(of: FileName("Beach"))
        #expect(name == FileName("Beach:2"))
        #expect(throws: ViewError.self) { try view.put(wanted("a.jpg")) }
        let link = try view.put(wanted("a.jpg", in: "Beach:2"))
        #expect(try Disk.names(in: scratch.location + "elsewhere") == [])
        try Disk.makeSymbolicLink(scratch.location + "elsewhere" + "a.jpg", to: FilePath(link.target))
        #expect(try !view.take(ViewLink(folder: FileName("Beach"), name: link.name, target: link.target)))
        try view.clear()
        #expect(try Disk.names(in: path) == [FileName("Beach")])
        #expect(try Disk.names(in: scratch.location + "elsewhere") == [FileName("a.jpg")])
    }

    @Test("is cleared of links with our mark, and of nothing else")
    func cleared() throws {
        var view = try ViewDirectory(path, making: true)
        for folder in ["Beach", "Forest"] { _ = try view.put(wanted("a.jpg", in: folder)) }
        let others = path + "Forest"
        try Disk.makeSymbolicLink(others + "unmarked", to: FilePath("../../photos/a.jpg"))
        try Disk.write("x", to: others + "file")
        try Disk.makeFolder(others + "folder")
        try Disk.makeSymbolicLink(others + "folder" + "deep", to: FilePath("./../../../photos/a.jpg"))
        try Disk.makeSymbolicLink(path + "top", to: FilePath("./../photos/a.jpg"))
        try Disk.makeFolder(path + "empty")
        try view.clear()
        #expect(try Disk.names(in: path).map(\.display) == ["Forest", "empty", "top"])
        #expect(try Disk.names(in: others).map(\.display) == ["file", "folder", "unmarked"])
        #expect(Disk.isLink(others + "folder" + "deep"))
    }

    @Test("goes with its last link")
    func goes() throws {
        var view = try ViewDirectory(path, making: true)
        _ = try view.put(wanted("a.jpg"))
        try view.clear()
        #expect(Disk.status(path) == nil)
    }

    @Test("takes names of any bytes")
    func anyBytes() throws {
        var generator = SeededGenerator.fromEnvironment()
        print("seed \(generator.seed)")
        var view = try ViewDirectory(path, making: true)
        for _ in 0..<200 {
            let name = FileName(
                generator.bytes(1 + generator.below(255)).map { $0 == 0 || $0 == 0x2F ? 0x61 : $0 }
            )
            guard name != FileName("."), name != FileName("..") else { continue }
            let wanted = WantedLink(
                folder: FileName("Beach"),
                file: name,
                target: Array("./../../photos/".utf8) + name.bytes
            )
            let link = try view.put(wanted)
            #expect(try view.isInPlace(link) && LinkName.isName(link.name, of: name))
        }
        let known = try view.markedLinks(in: FileName("Beach"))
        for link in known { #expect(try view.take(link)) }
        try view.removeEmptyFolders()
        #expect(try Disk.names(in: path) == [])
    }
}
