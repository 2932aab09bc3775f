import Files
import FolderWatch
import PhotoModel
import Threads

/// Which folder a root's path led to when it was looked at.
package struct RootSight: Hashable, Sendable {
    let device: UInt64
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
    /// How long the path of a root may take that something may have been mounted on: whoever waits has others waiting.
    private static let patience = Duration.milliseconds(100)

    package func setSight(_ sight: RootSight, of node: NodeID) {
        change(node) { root in
            guard root.sight != sight else { return }
            (root.sight, root.answered) = (sight, nil)
        }
    }

    /// Roots whose path leads elsewhere by now, or nowhere, or again to something: a folder above one was renamed, a link was
    /// made anew. No event tells of that, and no mount. Disks that may hang are not asked; those are looked at again and again.
    package func elsewhere() -> [NodeID] {
        let mounts = mountChanges
        return all.filter { $0.manner == .directly && isElsewhere($0, mounts) }.map(\.node)
    }

    private func isElsewhere(_ root: LibraryRoot, _ mounts: UInt64) -> Bool {
        guard let answer = answer(of: root, mounts) else { return false }
        guard case .success(let status) = answer else { return root.state != .offline }
        return root.state == .offline || root.sight.map { !$0.isOf(status) } ?? false
    }

    /// What a root's path leads to; `nil` where it does not answer: a server that is gone may be mounted there by now.
    private func answer(of root: LibraryRoot, _ mounts: UInt64) -> Result<FileStatus, FolderError>? {
        let path = root.library.path
        if root.answered == mounts { return Self.look(at: path) }
        guard beginAsking(root.node) else { return nil }
        let answer = Patience.call(atMost: Self.patience) { [self] in
            defer { endAsking(root.node) }
            return Self.look(at: path)
        }
        if answer != nil { change(root.node) { $0.answered = mounts } }
        return answer
    }

    private static func look(at path: FilePath) -> Result<FileStatus, FolderError> {
        Result { () throws(FolderError) in try FileStatus(following: path) }
    }
}
