import PhotoModel

/// The directories known, linked to their parents, so that renaming one renames all below it.
///
/// Some 130 bytes a directory. Nodes live in one array and are named by index and generation (`NodeID`);
/// children are found through a hash table of (parent, name). One watch descriptor may stand for several
/// nodes: the kernel gives one watch an inode, and an inode is in several places where it is bind-mounted.
struct WatchTree: Sendable {
    struct Node {
        /// A root's is its whole path.
        var name: [UInt8]
        var generation: UInt32 = 0
        var parent: Int32 = none
        var firstChild: Int32 = none
        var nextSibling: Int32 = none
        var previousSibling: Int32 = none
        var nextInBucket: Int32 = none
        var descriptor: Int32 = none
        var nextOfDescriptor: Int32 = none
        /// The tree's move count when this was last moved.
        var movedAt: UInt32 = 0
        var lane: UInt16
        var state: State = .unlisted
        var isLive = true
        var isPolledRoot = false
    }

    enum State: UInt8, Sendable {
        /// Not looked at yet.
        case unlisted
        case watched
        /// No watch to be had: polled.
        case unwatched
        /// Watched for its folder rules only: it holds `.nomedia` or the like.
        case ignored
    }

    static let none: Int32 = -1

    var nodes: [Node] = []
    private var free: [Int32] = []
    /// Heads of chains through `nextInBucket`; a power of two.
    var buckets = [Int32](repeating: none, count: 64)
    var firstOfDescriptor: [Int32: Int32] = [:]

    private(set) var roots: [NodeID] = []
    private(set) var count = 0
    var unwatched: Set<NodeID> = []
    /// Unwatched directories that are roots and not there.
    var offline: Set<NodeID> = []
    /// Directories that could not be read when they were last looked at, and the looks that they owe since.
    var unreadable: [NodeID: OwedLook] = [:]
    /// Unreadable directories that may be readable again without any event: a disk was in trouble, or descriptors ran out.
    var failing: Set<NodeID> = []
    /// How many directories were moved or removed so far; says whether a path taken earlier may be stale.
    private(set) var moveCount: UInt32 = 0

    init() {}

    // MARK: - Looking

    func contains(_ node: NodeID) -> Bool { position(node) != nil }

    func parent(of node: NodeID) -> NodeID? {
        position(node).flatMap { nodes[$0].parent }.flatMap(identifier)
    }

    func name(of node: NodeID) -> FileName? {
        position(node).map { FileName(nodes[$0].name) }
    }

    func lane(of node: NodeID) -> Int {
        position(node).map { Int(nodes[$0].lane) } ?? 0
    }

    func state(of node: NodeID) -> State? {
        position(node).map { nodes[$0].state }
    }

    func descriptor(of node: NodeID) -> Int32? {
        position(node).flatMap { nodes[$0].descriptor == Self.none ? nil : nodes[$0].descriptor }
    }

    func isRoot(_ node: NodeID) -> Bool {
        position(node).map { nodes[$0].parent == Self.none } ?? false
    }

    func isPolledRoot(_ node: NodeID) -> Bool {
        position(node).map { nodes[$0].isPolledRoot } ?? false
    }

    /// How many bytes a root's path has: of two roots above a path, the longer is the nearer.
    func pathLength(ofRoot node: NodeID) -> Int {
        position(node).map { nodes[$0].name.count } ?? 0
    }

    func root(of node: NodeID) -> NodeID? {
        guard var place = position(node) else { return nil }
        while nodes[place].parent != Self.none { place = Int(nodes[place].parent) }
        return identifier(Int32(place))
    }

    func path(of node: NodeID) -> FilePath? {
        guard var place = position(node) else { return nil }
        var parts: [Int] = []
        while nodes[place].parent != Self.none {
            parts.append(place)
            place = Int(nodes[place].parent)
        }
        var path = nodes[place].name
        for part in parts.reversed() {
            if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
            path.append(contentsOf: nodes[part].name)
        }
        return FilePath(path)
    }

