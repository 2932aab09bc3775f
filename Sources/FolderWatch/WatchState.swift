import Glibc
import PhotoModel

/// What the watcher must do to the outside after it has thought.
enum WatchAction: Equatable, Sendable {
    /// inotify_rm_watch.
    case removeWatch(Int32)
    /// The kernel's queue ran over; every root is marked.
    case overflow
    /// Directories are polled for want of watches.
    case limitReached
    /// The directories have watches again.
    case limitIsOver
    /// Other numbers of directories than before cannot be read.
    case unreadableChanged
}

/// All that the watcher knows, without any I/O: the tree, what is dirty in it, and how watch descriptors come
/// and go.
///
/// Two sets keep late events from being taken for unknown ones. After inotify_rm_watch, events that were
/// queued before still arrive, until IN_IGNORED: the descriptor is *retired* so long. And inotify_add_watch
/// may wait for a network file system, so it runs without the lock: events of a descriptor that nobody knows
/// yet are *strays* while an addition is under way. Those that speak of entries may be dropped, because the
/// directory is listed after its watch is registered; those that speak of the directory itself are kept and
/// folded then.
struct WatchState: Sendable {
    var tree = WatchTree()
    var dirty = DirtySet()
    var moves = MovePairing()
    var actions: [WatchAction] = []
    private(set) var overflows: UInt64 = 0
    /// By lane, the tree's move count when nothing was left to be looked at there, nor anywhere that answers.
    var movesAtRest: [Int: UInt32] = [:]
    /// Whether it was told that the queue ran over. A storm of events lets it run over many times: that is one thing to tell
    /// until all has been looked at.
    var isOverflowTold = false
    /// How many directories could not be read, and how many of them failed, when that was told last.
    private var toldUnreadable = (all: 0, failing: 0)
    var limit = Limit.free
    /// Whether every polled directory was marked, so that each that may have a watch now gets one.
    var isPolling = false
    /// Whether the kernel refused a watch since then.
    var isRefused = false
    var retired: Set<Int32> = []
    var additions = 0
    var strays: [Int32: UInt32] = [:]
    /// Descriptors that IN_IGNORED ended while an addition was under way.
    var ended: Set<Int32> = []
    let rule: NameRule

    /// Whether the kernel has watches for every directory.
    enum Limit: Equatable, Sendable {
        case free
        /// The kernel refused a watch. That is told when all that was marked has been looked at, and the number of directories is
        /// known.
        case reached
        case told
    }

    init(rule: @escaping NameRule) {
        self.rule = rule
    }

    mutating func takeActions() -> [WatchAction] {
        if actions.isEmpty { return [] }
        defer { actions = [] }
        return actions
    }

    // MARK: - Marking

    mutating func mark(_ node: NodeID, _ kind: FolderWork.Kind, force: Bool = false, epoch: Epoch? = nil) {
        guard tree.contains(node) else { return }
        dirty.mark(node, lane: tree.lane(of: node), kind, force: force, epoch: epoch)
    }

    mutating func mark(_ node: NodeID, name: FileName, isExplained: Bool = false, epoch: Epoch? = nil) {
        guard tree.contains(node) else { return }
        dirty.mark(node, lane: tree.lane(of: node), name: name, isExplained: isExplained, epoch: epoch)
    }

    /// Everything may have changed.
    mutating func markRoots() {
        for root in tree.roots { mark(root, .tree) }
    }

    /// What no event will tell: directories without a watch, those that failed, and roots that others can write to behind
    /// the kernel's back.
    mutating func markPolled() {
        isPolling = true
        isRefused = false
        let unheard = tree.unwatched.union(tree.failing)
        for node in unheard {
            let isWhole = tree.isRoot(node) && tree.unwatched.contains(node)
            mark(node, isWhole ? .tree : .listing)
        }
        for root in tree.roots where tree.isPolledRoot(root) { mark(root, .tree) }
    }

    /// Ends an epoch. Files being written are marked as they stand, and what is polled.
    ///
    /// The first half of a rename without the second stays: the kernel queues both before it lets go of either directory, so whoever finds
    /// the old name gone can read the second. A directory's marks and watches go along with it then.
    mutating func endEpoch() -> Epoch {
        dirty.promotePending()
        markPolled()
        return dirty.advanceEpoch()
    }

    var needsPolling: Bool {
        !tree.unwatched.isEmpty || !tree.failing.isEmpty || tree.roots.contains { tree.isPolledRoot($0) }
    }

