import FolderWatch
import ImportRules
import Importing
import PhotoModel

/// The import folders that are watched, with what has come into each, and which of them do not answer. Pure.
struct WatchedImportFolders: Sendable {
    private var folders: [NodeID: WatchedImportFolder] = [:]
    /// Import folders that were ever watched have a lane for good.
    private var lanes: [FilePath: Int] = [:]
    /// Lanes whose crawler is in a call that does not come back.
    private var hanging: Set<Int> = []

    var isEmpty: Bool { folders.isEmpty }

    var all: [WatchedImportFolder] { Array(folders.values) }

    /// `nil` where none is watched.
    subscript(node: NodeID) -> WatchedImportFolder? {
        get { folders[node] }
        set { folders[node] = newValue }
    }

    mutating func lane(of path: FilePath) -> Int {
        let lane = lanes[path] ?? lanes.count
        lanes[path] = lane
        return lane
    }

    /// Returns whose lane that is.
    mutating func note(_ lane: Int, isReachable: Bool) -> FilePath? {
        if isReachable { hanging.remove(lane) } else { hanging.insert(lane) }
        return lanes.first { $0.value == lane }?.key
    }

    /// Returns the import folder where that is news.
    mutating func note(_ absence: FolderError?, of node: NodeID) -> ImportFolder? {
        guard let folder = folders[node], folder.absence != absence else { return nil }
        folders[node]?.absence = absence
        return folder.settings
    }

    // MARK: Taking

    /// When some of what has come is to be taken; `nil` where nothing is waiting.
    var deadline: Int64? { folders.values.compactMap(\.arriving.deadline).min() }

    /// What has been at rest.
    mutating func takeRested(now: Int64) -> [ImportFolderOrder] { take { $0.take(now: now) } }

    /// All that has come, for somebody who waits for it.
    mutating func takeAll() -> [ImportFolderOrder] { take { $0.takeAll() } }

    private mutating func take(
        _ places: (inout ArrivingShots) -> [ArrivingShots.Place]
    ) -> [ImportFolderOrder] {
        var orders: [ImportFolderOrder] = []
        for (node, folder) in folders {
            var folder = folder
            if let order = folder.order(places(&folder.arriving)) { orders.append(order) }
            folders[node] = folder
        }
        return orders
    }

    // MARK: State

    /// What is wrong with import folders now: half sentences, with what to do.
    var problems: [(problem: String, remedy: String)] {
        folders.values
            .sorted { $0.settings.path.bytes.lexicographicallyPrecedes($1.settings.path.bytes) }
            .compactMap { $0.problem(isHanging: isHanging($0)) }
    }

    /// Import folders that do not answer.
    var unreachable: [FilePath] { folders.values.filter(isHanging).map(\.settings.path) }

    private func isHanging(_ folder: WatchedImportFolder) -> Bool {
        lanes[folder.settings.path].map(hanging.contains) ?? false
    }
}
