import PhotoModel
import PhotodConfiguration

/// Which symbolic links to folders are followed: those that lead to what no root holds yet and that holds no root itself.
///
/// So no folder is reached twice, whatever leads to it, and no chain of links goes on for ever: each followed link takes a
/// part of the file system that no other has.
enum LinkRule {
    enum Verdict: Equatable {
        case follow
        /// The link leads into a root: what is there is known under its own name.
        case isInside(FilePath)
        /// A root, perhaps the one with the link in it, lies inside.
        case holds(FilePath)
        /// The state folder, or one that holds it.
        case isState
        /// A folder that files are imported from: what is there is on its way, and is not the library's yet.
        case isImportFolder(FilePath)
        /// `/` and what the kernel makes up.
        case isSystem

        /// Why the link is not followed, the end of a sentence.
        var reason: String? {
            switch self {
            case .follow: nil
            case .isInside(let root): "which lies in the root \(root.display)"
            case .holds(let root): "which holds \(root.display)"
            case .isState: "which is or holds photod's own folder"
            case .isImportFolder(let folder): "which is, holds or lies in the import folder \(folder.display)"
            case .isSystem: "which belongs to the system"
            }
        }
    }

    /// - Parameters:
    ///   - target: where the link leads, without any link in it, like all others.
    ///   - roots: all other roots.
    ///   - imports: folders that files are imported from.
    static func verdict(
        on target: FilePath,
        roots: [FilePath],
        state: FilePath,
        imports: [FilePath] = []
    ) -> Verdict {
        if SystemFolder.holds(target) { return .isSystem }
        if target.isInside(state) || state.isInside(target) { return .isState }
        if let folder = imports.first(where: target.overlaps) { return .isImportFolder(folder) }
        for root in roots {
            if target.isInside(root) { return .isInside(root) }
            if root.isInside(target) { return .holds(root) }
        }
        return .follow
    }
}
