import FolderWatch
import Sweeps
import Synchronization

/// Has the roots of a lane count as offline while a call into their file system does not come back.
package final class HangFollower: Sendable {
    private struct State {
        weak var watcher: FolderWatcher?
    }

    private let roots: RootTable
    private let progress: SweepProgress
    private let state = Mutex(State())

    package init(roots: RootTable, progress: SweepProgress) {
        self.roots = roots
        self.progress = progress
    }

    package func follow(for watcher: FolderWatcher) {
        state.withLock { $0.watcher = watcher }
    }

    /// Barriers wait for the lane again once this has returned, so what is marked here they wait for.
    package func reachabilityChanged(lane: Int, isReachable: Bool) {
        if isReachable {
            // What was found while the roots were offline counted for little.
            let watcher = state.withLock { $0.watcher }
            for root in roots.all where root.lane == lane { watcher?.mark(root.node, .tree) }
            roots.setHanging(lane: lane, nil)
        } else {
            // The kernel's table, not the file system, which would not answer.
            let table = try? MountTable.current()
            roots.setHanging(lane: lane) { .hanging(mount: table?.mount(of: $0.realPath)?.mountPoint) }
        }
        progress.statusChanged()
    }
}
