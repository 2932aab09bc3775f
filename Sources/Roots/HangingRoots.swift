import FolderWatch

extension RootTable {
    /// Has the roots of a lane count as offline while a call into their file system does not come back.
    ///
    /// Barriers wait for the lane again before its roots count as there, and for what is marked here: else `sync` would say of
    /// neither what it has not seen, nor that it could not.
    package func reachabilityChanged(lane: Int, isReachable: Bool, _ watcher: FolderWatcher) {
        if isReachable {
            // What was found while the roots were offline counted for little.
            for root in all where root.lane == lane { watcher.mark(root.node, .tree) }
            watcher.setUnreachable(lane: lane, false)
            setHanging(lane: lane, nil)
        } else {
            // The kernel's table, not the file system, which would not answer.
            let table = try? MountTable.current()
            setHanging(lane: lane) { .hanging(mount: table?.mount(of: $0.realPath)?.mountPoint) }
        }
    }
}
