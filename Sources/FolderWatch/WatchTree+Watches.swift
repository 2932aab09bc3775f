import PhotoModel

/// Which watch descriptor stands for which directories, and what has none.
extension WatchTree {
    /// Watch descriptors in use.
    var descriptorCount: Int { firstOfDescriptor.count }

    /// The directories that a watch descriptor stands for.
    func nodes(of descriptor: Int32) -> [NodeID] {
        var found: [NodeID] = []
        var next = firstOfDescriptor[descriptor] ?? Self.none
        while let node = identifier(next) {
            found.append(node)
            next = nodes[Int(next)].nextOfDescriptor
        }
        return found
    }

    /// The only directory of a descriptor: the usual case, without an array.
    func soleNode(of descriptor: Int32) -> NodeID? {
        guard let first = firstOfDescriptor[descriptor], nodes[Int(first)].nextOfDescriptor == Self.none
        else { return nil }
        return identifier(first)
    }

    /// Ties a watch descriptor to a directory. Returns the descriptor that nothing needs any more, if another
    /// one was tied to it.
    mutating func attach(_ descriptor: Int32, to node: NodeID) -> Int32? {
        guard let place = position(node), nodes[place].descriptor != descriptor else {
            setWatched(node)
            return nil
        }
        let orphan = detach(node)
        nodes[place].descriptor = descriptor
        nodes[place].nextOfDescriptor = firstOfDescriptor[descriptor] ?? Self.none
        firstOfDescriptor[descriptor] = Int32(place)
        setWatched(node)
        return orphan
    }

    /// Unties a directory's watch descriptor. Returns it where nothing else needs it.
    mutating func detach(_ node: NodeID) -> Int32? {
        guard let place = position(node), nodes[place].descriptor != Self.none else { return nil }
        let descriptor = nodes[place].descriptor
        let after = nodes[place].nextOfDescriptor
        nodes[place].descriptor = Self.none
        nodes[place].nextOfDescriptor = Self.none
        if nodes[place].state == .watched { nodes[place].state = .unlisted }
        guard var link = firstOfDescriptor[descriptor] else { return nil }
        if link == Int32(place) {
            firstOfDescriptor[descriptor] = after == Self.none ? nil : after
            return after == Self.none ? descriptor : nil
        }
        while nodes[Int(link)].nextOfDescriptor != Int32(place) { link = nodes[Int(link)].nextOfDescriptor }
        nodes[Int(link)].nextOfDescriptor = after
        return nil
    }

    private mutating func setWatched(_ node: NodeID) {
        guard let place = position(node) else { return }
        unwatched.remove(node)
        offline.remove(node)
        if nodes[place].state != .ignored { nodes[place].state = .watched }
    }

    /// The directory has no watch and is to be polled.
    mutating func setUnwatched(_ node: NodeID, isOffline: Bool = false) {
        guard let place = position(node) else { return }
        if isOffline { offline.insert(node) } else { offline.remove(node) }
        nodes[place].state = .unwatched
        unwatched.insert(node)
    }

    mutating func setUnreadable(_ node: NodeID, owing look: OwedLook, isFailing: Bool) {
        guard contains(node) else { return }
        unreadable[node, default: look].add(look)
        if isFailing { failing.insert(node) } else { failing.remove(node) }
    }

    mutating func setReadable(_ node: NodeID) {
        unreadable[node] = nil
        failing.remove(node)
    }

    /// Whether a directory, or one above it, is to be looked at with all below it once it can be read.
    func isOwedWhole(_ node: NodeID) -> Bool {
        guard !unreadable.isEmpty else { return false }
        var next: NodeID? = node
        while let node = next {
            if unreadable[node]?.kind == .tree { return true }
            next = parent(of: node)
        }
        return false
    }

    mutating func setIgnored(_ node: NodeID, _ isIgnored: Bool) {
        guard let place = position(node), isIgnored != (nodes[place].state == .ignored) else { return }
        if isIgnored {
            nodes[place].state = .ignored
        } else {
            nodes[place].state = nodes[place].descriptor == Self.none ? .unlisted : .watched
        }
    }

    /// The three to have become known first, which are the same each time.
    func unreadableExamples(areFailing: Bool) -> [FilePath] {
        var first: [NodeID] = []
        for node in unreadable.keys where failing.contains(node) == areFailing {
            first.append(node)
            guard first.count > 3 else { continue }
            first.sort { $0.index < $1.index }
            first.removeLast()
        }
        return first.sorted { $0.index < $1.index }.compactMap { path(of: $0) }
    }
}
