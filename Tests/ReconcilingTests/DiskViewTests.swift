import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing

@testable import FolderWatch
@testable import LibraryIndex
@testable import Reconciling
@testable import Roots

@Suite("What a transaction knows of disks")
struct DiskViewTests {
    private let folder: TemporaryFolder
    private let roots = RootTable()
    private let path: FilePath

    init() throws {
        folder = try TemporaryFolder()
        path = FilePath(folder.path)
        roots.add(root(path))
    }

    private func root(_ path: FilePath, _ link: RootLink? = nil) -> LibraryRoot {
        LibraryRoot(
            library: Library(name: "photos", path: path),
            key: 1,
            node: NodeID(index: 1, generation: 1),
            lane: 0,
            seenState: .online,
            home: RootHome(filesystem: nil, mountedInode: nil),
            realPath: path,
            link: link,
            isAdded: false
        )
    }

    private func setState(_ state: LibraryRoot.State) {
        _ = roots.setState(state, of: NodeID(index: 1, generation: 1))
    }

    @Test("a network's disk is asked only between two tries")
    func network() throws {
        setState(.polled)
        let view = DiskView(roots)
        #expect(throws: FolderError.unreachable(errno: 0)) { try view.status(at: path) }
        #expect(!view.isComplete)
        view.ask()
        #expect(view.isComplete)
        #expect(try view.status(at: path).isDirectory)
        // What changes meanwhile has events of its own.
        #expect(throws: FolderError.unreachable(errno: 0)) { try view.status(at: path + "a.jpg") }
        view.ask()
        try folder.write("a.jpg", "a photo")
        #expect(throws: FolderError.missing) { try view.status(at: path + "a.jpg") }
        #expect(view.isComplete)
    }

    @Test("questions that lead to ever more questions come to an end")
    func endless() throws {
        setState(.polled)
        let view = DiskView(roots)
        var tries = 0
        repeat {
            tries += 1
            try #require(tries < 100)
            if view.isComplete, tries > 1 { break }
            view.ask()
            // Each try asks something else, until the answer is that nobody knows.
            _ = try? view.status(at: path + "\(tries).jpg")
        } while tries < 20
        view.ask()
        #expect(throws: FolderError.unreachable(errno: 0)) { try view.status(at: path + "19.jpg") }
        #expect(view.isComplete)
    }

    @Test("what a link has taken the place of is not in the root, be it the very file that was there")
    func behindLinks() throws {
        for name in ["photos", "photos/a", "photos/a/b", "outside"] { try folder.makeDirectory(name) }
        try folder.write("photos/a/b/1.jpg", "a photo")
        let photos = root(path + "photos")
        let view = DiskView(roots)
        #expect(try view.status(at: path + "photos/a/b/1.jpg", in: photos).isRegularFile)
        try folder.move("photos/a", "outside/a")
        _ = try folder.link("photos/a", to: folder.path("outside/a"))
        #expect(throws: FolderError.missing) {
            try view.status(at: path + "photos/a/b/1.jpg", in: photos)
        }
        #expect(throws: FolderError.missing) { try view.status(at: path + "photos/a/b", in: photos) }
        #expect(try view.status(at: path + "photos/a", in: photos).isSymbolicLink)
        // As what the link leads to, it is there, and not any longer where a folder takes the link's place.
        let link = RootLink(
            outer: NodeID(index: 1, generation: 1),
            outerKey: 1,
            way: [FileName("a")],
            target: Array("there".utf8)
        )
        let linked = root(path + "photos/a", link)
        #expect(try view.status(at: path + "photos/a/b/1.jpg", in: linked).isRegularFile)
        try folder.remove("photos/a")
        try folder.move("outside/a", "photos/a")
        #expect(throws: FolderError.missing) {
            try view.status(at: path + "photos/a/b/1.jpg", in: linked)
        }
        #expect(try view.status(at: path + "photos/a/b/1.jpg", in: photos).isRegularFile)
    }

    @Test("a local disk, and any where nobody is held up, is asked at once")
    func local() throws {
        let view = DiskView(roots)
        #expect(try view.status(at: path).isDirectory)
        #expect(try view.look(.directory(path)).filesystem != nil)
        #expect(try view.look(.root(path)).status.isDirectory)
        #expect(throws: FolderError.missing) { try view.status(at: path + "a.jpg") }
        setState(.polled)
        #expect(try DiskView(roots, asksAtOnce: true).status(at: path).isDirectory)
        #expect(view.isComplete)
    }
}
