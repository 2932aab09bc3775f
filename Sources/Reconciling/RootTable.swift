import Configuration
import FolderWatch
import PhotoModel
import Synchronization

/// A folder that is watched and indexed.
public struct LibraryRoot: Sendable {
    public enum State: String, Sendable {
        case online
        case offline
        /// On a network file system, or short of watches.
        case polled
    }

    public let library: Library
    /// The root's number in the index.
    public let key: Int64
    let node: NodeID
    let lane: Int
    public var state: State
    /// The file system it was first seen on; another one in its place means that it is not mounted.
    var filesystem: String?
    /// Added by command rather than by configuration: it may be removed by command.
    public let isAdded: Bool
}

/// What replies say of the roots: made once a change, not once a reply.
public struct RootLabels: Sendable {
    private let names: [Int64: String]
    private let offline: Set<Int64>

    init(_ roots: some Sequence<LibraryRoot> = EmptyCollection()) {
        var names: [Int64: String] = [:]
        var offline: Set<Int64> = []
        for root in roots {
            names[root.key] = root.library.name
            if root.state == .offline { offline.insert(root.key) }
        }
        self.names = names
        self.offline = offline
    }

    public func name(_ root: Int64) -> String { names[root] ?? "" }
    public func isOffline(_ root: Int64) -> Bool { offline.contains(root) }
}

/// The roots, as every thread sees them.
final class RootTable: Sendable {
    private struct State {
        var byNode: [NodeID: LibraryRoot] = [:] {
            didSet { labels = RootLabels(byNode.values) }
        }
        var labels = RootLabels()
    }

    private let table = Mutex(State())

    var labels: RootLabels { table.withLock { $0.labels } }

    func add(_ root: LibraryRoot) {
        table.withLock { $0.byNode[root.node] = root }
    }

    func remove(_ node: NodeID) {
        table.withLock { $0.byNode[node] = nil }
    }

    subscript(node: NodeID) -> LibraryRoot? {
        table.withLock { $0.byNode[node] }
    }

    func root(withKey key: Int64) -> LibraryRoot? {
        table.withLock { state in state.byNode.values.first { $0.key == key } }
    }

    /// In the order of their numbers.
    var all: [LibraryRoot] {
        table.withLock { Array($0.byNode.values) }.sorted { $0.key < $1.key }
    }

    /// Returns whether that is news.
    func setState(_ state: LibraryRoot.State, of node: NodeID) -> Bool {
        table.withLock { table in
            guard let old = table.byNode[node]?.state, old != state else { return false }
            table.byNode[node]?.state = state
            return true
        }
    }

    /// Remembers the file system a root lies on, and tells whether it is the one it has always been on.
    func isAtHome(_ node: NodeID, on filesystem: String) -> Bool {
        table.withLock { table in
            guard let known = table.byNode[node]?.filesystem else {
                table.byNode[node]?.filesystem = filesystem
                return true
            }
            return known == filesystem
        }
    }
}