    /// Whether `node` is `ancestor` or lies below it.
    func isInside(_ node: NodeID, of ancestor: NodeID) -> Bool {
        guard var place = position(node), let above = position(ancestor) else { return false }
        while place != above {
            guard nodes[place].parent != Self.none else { return false }
            place = Int(nodes[place].parent)
        }
        return true
    }

    func child(of node: NodeID, named name: UnsafeRawBufferPointer) -> NodeID? {
        position(node).flatMap { find(Int32($0), name) }.flatMap(identifier)
    }

    func child(of node: NodeID, named name: FileName) -> NodeID? {
        name.bytes.withUnsafeBytes { child(of: node, named: $0) }
    }

    func children(of node: NodeID) -> [NodeID] {
        guard let place = position(node) else { return [] }
        var found: [NodeID] = []
        var next = nodes[place].firstChild
        while let child = identifier(next) {
            found.append(child)
            next = nodes[Int(next)].nextSibling
        }
        return found
    }

    /// Whether `node` or a directory above it was moved after `stamp`, an earlier `moveCount`.
    func wasMoved(_ node: NodeID, after stamp: UInt32) -> Bool {
        guard var place = position(node) else { return true }
        while true {
            if nodes[place].movedAt > stamp { return true }
            guard nodes[place].parent != Self.none else { return false }
            place = Int(nodes[place].parent)
        }
    }

    /// Whether `node` itself was moved after `stamp`.
    func wasMovedItself(_ node: NodeID, after stamp: UInt32) -> Bool {
        position(node).map { nodes[$0].movedAt > stamp } ?? false
    }

    // MARK: - Growing

    mutating func addRoot(path: FilePath, lane: Int, isPolled: Bool = false) -> NodeID {
        var node = Node(name: path.bytes, lane: UInt16(clamping: lane))
        node.isPolledRoot = isPolled
        let new = place(node)
        let root = identify(new)
        roots.append(root)
        return root
    }

    /// The child of that name, made if need be; `nil` where `node` is stale.
    mutating func ensureChild(
        of node: NodeID,
        named name: UnsafeRawBufferPointer
    ) -> (node: NodeID, isNew: Bool)? {
        guard let parent = position(node) else { return nil }
        if let found = find(Int32(parent), name).flatMap(identifier) { return (found, false) }
        let child = place(Node(name: [UInt8](name), lane: nodes[parent].lane))
        link(child, under: Int32(parent))
        return (identify(child), true)
    }

    mutating func ensureChild(of node: NodeID, named name: FileName) -> (node: NodeID, isNew: Bool)? {
        name.bytes.withUnsafeBytes { ensureChild(of: node, named: $0) }
    }

    // MARK: - Changing

    /// Gives a directory another parent and name; what lies below goes along.
    ///
    /// Returns `false` where either is stale, `node` is a root, the name is taken, or it would come to lie in
    /// itself.
    mutating func move(_ node: NodeID, to parent: NodeID, named name: UnsafeRawBufferPointer) -> Bool {
        guard
            let place = position(node), let target = position(parent), nodes[place].parent != Self.none,
            !isInside(parent, of: node), find(Int32(target), name) == nil
        else { return false }
        unlink(Int32(place))
        nodes[place].name = [UInt8](name)
        moveCount &+= 1
        nodes[place].movedAt = moveCount
        link(Int32(place), under: Int32(target))
        if nodes[place].lane != nodes[target].lane {
            for member in subtree(Int32(place)) { nodes[Int(member)].lane = nodes[target].lane }
        }
        return true
    }

    /// Forgets a directory and all below it: returns their handles, now stale, and the watch descriptors that
    /// no directory needs any more.
    mutating func remove(_ node: NodeID) -> (nodes: [NodeID], descriptors: [Int32]) {
        guard let place = position(node) else { return ([], []) }
        if nodes[place].parent == Self.none {
            roots.removeAll { $0 == node }
        } else {
            unlink(Int32(place))
        }
        return discard(subtree(Int32(place)))
    }

