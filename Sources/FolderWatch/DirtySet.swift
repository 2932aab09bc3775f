import PhotoModel

/// What is to be looked at, a lane (a crawler, a mount) at a time.
///
/// Marks of one directory merge; the merged mark keeps the epoch of the first. A mark that is taken stays
/// outstanding until it is released, and a new mark of the same directory meanwhile is a mark of its own.
struct DirtySet: Sendable {
    /// What a taker gets; `FolderWatcher` adds the path.
    struct Taken: Sendable {
        let node: NodeID
        let lane: Int
        let kind: FolderWork.Kind
        let names: [FileName]
        let explained: Set<FileName>
        let includesPending: Bool
        let force: Bool
        let epoch: Epoch
        let ticket: UInt64
    }

    /// More pending names than this altogether, and further ones are read as they stand at each of their
    /// events.
    static let pendingLimit = 65_536

    private var entries: [NodeID: DirtyMark] = [:]
    /// Up to the last in which something was marked.
    private(set) var lanes: [DirtyLane] = []
    private struct Outstanding {
        let lane: Int
        let epoch: Epoch
        let isTree: Bool
        let node: NodeID
    }

    private var outstanding: [UInt64: Outstanding] = [:]
    private var nextTicket: UInt64 = 1
    private(set) var pending = PendingNames()
    /// The epoch of marks made now.
    private(set) var epoch: Epoch = 1
    /// How often nothing was left to be looked at.
    private(set) var rests: UInt64 = 0

    init() {}

    // MARK: - Marking

    /// Marks a directory: `.listing` or `.tree`.
    ///
    /// - Parameter epoch: an earlier one than this, where it is part of that.
    mutating func mark(
        _ node: NodeID,
        lane: Int,
        _ kind: FolderWork.Kind,
        force: Bool = false,
        includesPending: Bool = false,
        epoch: Epoch? = nil
    ) {
        let place = merge(node, lane: lane, kind, epoch: epoch ?? self.epoch, isFound: false)
        if force { entries.values[place].force = true }
        if includesPending { entries.values[place].includesPending = true }
    }

    /// Marks a directory that a crawl came upon: part of the work that led to it, and so of that work's
    /// epoch.
    mutating func markFound(
        _ node: NodeID,
        lane: Int,
        _ kind: FolderWork.Kind,
        epoch: Epoch,
        force: Bool = false,
        includesPending: Bool = false
    ) {
        let place = merge(node, lane: lane, kind, epoch: epoch, isFound: true)
        if force { entries.values[place].force = true }
        if includesPending { entries.values[place].includesPending = true }
    }

    /// Marks one name. It is pending no longer, unless `staysPending`.
    ///
    /// - Parameters:
    ///   - isExplained: as `FolderWork.explained` says.
    ///   - epoch: that of the work that led to it, where work did.
    mutating func mark(
        _ node: NodeID,
        lane: Int,
        name: FileName,
        staysPending: Bool = false,
        isExplained: Bool = false,
        epoch: Epoch? = nil
    ) {
        if !staysPending { pending.remove(node, name) }
        let place = merge(node, lane: lane, .names, epoch: epoch ?? self.epoch, isFound: false)
        entries.values[place].add(name, isExplained: isExplained)
    }

    /// Notes that a file is being written.
    mutating func touch(_ node: NodeID, lane: Int, name: FileName, isFolderRule: Bool, now: Int64) {
        if pending.count >= Self.pendingLimit, !pending.contains(node, name) {
            settle(node, lane: lane, name: name, isFolderRule: isFolderRule)
        } else {
            pending.touch(node, name, lane: lane, isFolderRule: isFolderRule, now: now)
        }
    }

    /// A file is complete, came or went: it is dirty. A folder rule makes its directory dirty.
    mutating func settle(
        _ node: NodeID,
        lane: Int,
        name: FileName,
        isFolderRule: Bool,
        staysPending: Bool = false,
        isExplained: Bool = false
    ) {
        guard isFolderRule else {
            return mark(node, lane: lane, name: name, staysPending: staysPending, isExplained: isExplained)
        }
        if !staysPending { pending.remove(node, name) }
        // As it stands, for a barrier.
        mark(node, lane: lane, .tree, includesPending: staysPending)
    }

    /// Notes that what left a marked name was seen to arrive.
    mutating func explain(_ name: FileName, in node: NodeID) {
        guard let place = entries.index(forKey: node) else { return }
        entries.values[place].explain(name)
    }

    /// Makes dirty whatever has been at rest long enough.
    mutating func expire(now: Int64) {
        while let entry = pending.popExpired(now: now) {
            settle(entry.node, lane: entry.lane, name: entry.name, isFolderRule: entry.isFolderRule)
        }
    }

    /// Makes every pending name dirty as it stands. It stays pending, so it is read again when it is closed.
    mutating func promotePending() {
        for entry in pending.all() {
            settle(
                entry.node,
                lane: entry.lane,
                name: entry.name,
                isFolderRule: entry.isFolderRule,
                staysPending: true
            )
        }
        pending.askAll()
    }

    var nextDeadline: Int64? { pending.nextDeadline }

    /// Forgets the files being written in a directory that counts for nothing.
    mutating func forgetPending(_ node: NodeID) {
        pending.forget(node)
    }

    /// Forgets a directory that is gone. Work on it that is out stays outstanding until released.
    ///
    /// - Returns: the epoch of its mark.
    @discardableResult
    mutating func forget(_ node: NodeID) -> Epoch? {
        pending.forget(node)
        guard let entry = entries.removeValue(forKey: node) else { return nil }
        lanes[entry.lane].ledger.remove(entry.epoch)
        if entry.kind == .tree { lanes[entry.lane].trees -= 1 }
        lanes[entry.lane].leave()
        if count == 0 { rests &+= 1 }
        return entry.epoch
    }

