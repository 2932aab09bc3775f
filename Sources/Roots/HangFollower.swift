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

    /// Barriers wait for the lane again before its roots count as there, and for what is marked here: else `sync` would say of
    /// neither what it has not seen, nor that it could not.
    package func reachabilityChanged(lane: Int, isReachable: Bool) {
        if isReachable {
            // What was found while the roots were offline counted for little.
            let watcher = state.withLock { $0.watcher }
            for root in roots.all where root.lane == lane { watcher?.mark(root.node, .tree) }
            watcher?.setUnreachable(lane: lane, false)
            roots.setHanging(lane: lane, nil)
        } else {
            // The kernel's table, not the file system, which would not answer.
            let table = try? MountTable.current()
            roots.setHanging(lane: lane) { .hanging(mount: table?.mount(of: $0.realPath)?.mountPoint) }
        }
        progress.statusChanged()
    }
}
