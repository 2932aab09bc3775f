import Files
import FolderWatch
import PhotoModel
import PhotodConfiguration
import TestSupport
import Testing

@testable import Roots

@Suite("The table of roots")
struct RootTableTests {
    private let folder: TemporaryFolder
    private let watcher: FolderWatcher
    private let roots = RootTable()

    init() throws {
        folder = try TemporaryFolder()
        watcher = try FolderWatcher(rule: { _, _ in .entry })
    }

    private func add(_ name: String, key: Int64, lane: Int = 0, _ state: LibraryRoot.State = .online)
        -> NodeID
    {
        let path = folder.location + name
        let node = watcher.addRoot(path, lane: lane, isMarked: false)
        roots.add(
            LibraryRoot(
                library: Library(name: name, path: path),
                key: key,
                node: node,
                lane: lane,
                seenState: state,
                home: RootHome(filesystem: nil, mountedInode: nil),
                realPath: path,
                link: nil,
                isAdded: false
            )
        )
        return node
    }

    @Test("what replies say of a root, and whether it may hang, follows what becomes of it")
    func labels() {
        let (a, b) = (add("a", key: 1), add("b", key: 2, lane: 1, .polled))
        let (pathA, pathB) = (folder.location + "a/x", folder.location + "b/x")
        #expect(roots.labels.name(1) == "a" && roots.labels.name(2) == "b" && roots.labels.name(3) == "")
        #expect(!roots.mayHang(pathA) && roots.mayHang(pathB))

        _ = roots.setState(.offline, of: a, absence: .missing)
        roots.setHanging(lane: 1) { _ in .hanging(mount: nil) }
        #expect(roots.labels.isOffline(1) && roots.labels.isOffline(2))
        _ = roots.setState(.polled, of: a)
        roots.setHanging(lane: 1, nil)
        #expect(!roots.labels.isOffline(1) && !roots.labels.isOffline(2))
        #expect(roots.mayHang(pathA) && roots.mayHang(pathB))

        _ = roots.setState(.online, of: a)
        _ = roots.setLibrary(Library(name: "c", path: folder.location + "a"), of: a)
        #expect(roots.labels.name(1) == "c" && !roots.mayHang(pathA))
        #expect(roots.isTaken("c") && !roots.isTaken("a"))

        roots.remove(b)
        #expect(roots.labels.name(2) == "" && roots.labels.name(1) == "c" && !roots.mayHang(pathB))
    }

    @Test("those that overlap with a path are told in the order of their numbers")
    func overlapping() {
        for (key, name) in ["p/q", "pq", "p/q/r", "p"].enumerated() { _ = add(name, key: Int64(9 - key)) }
        #expect(roots.overlapping(folder.location + "p/q").map(\.library.name) == ["p", "p/q/r", "p/q"])
        #expect(roots.overlapping(folder.location + "z").isEmpty)
    }

    @Test("a lane is a device's as long as one of its roots is there, or it has none")
    func lanes() throws {
        let here = try FileStatus(at: folder.location)
        var elsewhere = here
        elsewhere.deviceMinor += 1
        #expect(roots.isLane(0, of: here.device))
        let a = add("a", key: 1)
        // It is on its way there.
        #expect(roots.isLane(0, of: here.device))
        roots.setSight(RootSight(here, keepsInodes: true), of: a)
        #expect(roots.isLane(0, of: here.device) && !roots.isLane(0, of: elsewhere.device))
        // What hangs is mounted, and its number is nobody else's.
        roots.setHanging(lane: 0) { _ in .hanging(mount: nil) }
        #expect(roots.isLane(0, of: here.device))
        roots.setHanging(lane: 0, nil)

        // It was unmounted, and is mounted again under another number.
        _ = roots.setState(.offline, of: a, absence: .missing)
        #expect(!roots.isLane(0, of: here.device))
        roots.setSight(RootSight(elsewhere, keepsInodes: true), of: a)
        _ = roots.setState(.online, of: a)
        #expect(!roots.isLane(0, of: here.device))
        let b = add("b", key: 2)
        roots.setSight(RootSight(here, keepsInodes: true), of: b)
        #expect(roots.isLane(0, of: here.device))
        roots.remove(a)
        roots.remove(b)
        #expect(roots.isLane(0, of: here.device))
    }
}
