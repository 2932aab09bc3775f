import PhotoModel

/// What each inotify event means. An event only marks: the file system is asked later, by the crawler.
extension WatchState {
    mutating func fold(_ event: InotifyEvent, now: Int64) {
        if event.has(EventMask.overflow) { return foldOverflow(now: now) }
        if event.has(EventMask.watchGone) { return foldWatchGone(event.descriptor) }
        if let node = tree.soleNode(of: event.descriptor) { return fold(event, at: node, now: now) }
        let nodes = tree.nodes(of: event.descriptor)
        if nodes.isEmpty { return foldUnknown(event) }
        // An inode that is bind-mounted in several places changes in all of them.
        for node in nodes { fold(event, at: node, now: now) }
    }

    private mutating func fold(_ event: InotifyEvent, at node: NodeID, now: Int64) {
        if event.name.isEmpty { return foldSelf(event, node) }
        switch rule(event.name, event.isDirectory) {
        case .ignored:
            foldIrrelevant(event, node)
        case .link:
            foldIrrelevant(event, node)
            foldLink(event, node)
        case .folderRule where !event.isDirectory:
            foldFile(event, node, isFolderRule: true, now: now)
        // A directory of such a name is one as well: a listing asks for the name alone.
        case .folderRule: mark(node, .tree)
        case .entry:
            // Below a directory with `.nomedia` only the end of that rule matters.
            guard tree.state(of: node) != .ignored else { return }
            if event.isDirectory {
                foldDirectory(event, node, now: now)
            } else {
                foldFile(event, node, isFolderRule: false, now: now)
            }
        }
    }

    /// The watched directory's own fate.
    private mutating func foldSelf(_ event: InotifyEvent, _ node: NodeID) {
        guard tree.contains(node) else { return }
        if event.has(EventMask.unmounted) {
            // Below a root a mount may come and go too: the root's crawl finds out what stands there now.
            guard let root = tree.root(of: node) else { return }
            if root == node { rootIsGone(root) } else { mark(root, .tree) }
        } else if event.has(EventMask.deletedSelf) {
            selfIsGone(node)
        } else if event.has(EventMask.movedSelf) {
            // Where the parent is watched it has told from where to where; this only repeats it.
            guard tree.isRoot(node) || isParentUnwatched(node) else {
                // It is told after both halves: where only the first has come there is no second in any watched folder.
                if let departure = moves.end(of: node) { remove(departure) }
                return
            }
            selfIsGone(node)
        } else {
            mark(node, .listing)
        }
    }

    private mutating func selfIsGone(_ node: NodeID) {
        guard let parent = tree.parent(of: node), let name = tree.name(of: node) else {
            return rootIsGone(node)
        }
        let isBlind = isParentUnwatched(node)
        let owed = removeMoved(node)
        // A blind parent may hold it under a new name.
        if isBlind { mark(parent, .listing, epoch: owed) } else { mark(parent, name: name, epoch: owed) }
    }

    private func isParentUnwatched(_ node: NodeID) -> Bool {
        tree.parent(of: node).map { tree.descriptor(of: $0) == nil } ?? true
    }

    /// A name that counts for nothing, but something that counted may have got it.
    private mutating func foldIrrelevant(_ event: InotifyEvent, _ node: NodeID) {
        guard event.has(EventMask.movedTo) else { return }
        if let departure = moves.arrive(cookie: event.cookie, isDirectory: event.isDirectory) {
            remove(departure)
        }
    }

    /// A symbolic link is whole from the beginning: nothing has to be waited for.
    private mutating func foldLink(_ event: InotifyEvent, _ node: NodeID) {
        let hasComeOrGone = event.has(
            EventMask.created | EventMask.movedTo | EventMask.deleted | EventMask.movedFrom
        )
        guard hasComeOrGone, tree.state(of: node) != .ignored else { return }
        mark(node, name: FileName([UInt8](event.name)))
    }

    // MARK: - Directories

