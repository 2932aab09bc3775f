import PhotoModel

/// Which folders are watched, and what is marked in them from outside.
extension FolderWatcher {
    /// Adds a folder to watch. `isPolled`: others may write to it without this kernel knowing (a network file system), so
    /// it is looked at every 20 seconds besides. `isMarked`: all of it is dirty; else nobody looks at it before it is
    /// marked.
    public func addRoot(
        _ path: FilePath,
        lane: Int,
        isPolled: Bool = false,
        isMarked: Bool = true
    ) -> NodeID {
        locked { shared in
            let root = shared.watch.tree.addRoot(path: path, lane: lane, isPolled: isPolled)
            if isMarked { shared.watch.mark(root, .tree) }
            return root
        }
    }

    public func removeRoot(_ root: NodeID) {
        locked { $0.watch.remove(root) }
    }

    /// Whether a root is looked at every 20 seconds besides being watched.
    public func setPolled(_ root: NodeID, _ isPolled: Bool) {
        locked { $0.watch.tree.setPolledRoot(root, isPolled) }
    }

    /// Marks a directory: `.listing`, or `.tree` as when a root's mount is back. `force`: look at the content even of files that seem
    /// unchanged.
    public func mark(_ node: NodeID, _ kind: FolderWork.Kind, force: Bool = false) {
        locked { $0.watch.mark(node, kind, force: force) }
    }

    /// Marks a root that work has led to, as part of that work: a barrier that waits for the one waits for the other.
    public func markRoot(_ root: NodeID, dueTo work: FolderWork) {
        locked { shared in
            guard shared.watch.tree.isRoot(root) else { return }
            let lane = shared.watch.tree.lane(of: root)
            shared.watch.dirty.markFound(root, lane: lane, .tree, epoch: work.epoch, force: work.force)
        }
    }

    /// Marks one entry of a directory.
    public func mark(_ node: NodeID, name: FileName) {
        locked { $0.watch.mark(node, name: name) }
    }

    /// Marks a directory that has to be looked at because of work that is not released yet: barriers that wait for that
    /// work wait for this too.
    public func markAgain(_ node: NodeID, _ kind: FolderWork.Kind) {
        locked { $0.watch.markAgain(node, kind) }
    }

    /// The same for one entry of a directory.
    public func markAgain(_ node: NodeID, name: FileName) {
        markAgain(node, names: [name])
    }

    /// The same for entries of a directory, which are looked at together.
    public func markAgain(_ node: NodeID, names: [FileName]) {
        locked { shared in
            for name in names { shared.watch.markAgain(node, name: name) }
        }
    }
}