    /// When time alone changes something; `nil` when it does not.
    var nextDeadline: Int64? {
        switch (dirty.nextDeadline, moves.nextDeadline) {
        case (let first?, let second?): min(first, second)
        case (let first, let second): first ?? second
        }
    }

    mutating func tick(now: Int64) {
        dirty.expire(now: now)
        settleMoves(now: now)
    }

    mutating func settleMoves(now: Int64, all: Bool = false) {
        for departure in moves.settle(now: now, all: all) { remove(departure) }
    }

    // MARK: - Removing

    /// Forgets a directory and what lies below it.
    mutating func remove(_ node: NodeID) {
        _ = forget(tree.remove(node))
    }

    /// Forgets a directory that is not where it was, and may be elsewhere with all that was marked in it. Its name is looked at in its
    /// stead, by the same barriers.
    ///
    /// - Returns: the epoch in which wherever it may be is to be looked at; `nil` where nothing was owed in there.
    @discardableResult
    mutating func removeMoved(_ node: NodeID) -> Epoch? {
        let (parent, name) = (tree.parent(of: node), tree.name(of: node))
        let owed = forget(tree.remove(node))
        if let owed, let parent, let name { mark(parent, name: name, epoch: owed) }
        return owed
    }

    /// Forgets a directory that left. An exchange with something outside tells of the arrival before the
    /// departure, so the node may stand for what arrived: where it is in the tree by now is looked at once
    /// more.
    mutating func remove(_ departure: MovePairing.Departure) {
        guard let child = departure.child, let parent = tree.parent(of: child),
            let name = tree.name(of: child)
        else { return }
        mark(parent, name: name, epoch: removeMoved(child))
    }

    /// Drops the watch of a directory that is not there any more, with all below it.
    ///
    /// - Returns: the oldest epoch of what was to be looked at below it; `nil` where nothing was.
    @discardableResult
    mutating func unwatch(_ node: NodeID) -> Epoch? {
        let owed = forget(tree.removeChildren(of: node))
        if let orphan = tree.detach(node) { retire(orphan) }
        return owed
    }

    /// - Returns: the oldest epoch of their marks, and of work on them that is out.
    private mutating func forget(_ gone: (nodes: [NodeID], descriptors: [Int32])) -> Epoch? {
        var oldest = dirty.oldestEpochOut(of: gone.nodes)
        for node in gone.nodes {
            guard let epoch = dirty.forget(node) else { continue }
            oldest = min(oldest ?? epoch, epoch)
        }
        for descriptor in gone.descriptors { retire(descriptor) }
        return oldest
    }

    mutating func retire(_ descriptor: Int32) {
        retired.insert(descriptor)
        actions.append(.removeWatch(descriptor))
    }

    // MARK: - Crawling

    /// Marks anew, in its own epoch, work that could not be done.
    mutating func remark(_ work: FolderWork) {
        guard tree.contains(work.node) else { return }
        let lane = tree.lane(of: work.node)
        let kind = max(.listing, work.kind)
        dirty.markFound(
            work.node,
            lane: lane,
            kind,
            epoch: work.epoch,
            force: work.force,
            includesPending: work.includesPending
        )
        for name in work.names { dirty.mark(work.node, lane: lane, name: name, staysPending: true) }
    }

    mutating func discovered(_ names: [FileName], of work: FolderWork) -> [DiscoveredFolder] {
        guard tree.contains(work.node) else { return [] }
        let lane = tree.lane(of: work.node)
        var found: [DiscoveredFolder] = []
        found.reserveCapacity(names.count)
        for name in names {
            guard let child = tree.ensureChild(of: work.node, named: name) else { continue }
            found.append(DiscoveredFolder(name: name, node: child.node, isNew: child.isNew))
            if child.isNew || work.kind == .tree {
                dirty.markFound(child.node, lane: lane, .tree, epoch: work.epoch, force: work.force)
            } else if tree.unreadable[child.node] != nil {
                // What was in the way of it may have been this directory, which can be read. What it owes goes along.
                dirty.markFound(child.node, lane: lane, .listing, epoch: work.epoch)
            }
        }
        guard work.kind != .names else { return found }
        let known = tree.children(of: work.node)
        guard known.count > found.count else { return found }
        // Not in the listing: gone without an event, or made after it. Looking tells.
        let listed = Set(found.map(\.node))
        for child in known where !listed.contains(child) {
            dirty.markFound(child, lane: lane, .listing, epoch: work.epoch)
        }
        return found
    }