    /// The oldest epoch of work that is out on one of these directories.
    func oldestEpochOut(of nodes: [NodeID]) -> Epoch? {
        guard !outstanding.isEmpty, !nodes.isEmpty else { return nil }
        let meant = Set(nodes)
        return outstanding.values.lazy.filter { meant.contains($0.node) }.map(\.epoch).min()
    }

    /// The oldest epoch of marks of directories of which this is true, and of work that is out on them.
    func oldestEpoch(where isMeant: (NodeID) -> Bool) -> Epoch? {
        var oldest: Epoch?
        for (node, entry) in entries where entry.epoch < (oldest ?? .max) && isMeant(node) {
            oldest = entry.epoch
        }
        for work in outstanding.values where work.epoch < (oldest ?? .max) {
            if isMeant(work.node) { oldest = work.epoch }
        }
        return oldest
    }

    /// Returns where the merged mark stands.
    private mutating func merge(
        _ node: NodeID,
        lane: Int,
        _ kind: FolderWork.Kind,
        epoch: Epoch,
        isFound: Bool
    ) -> Dictionary<NodeID, DirtyMark>.Index {
        if let place = entries.index(forKey: node) {
            if kind > entries.values[place].kind {
                entries.values[place].kind = kind
                if kind == .tree { lanes[entries.values[place].lane].trees += 1 }
            }
            let marked = entries.values[place].epoch
            if epoch < marked {
                let lane = entries.values[place].lane
                lanes[lane].ledger.remove(marked)
                lanes[lane].ledger.add(epoch)
                entries.values[place].epoch = epoch
            }
            return place
        }
        while lanes.count <= lane { lanes.append(DirtyLane()) }
        lanes[lane].add(node, isFound: isFound)
        if kind == .tree { lanes[lane].trees += 1 }
        lanes[lane].ledger.add(epoch)
        entries[node] = DirtyMark(kind: kind, lane: lane, epoch: epoch)
        return entries.index(forKey: node) ?? entries.startIndex
    }

    // MARK: - Taking

    /// Whether everything below some directory of a lane is being looked at, or will be. What is moved meanwhile may go from
    /// where that has not come yet to where it has been.
    func isSweeping(lane: Int) -> Bool { lanes.indices.contains(lane) && lanes[lane].trees > 0 }

    /// Whether nothing is marked and no work is out in any lane but these.
    func isAtRest(except unreachable: Set<Int>) -> Bool {
        lanes.indices.allSatisfy { lanes[$0].isAtRest || unreachable.contains($0) }
    }

    func hasWork(lane: Int) -> Bool { lanes.indices.contains(lane) && lanes[lane].queued > 0 }

    /// Whether work is taken and not released in any lane but these.
    func hasWorkOut(except unreachable: Set<Int>) -> Bool {
        guard !outstanding.isEmpty else { return false }
        return lanes.indices.contains { lanes[$0].out > 0 && !unreachable.contains($0) }
    }

    /// Directories marked or being looked at.
    var count: Int { entries.count + outstanding.count }

    func mark(of node: NodeID) -> FolderWork.Kind? { entries[node]?.kind }

    mutating func takeNext(lane: Int) -> Taken? {
        guard hasWork(lane: lane) else { return nil }
        while let node = lanes[lane].popNext() {
            // What was forgotten is still in line.
            guard let entry = entries.removeValue(forKey: node) else { continue }
            lanes[lane].leave()
            let ticket = nextTicket
            nextTicket += 1
            outstanding[ticket] = Outstanding(
                lane: lane,
                epoch: entry.epoch,
                isTree: entry.kind == .tree,
                node: node
            )
            lanes[lane].out += 1
            return Taken(
                node: node,
                lane: lane,
                kind: entry.kind,
                names: Array(entry.names),
                explained: entry.explained,
                includesPending: entry.includesPending,
                force: entry.force,
                epoch: entry.epoch,
                ticket: ticket
            )
        }
        return nil
    }

    /// Ends a piece of work. A second time does nothing.
    mutating func release(ticket: UInt64) {
        guard let work = outstanding.removeValue(forKey: ticket) else { return }
        lanes[work.lane].out -= 1
        if work.isTree { lanes[work.lane].trees -= 1 }
        lanes[work.lane].ledger.remove(work.epoch)
        if count == 0 { rests &+= 1 }
    }

    /// Makes barriers wait for something that work has led to and that no crawler can do yet. Returns a ticket to release.
    mutating func hold(_ node: NodeID, lane: Int) -> UInt64 {
        while lanes.count <= lane { lanes.append(DirtyLane()) }
        let epoch = oldestEpoch
        let ticket = nextTicket
        nextTicket += 1
        outstanding[ticket] = Outstanding(lane: lane, epoch: epoch, isTree: false, node: node)
        lanes[lane].out += 1
        lanes[lane].ledger.add(epoch)
        return ticket
    }

    // MARK: - Epochs

    /// The oldest epoch with work left; the current one where there is none.
    var oldestEpoch: Epoch { lanes.compactMap(\.ledger.oldest).min() ?? epoch }

    /// Ends the current epoch and returns it.
    mutating func advanceEpoch() -> Epoch {
        epoch += 1
        return epoch - 1
    }

    /// Whether nothing marked in `epoch` or earlier is left, but for what lies in lanes that cannot be
    /// reached.
    func isDrained(through epoch: Epoch, except unreachable: Set<Int> = []) -> Bool {
        for lane in lanes.indices where !lanes[lane].ledger.isDrained(through: epoch) {
            if !unreachable.contains(lane) { return false }
        }
        return true
    }
}
