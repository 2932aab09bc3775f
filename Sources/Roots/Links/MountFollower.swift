import FolderWatch
import PhotoModel
import Synchronization

/// Has roots looked at again when something is mounted or unmounted: no event of a folder tells of that.
package final class MountFollower: Sendable {
    private struct State {
        var table: MountTable?
        var listener: (@Sendable () -> Void)?
    }

    private let roots: RootTable
    private let links: LinkFollower
    private let state = Mutex(State())

    package init(roots: RootTable, links: LinkFollower) {
        self.roots = roots
        self.links = links
    }

    /// Takes in what is mounted: once there is a watcher, which tells of what changes from then on.
    package func begin() {
        let table = try? MountTable.current()
        if let table { links.mountsAre(table) }
        state.withLock { $0.table = table }
    }

    /// Called after every change, whatever was mounted where. One listener.
    package func onChange(_ listener: @escaping @Sendable () -> Void) {
        state.withLock { $0.listener = listener }
    }

    package func mountsChanged(_ watcher: FolderWatcher) {
        defer { state.withLock { $0.listener }?() }
        // Without a table to compare with, every root may be concerned.
        let table = try? MountTable.current()
        let before = state.withLock { state in
            defer { state.table = table }
            return state.table
        }
        if let table { links.mountsAre(table) }
        let changed: Set<FilePath>? =
            if let table, let before { table.changedMountPoints(since: before) } else { nil }
        // A folder that is moved takes its mount points along, and the table that tells where they were is not said to be
        // another: what was unmounted may have been in a root by now.
        let unmounted: Set<String> =
            if let table, let before { before.devices(mountedUnlikeIn: table) } else { [] }
        for root in roots.all {
            let paths = [root.library.path, root.realPath]
            let isConcerned =
                changed?.contains { changed in paths.contains { Self.concerns(changed, $0) } } ?? true
                || roots.hasSeenMount(of: unmounted, below: root.node)
            // A root named by a symbolic link may be concerned unnoticed: one listing of it tells.
            watcher.mark(root.node, isConcerned || root.state == .offline ? .tree : .listing)
        }
    }

    private static func concerns(_ mountPoint: FilePath, _ root: FilePath) -> Bool {
        mountPoint.isInside(root) || root.isInside(mountPoint)
    }
}
