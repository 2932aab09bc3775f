import Batches
import ImportRules
import Importing
import PhotoModel
import PhotodConfiguration

/// Which files cannot be linked, or share what is in them, as far as that is certain before it is tried: a dry run tells of it.
struct ActionObstacles {
    private struct Way: Hashable {
        let from: FolderPlace
        let to: FolderPlace
    }

    private let action: ImportAction
    private var known: [Way: ImportError?] = [:]

    init(_ action: ImportAction) {
        self.action = action
    }

    /// `nil` where nothing is known to speak against it.
    mutating func obstacle(to item: ImportPlan.Item) -> ImportError? {
        guard case .place(let place, _) = item.decision else { return nil }
        let way = Way(from: item.unit.folder, to: place)
        let obstacle = known[way] ?? obstacle(on: way)
        known[way] = .some(obstacle)
        return obstacle
    }

    private func obstacle(on way: Way) -> ImportError? {
        let files = HostFiles.local
        // Folders that are missing are made where the lowest is that is there.
        let above = way.to.steps.reversed() + [FolderPlace(base: way.to.base)]
        guard let from = files.abilities(way.from.path),
            let to = above.lazy.compactMap({ files.abilities($0.path) }).first,
            from.obstacle(to: action, into: to) != nil
        else { return nil }
        return from.device == to.device
            ? .unsupported(action, way.to.path)
            : .otherFileSystem(action, from: way.from.path, to: way.to.path)
    }
}
