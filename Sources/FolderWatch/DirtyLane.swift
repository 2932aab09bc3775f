/// The directories marked in one lane, in the order in which they are looked at.
struct DirtyLane: Sendable {
    /// Marked by events and requests: first come, first served.
    private(set) var queue: [NodeID] = []
    private var queueStart = 0
    /// Found by a crawl: last found, first served, which keeps the stack as short as the tree is deep.
    private(set) var found: [NodeID] = []
    /// Whether the next one comes from `found`: the two take turns, so that neither a sweep nor a busy
    /// folder starves the other.
    private var isFoundNext = false
    private(set) var queued = 0
    /// Taken and not released.
    var out = 0
    /// Directories marked, or taken and not released, with all that is below them.
    var trees = 0
    var ledger = EpochLedger()

    /// Whether nothing is marked and no work is out.
    var isAtRest: Bool { queued == 0 && out == 0 }

    mutating func add(_ node: NodeID, isFound: Bool) {
        queued += 1
        if isFound { found.append(node) } else { queue.append(node) }
    }

    /// The next in line, which may have been forgotten.
    mutating func popNext() -> NodeID? {
        let hasQueue = queueStart < queue.count
        let takesFound = !found.isEmpty && (isFoundNext || !hasQueue)
        isFoundNext = !takesFound
        if takesFound { return found.popLast() }
        guard hasQueue else { return nil }
        let node = queue[queueStart]
        queueStart += 1
        if queueStart == queue.count {
            queue.removeAll(keepingCapacity: queue.capacity <= 1024)
            queueStart = 0
        } else if queueStart >= 1024, queueStart * 2 > queue.count {
            queue.removeFirst(queueStart)
            queueStart = 0
        }
        return node
    }

    /// One that was queued is not any more. With the last of them go those that were forgotten and stand in line still:
    /// nobody would come to them.
    mutating func leave() {
        queued -= 1
        guard queued == 0 else { return }
        queue.removeAll(keepingCapacity: queue.capacity <= 1024)
        queueStart = 0
        found.removeAll(keepingCapacity: found.capacity <= 1024)
    }
}
