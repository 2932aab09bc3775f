import Files
import FolderWatch
import PhotoModel

/// Which folder a root's path led to when it was looked at.
package struct RootSight: Hashable, Sendable {
    private let device: UInt64
    /// `nil` where the numbers of the file system do not last.
    private let inode: UInt64?

    package init(_ status: FileStatus, keepsInodes: Bool) {
        device = status.device
        inode = keepsInodes ? status.inode : nil
    }

    func isOf(_ status: FileStatus) -> Bool {
        device == status.device && (inode == nil || inode == status.inode)
    }
}

extension RootTable {
    package func setSight(_ sight: RootSight, of node: NodeID) {
        change(node) { $0.sight = sight }
    }

    /// Roots whose path leads elsewhere by now, or nowhere, or again to something: a folder above one was renamed, a link was
    /// made anew. No event tells of that, and no mount. Disks that may hang are not asked; those are looked at again and again.
    package func elsewhere() -> [NodeID] {
        all.filter { root in
            guard root.manner == .directly else { return false }
            guard let status = try? FileStatus(following: root.library.path) else {
                return root.state != .offline
            }
            return root.state == .offline || root.sight.map { !$0.isOf(status) } ?? false
        }.map(\.node)
    }
}
