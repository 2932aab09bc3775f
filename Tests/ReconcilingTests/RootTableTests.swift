import Files
import FolderWatch
import PhotoModel
import PhotodConfiguration
import Synchronization
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

    private func add(
        _ name: String,
        key: Int64,
        lane: Int = 0,
        _ state: LibraryRoot.State = .online,
        on filesystem: String? = nil
    ) -> NodeID {
        let path = folder.location + name
        let node = watcher.addRoot(path, lane: lane, isMarked: false)
        roots.add(
            LibraryRoot(
                library: Library(name: name, path: path),
                key: key,
                node: node,
                lane: lane,
                seenState: state,
                home: RootHome(filesystem: filesystem, mountedInode: nil),
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

    @Test("of two with one number the one that stays is told of when the other goes")
    func twoOfOneNumber() {
        let (old, new) = (add("a", key: 1), add("b", key: 1, .offline))
        roots.remove(old)
        #expect(roots.labels.name(1) == "b" && roots.labels.isOffline(1))
        roots.remove(new)
        #expect(roots.labels.name(1) == "" && !roots.labels.isOffline(1))
        _ = add("c", key: 1)
        #expect(roots.labels.name(1) == "c" && !roots.labels.isOffline(1))
    }

    @Test("a lane is a device's as long as one of its roots is on its way there, or it has none")
    func givenLanes() throws {
        let here = try FileStatus(at: folder.location)
        var elsewhere = here
        elsewhere.deviceMinor += 1
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
        #expect(roots.lane(of: here.device, nil, given: nil) == nil)
        let a = add("a", key: 1)
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
        roots.setSight(RootSight(here, keepsInodes: true), of: a)
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
        #expect(roots.lane(of: elsewhere.device, nil, given: 0) == nil)
        // What hangs is mounted, and its number is nobody else's.
        roots.setHanging(lane: 0) { _ in .hanging(mount: nil) }
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
        roots.setHanging(lane: 0, nil)

        // It is mounted again under another number, and another disk has the number that it had.
        roots.setSight(RootSight(elsewhere, keepsInodes: true), of: a)
        #expect(roots.lane(of: here.device, nil, given: 0) == nil)
        let b = add("b", key: 2)
        roots.setSight(RootSight(here, keepsInodes: true), of: b)
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
        roots.remove(a)
        roots.remove(b)
        #expect(roots.lane(of: here.device, nil, given: 0) == 0)
    }

    @Test(
        "a device's lane is that of a root on it, whatever it was added as, and whatever became of the root's folder"
    )
    func lanesOfRoots() throws {
        let here = try FileStatus(at: folder.location)
        let opened = try DirectoryReader(rootPath: folder.location)
        let filesystem = try FilesystemIdentity(of: opened.descriptor)
        // Its disk was not there when it was added.
        let a = add("a", key: 1, lane: 3, on: filesystem.text)
        roots.setSight(RootSight(here, keepsInodes: true), of: a)
        #expect(roots.lane(of: here.device, filesystem, given: nil) == 3)
        #expect(roots.lane(of: here.device, filesystem, given: nil, notThatOf: 3) == nil)
        for absence in [RootAbsence.missing, .forbidden, .failing(.unreachable(errno: 5))] {
            _ = roots.setState(.offline, of: a, absence: absence)
            #expect(roots.lane(of: here.device, filesystem, given: 3) == 3)
        }
        _ = roots.setState(.offline, of: a, absence: .notMounted)
        #expect(roots.lane(of: here.device, filesystem, given: 3) == nil)

        // It was unmounted, and its number is another disk's now.
        let b = add("b", key: 2, lane: 4, on: "uuid:0")
        roots.setSight(RootSight(here, keepsInodes: true), of: b)
        _ = roots.setState(.offline, of: b, absence: .missing)
        #expect(roots.lane(of: here.device, filesystem, given: 4) == nil)
    }

    @Test("a root that comes to a lane that hangs hangs as the rest of it, and is back with it")
    func addedWhileHanging() {
        let told = Mutex<[String]>([])
        roots.onChange { root in told.withLock { $0.append("\(root.library.name) \(root.state.rawValue)") } }
        _ = add("a", key: 1, lane: 1)
        roots.setHanging(lane: 1) { .hanging(mount: $0.realPath) }
        let (b, c) = (add("b", key: 2, lane: 1), add("c", key: 3, lane: 2))
        #expect(roots[b]?.absence == .hanging(mount: folder.location + "b"))
        #expect(roots.labels.isOffline(2) && roots[c]?.state == .online)
        roots.remove(b)
        roots.setHanging(lane: 1, nil)
        #expect(roots[add("d", key: 4, lane: 1)]?.state == .online)
        #expect(told.withLock { $0 } == ["a offline", "b offline", "a online"])
    }

    @Test("what is gone is known of what was in a root that answers")
    func gone() throws {
        let (a, hanging, beside) = (folder.location + "a", folder.location + "b", folder.location + "c")
        try Disk.makeFolder(a)
        try Disk.write("photo", to: a + "x.jpg")
        _ = (add("a", key: 1), add("b", key: 2, lane: 1))
        #expect(roots.isGone(a + "x.jpg") == false && roots.isGone(a + "y.jpg") == true)
        #expect(roots.isGone(hanging + "x.jpg") == true && roots.isGone(beside + "x.jpg") == false)
        #expect(!roots.isHanging(beside))
        let mount = try MountTable.current().mount(of: folder.location)?.mountPoint
        roots.setHanging(lane: 1) { _ in .hanging(mount: mount) }
        #expect(roots.isGone(hanging + "x.jpg") == nil && roots.isGone(a + "y.jpg") == true)
        // The mount of a link that leads to what hangs is told of its root: a local disk answers.
        #expect(!roots.isHanging(beside) && !roots.isHanging(FilePath("/proc/self")))
    }
}