    /// Forgets what lies below a directory.
    mutating func removeChildren(of node: NodeID) -> (nodes: [NodeID], descriptors: [Int32]) {
        guard let place = position(node) else { return ([], []) }
        var members = subtree(Int32(place))
        members.removeFirst()
        for child in children(of: node) { unlink(child.index) }
        return discard(members)
    }

    mutating func setPolledRoot(_ root: NodeID, _ isPolled: Bool) {
        guard let place = position(root) else { return }
        nodes[place].isPolledRoot = isPolled
    }

    // MARK: - Storage

    func position(_ node: NodeID) -> Int? {
        let place = Int(node.index)
        guard nodes.indices.contains(place), nodes[place].isLive, nodes[place].generation == node.generation
        else { return nil }
        return place
    }

    private func identify(_ place: Int32) -> NodeID {
        NodeID(index: place, generation: nodes[Int(place)].generation)
    }

    func identifier(_ place: Int32) -> NodeID? {
        place == Self.none ? nil : identify(place)
    }

    private mutating func place(_ node: Node) -> Int32 {
        count += 1
        if let reused = free.popLast() {
            let generation = nodes[Int(reused)].generation
            nodes[Int(reused)] = node
            nodes[Int(reused)].generation = generation
            return reused
        }
        nodes.append(node)
        return Int32(nodes.count - 1)
    }

    private mutating func discard(_ members: [Int32]) -> (nodes: [NodeID], descriptors: [Int32]) {
        var removed: [NodeID] = []
        var orphans: [Int32] = []
        removed.reserveCapacity(members.count)
        moveCount &+= 1
        for member in members {
            let node = identify(member)
            if let orphan = detach(node) { orphans.append(orphan) }
            unwatched.remove(node)
            offline.remove(node)
            setReadable(node)
            // A whole subtree goes, so only the links that lead into it from the hash table are undone one by
            // one.
            if nodes[Int(member)].parent != Self.none { unhash(member) }
            nodes[Int(member)].isLive = false
            nodes[Int(member)].name = []
            nodes[Int(member)].generation &+= 1
            free.append(member)
            removed.append(node)
        }
        count -= members.count
        return (removed, orphans)
    }

    /// The places of a subtree, parents before their children.
    private func subtree(_ top: Int32) -> [Int32] {
        var members = [top]
        var position = 0
        while position < members.count {
            var child = nodes[Int(members[position])].firstChild
            while child != Self.none {
                members.append(child)
                child = nodes[Int(child)].nextSibling
            }
            position += 1
        }
        return members
    }

    private mutating func link(_ place: Int32, under parent: Int32) {
        let first = nodes[Int(parent)].firstChild
        nodes[Int(place)].parent = parent
        nodes[Int(place)].nextSibling = first
        nodes[Int(place)].previousSibling = Self.none
        if first != Self.none { nodes[Int(first)].previousSibling = place }
        nodes[Int(parent)].firstChild = place
        if count > buckets.count { growBuckets() } else { hash(place) }
    }

    /// Takes a node out of its parent's children and the hash table.
    private mutating func unlink(_ place: Int32) {
        unhash(place)
        let node = nodes[Int(place)]
        if node.previousSibling == Self.none {
            nodes[Int(node.parent)].firstChild = node.nextSibling
        } else {
            nodes[Int(node.previousSibling)].nextSibling = node.nextSibling
        }
        if node.nextSibling != Self.none {
            nodes[Int(node.nextSibling)].previousSibling = node.previousSibling
        }
        nodes[Int(place)].parent = Self.none
        nodes[Int(place)].nextSibling = Self.none
        nodes[Int(place)].previousSibling = Self.none
    }
}
