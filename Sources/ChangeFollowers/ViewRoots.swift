import GroupView
import PhotoModel
import Roots

/// The ways from a view to the roots.
struct ViewRoots {
    struct Way {
        let root: Int64
        let base: LinkBase
        /// The root's disk is away: what leads there stays as it is.
        let isAway: Bool
    }

    /// Where the roots really are.
    let realPaths: [Int64: FilePath]
    private let byRoot: [Int64: Way]
    /// The longest first: of two roots, one in the other, the inner one has the longer.
    private let ways: [Way]

    init(view: FilePath, _ roots: [LibraryRoot]) {
        var realPaths: [Int64: FilePath] = [:]
        var byRoot: [Int64: Way] = [:]
        var ways: [Way] = []
        for root in roots {
            let isAway = root.state == .offline
            let way = Way(root: root.key, base: LinkBase(view: view, root: root.realPath), isAway: isAway)
            realPaths[root.key] = root.realPath
            byRoot[root.key] = way
            ways.append(way)
            // While it is away nobody knows what its path leads to, if it is a link's.
            guard isAway, root.library.path != root.realPath else { continue }
            let base = LinkBase(view: view, root: root.library.path)
            ways.append(Way(root: root.key, base: base, isAway: true))
        }
        self.realPaths = realPaths
        self.byRoot = byRoot
        self.ways = ways.sorted { $0.base.length > $1.base.length }
    }

    subscript(root: Int64) -> Way? { byRoot[root] }

    /// What a link leads to.
    func place(of target: [UInt8]) -> (way: Way, path: [UInt8])? {
        for way in ways {
            if let path = way.base.path(of: target) { return (way, path) }
        }
        return nil
    }

    /// Whether a root is elsewhere now, or was not known then: while all was gone through, what it has was passed over.
    func differ(from before: [Int64: FilePath]) -> Bool {
        realPaths.contains { root, path in before[root] != path }
    }
}