    mutating func vanished(_ work: FolderWork) {
        let node = work.node
        guard let parent = tree.parent(of: node), let name = tree.name(of: node) else { return }
        if tree.wasMoved(node, after: work.stamp) { return remark(work) }
        // A barrier that waits for this work, or for what was marked in there, waits for what it led to.
        removeMoved(node)
        guard tree.contains(parent) else { return }
        dirty.mark(parent, lane: tree.lane(of: parent), name: name, epoch: work.epoch)
    }

    /// The directory of some work is not to be watched at all. One that has moved since the work was taken may be called otherwise
    /// by now: it is marked anew.
    mutating func prune(_ work: FolderWork) {
        guard tree.contains(work.node), !tree.isRoot(work.node) else { return }
        guard !tree.wasMoved(work.node, after: work.stamp) else { return remark(work) }
        remove(work.node)
    }

    /// The directory of some work counts for nothing, or does again.
    mutating func setIgnored(_ work: FolderWork, _ isIgnored: Bool) {
        guard tree.contains(work.node) else { return }
        if isIgnored {
            let owed = forget(tree.removeChildren(of: work.node))
            dirty.forgetPending(work.node)
            // This work's listing tells what was to be looked at below. A barrier that waits for that, and not for this work, waits for
            // another listing, which finds it told.
            if let owed, owed < work.epoch {
                dirty.markFound(work.node, lane: tree.lane(of: work.node), .listing, epoch: owed)
            }
        }
        tree.setIgnored(work.node, isIgnored)
    }

    /// Marks what work that is not released yet has led to, as part of the oldest there is.
    mutating func markAgain(_ node: NodeID, _ kind: FolderWork.Kind) {
        guard tree.contains(node) else { return }
        dirty.markFound(node, lane: tree.lane(of: node), kind, epoch: dirty.oldestEpoch)
    }

    mutating func markAgain(_ node: NodeID, name: FileName) {
        guard tree.contains(node) else { return }
        let lane = tree.lane(of: node)
        dirty.mark(node, lane: lane, name: name, staysPending: true, epoch: dirty.oldestEpoch)
    }

    /// `nil` where the directory is gone, or nothing waits for it.
    mutating func hold(_ node: NodeID) -> UInt64? {
        tree.contains(node) ? dirty.hold(node, lane: tree.lane(of: node)) : nil
    }

    /// Whether a directory is still where its work's path said. If not, the work is marked anew. One that is ignored by
    /// now has no names to look at.
    mutating func confirm(_ work: FolderWork) -> Bool {
        guard tree.state(of: work.node) != .ignored else { return false }
        guard tree.wasMoved(work.node, after: work.stamp) else { return true }
        remark(work)
        return false
    }

    /// A directory that may not be read is polled where neither it nor its parent would tell of a new mode, and one that
    /// failed until it does not.
    ///
    /// - Parameter work: what could not be done.
    mutating func noteUnreadable(_ node: NodeID, isFailing: Bool = false, for work: FolderWork? = nil) {
        guard tree.contains(node) else { return }
        let isNews = tree.unreadable[node] == nil || tree.failing.contains(node)
        tree.setUnreadable(node, owing: work.map(OwedLook.init) ?? OwedLook(), isFailing: isFailing)
        let parent = tree.parent(of: node)
        let hears = [node, parent].contains { $0.flatMap(tree.descriptor) != nil }
        if !hears { tree.setUnwatched(node) }
        // A directory above may be the one that may not be entered, and its new mode tells nothing of this one. So the parent is
        // listed: either it cannot be, and is unreadable like this one, up to the one in the way; or it leads here again. Each
        // is listed with those below it that could not be read, so what can be entered is gone through down to here.
        guard isNews, !isFailing, let parent else { return }
        dirty.markFound(parent, lane: tree.lane(of: parent), .listing, epoch: work?.epoch ?? dirty.epoch)
    }

    /// Tells where other numbers of directories than before cannot be read, whatever made the difference.
    mutating func weighUnreadable() {
        let count = (all: tree.unreadable.count, failing: tree.failing.count)
        guard count != toldUnreadable else { return }
        toldUnreadable = count
        actions.append(.unreadableChanged)
    }

    // MARK: - Everything may have changed

    mutating func foldOverflow(now: Int64) {
        overflows += 1
        settleMoves(now: now, all: true)
        // IN_IGNORED may be among what was lost.
        retired = []
        markRoots()
        if !isOverflowTold { actions.append(.overflow) }
        isOverflowTold = true
    }

    mutating func rootIsGone(_ root: NodeID) {
        // What was to be looked at below it is told by what has become of the root, to the same barriers.
        let owed = unwatch(root)
        mark(root, .tree, epoch: owed)
    }
}
