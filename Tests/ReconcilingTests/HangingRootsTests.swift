import PhotoModel
import PhotodConfiguration
import Synchronization
import TestSupport
import Testing

@testable import FolderWatch
@testable import Roots

@Suite("Roots whose disk did not answer")
struct HangingRootsTests {
    @Test(
        "are waited for again before they count as there, or `sync` would say nothing of what it has not seen"
    )
    func order() throws {
        let folder = try TemporaryFolder()
        let watcher = try FolderWatcher(rule: { _, _ in .entry })
        let lane = 3
        let roots = RootTable()
        roots.add(
            LibraryRoot(
                library: Library(name: "photos", path: folder.location),
                key: 1,
                node: watcher.addRoot(folder.location, lane: lane, isMarked: false),
                lane: lane,
                seenState: .online,
                home: RootHome(filesystem: nil, mountedInode: nil),
                realPath: folder.location,
                link: nil,
                isAdded: false
            )
        )
        roots.reachabilityChanged(lane: lane, isReachable: false, watcher)
        watcher.setUnreachable(lane: lane, true)
        let waits = Mutex<[Bool]>([])
        roots.onChange { root in
            let isWaitedFor = watcher.locked { !$0.unreachable.contains(lane) }
            waits.withLock { $0.append(isWaitedFor && root.state == .online) }
        }
        roots.reachabilityChanged(lane: lane, isReachable: true, watcher)
        #expect(waits.withLock { $0 } == [true])
    }
}
