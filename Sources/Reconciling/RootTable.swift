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

/// The roots, as every thread sees them.
final class RootTable: Sendable {
    private let roots = Mutex<[NodeID: LibraryRoot]>([:])

    func add(_ root: LibraryRoot) {
        roots.withLock { $0[root.node] = root }
    }

    func remove(_ node: NodeID) {
        roots.withLock { $0[node] = nil }
    }

    subscript(node: NodeID) -> LibraryRoot? {
        roots.withLock { $0[node] }
    }

    func root(withKey key: Int64) -> LibraryRoot? {
        roots.withLock { roots in roots.values.first { $0.key == key } }
    }

    /// In the order of their numbers.
    var all: [LibraryRoot] {
        roots.withLock { Array($0.values) }.sorted { $0.key < $1.key }
    }

    /// Returns whether that is news.
    func setState(_ state: LibraryRoot.State, of node: NodeID) -> Bool {
        roots.withLock { roots in
            guard let old = roots[node]?.state, old != state else { return false }
            roots[node]?.state = state
            return true
        }
    }

    /// Remembers the file system a root lies on, and tells whether it is the one it has always been on.
    func isAtHome(_ node: NodeID, on filesystem: String) -> Bool {
        roots.withLock { roots in
            guard let known = roots[node]?.filesystem else {
                roots[node]?.filesystem = filesystem
                return true
            }
            return known == filesystem
        }
    }
}
