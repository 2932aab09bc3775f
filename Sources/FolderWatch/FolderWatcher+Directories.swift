import PhotoModel

/// The tree of directories, for those who have a path or a handle.
extension FolderWatcher {
    /// The directory at a path that is at or below a root; `nil` where the tree has none (yet).
    public func node(at path: FilePath) -> NodeID? {
        locked { shared in
            let way = shared.watch.tree.chain(along: path)
            return way.isWhole ? way.chain.last : nil
        }
    }

    /// The directories from a root down to `node`; empty where it is gone.
    public func chain(to node: NodeID) -> [NodeID] { locked { $0.watch.tree.chain(to: node) } }

    /// The directories on the way to a path, from its root down, as far as the tree has them; empty where the path lies
    /// in no root.
    public func chain(along path: FilePath) -> [NodeID] { locked { $0.watch.tree.chain(along: path).chain } }

    public func path(of node: NodeID) -> FilePath? { locked { $0.watch.tree.path(of: node) } }
    public func parent(of node: NodeID) -> NodeID? { locked { $0.watch.tree.parent(of: node) } }
    public func root(of node: NodeID) -> NodeID? { locked { $0.watch.tree.root(of: node) } }
}

extension WatchTree {
    /// From the root down to `node`; empty where it is stale.
    func chain(to node: NodeID) -> [NodeID] {
        guard var place = position(node) else { return [] }
        var chain = [node]
        while let parent = identifier(nodes[place].parent) {
            chain.append(parent)
            place = Int(nodes[place].parent)
        }
        return chain.reversed()
    }

    /// From the root that a path lies in (the nearest of several) down to the last directory on the way that the tree has;
    /// empty where the path lies in no root. `isWhole`: that one is at the path itself.
    func chain(along path: FilePath) -> (chain: [NodeID], isWhole: Bool) {
        let candidates = roots.filter { root in self.path(of: root).map(path.isInside) ?? false }
        guard var node = candidates.max(by: { pathLength(ofRoot: $0) < pathLength(ofRoot: $1) }),
            let start = self.path(of: node)
        else { return ([], false) }
        var chain = [node]
        for part in path.bytes.dropFirst(start.bytes.count).split(separator: UInt8(ascii: "/")) {
            guard let child = child(of: node, named: FileName(Array(part))) else { return (chain, false) }
            chain.append(child)
            node = child
        }
        return (chain, true)
    }
}