    private mutating func foldDirectory(_ event: InotifyEvent, _ node: NodeID, now: Int64) {
        if event.has(EventMask.created) {
            makeWay(node, event.name)
            addDirectory(node, event.name)
        } else if event.has(EventMask.deleted) {
            // What is in there by the index is gone, and a barrier may wait for that.
            let owed = tree.child(of: node, named: event.name).flatMap { removeMoved($0) }
            mark(node, name: FileName([UInt8](event.name)), isExplained: true, epoch: owed)
        } else if event.has(EventMask.movedFrom) {
            depart(event, node, now: now)
        } else if event.has(EventMask.movedTo) {
            arrive(event, node)
        } else if let child = tree.child(of: node, named: event.name) {
            // Attributes: one that could not be read may be readable now, or the other way round.
            mark(child, .listing)
        } else {
            addDirectory(node, event.name)
        }
    }

    /// A directory that was moved away from this name and not seen since has gone for good.
    private mutating func makeWay(_ node: NodeID, _ name: UnsafeRawBufferPointer) {
        if let departure = moves.replace(node, name) { remove(departure) }
    }

    private mutating func addDirectory(_ node: NodeID, _ name: UnsafeRawBufferPointer) {
        guard let child = tree.ensureChild(of: node, named: name) else { return }
        mark(child.node, .tree)
    }

    private mutating func depart(_ event: InotifyEvent, _ node: NodeID, now: Int64) {
        let name = FileName([UInt8](event.name))
        let child = event.isDirectory ? tree.child(of: node, named: event.name) : nil
        let final = moves.depart(
            MovePairing.Departure(
                cookie: event.cookie,
                node: node,
                name: name,
                isDirectory: event.isDirectory,
                child: child,
                deadline: now + MovePairing.patience
            )
        )
        if let final { remove(final) }
        if event.isDirectory { mark(node, name: name) }
    }

    private mutating func arrive(_ event: InotifyEvent, _ node: NodeID) {
        let departure = moves.arrive(cookie: event.cookie, isDirectory: true)
        makeWay(node, event.name)
        let replaced = tree.child(of: node, named: event.name)
        let replaces = replaced != nil && replaced != departure?.child
        var owed: Epoch?
        if let replaced, replaces { owed = removeMoved(replaced) }
        let name = FileName([UInt8](event.name))
        // One that has moved already may be back where it was before anybody heard of that: what was looked for meanwhile, where the
        // index has it, was not found.
        let hasMoved =
            departure?.child.map { tree.wasMovedItself($0, after: movesAtRest[tree.lane(of: $0)] ?? 0) }
            ?? false
        if let departure, let child = departure.child, tree.move(child, to: node, named: event.name) {
            mark(node, name: name)
            // After an exchange the watches below are crossed: listing everything anew ties each to its
            // place.
            let arrival = moves.noteArrival(departure, at: node, name, replaces: replaces, owing: owed)
            // What was marked in either is in the other by now, and a barrier may wait for it.
            owed = arrival.isExchange ? owedAfterExchange(arrival, child) : nil
            if arrival.isBack || hasMoved || moves.isDoubtful(departure)
                || dirty.isSweeping(lane: tree.lane(of: child)) || tree.isOwedWhole(departure.node)
            {
                mark(child, .tree, epoch: owed)
            }
            if arrival.isExchange { mark(departure.node, name: departure.name, epoch: owed) }
        } else {
            if let departure { remove(departure) }
            addDirectory(node, event.name)
        }
        if let departure { dirty.explain(departure.name, in: departure.node) }
    }

    private func owedAfterExchange(_ arrival: MovePairing.Arrival, _ child: NodeID) -> Epoch? {
        let owed = dirty.oldestEpoch { tree.isInside($0, of: child) }
        return [owed, arrival.owed].compactMap(\.self).min()
    }

    // MARK: - Files

    private mutating func foldFile(_ event: InotifyEvent, _ node: NodeID, isFolderRule: Bool, now: Int64) {
        let name = FileName([UInt8](event.name))
        let lane = tree.lane(of: node)
        let isComplete = event.has(
            EventMask.closedAfterWriting | EventMask.movedTo | EventMask.deleted | EventMask.movedFrom
        )
        guard isComplete else {
            return dirty.touch(node, lane: lane, name: name, isFolderRule: isFolderRule, now: now)
        }
        dirty.settle(
            node,
            lane: lane,
            name: name,
            isFolderRule: isFolderRule,
            isExplained: !event.has(EventMask.movedFrom)
        )
        if event.has(EventMask.movedFrom) {
            depart(event, node, now: now)
        } else if event.has(EventMask.movedTo),
            let departure = moves.arrive(cookie: event.cookie, isDirectory: false)
        {
            dirty.explain(departure.name, in: departure.node)
        }
    }
}
