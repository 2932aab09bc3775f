import PhotoModel

/// Files that are being written: each waits for its closing, or for two seconds without an event.
///
/// Deadlines are all equally far away, so a list in order of the last event is in order of deadline too:
/// everything here takes constant time. With nothing pending there is no deadline and so no timer.
struct PendingNames: Sendable {
    struct Expired: Equatable, Sendable {
        let node: NodeID
        let name: FileName
        let lane: Int
        let isFolderRule: Bool
    }

    private struct Slot {
        var entry: Expired?
        /// Monotonic nanoseconds.
        var deadline: Int64
        /// A barrier has had it read as it stands since its last event. Until the next one it is what was read, and whoever
        /// comes to it reads it again: a look that left it out would take away what the barrier was promised.
        var isAsked = false
        var previous: Int32
        var next: Int32
    }

    /// How long a file rests before it is read unclosed: a link from O_TMPFILE, truncate(2), an archiver that
    /// sets times after closing.
    static let rest: Int64 = 2_000_000_000

    private static let none: Int32 = -1

    private var slots: [Slot] = []
    private var free: [Int32] = []
    private var oldest: Int32 = none
    private var newest: Int32 = none
    private var places: [NodeID: [FileName: Int32]] = [:]
    private(set) var count = 0

    /// When the oldest is due; `nil` with nothing pending.
    var nextDeadline: Int64? { oldest == Self.none ? nil : slots[Int(oldest)].deadline }

    func contains(_ node: NodeID, _ name: FileName) -> Bool { places[node]?[name] != nil }

    func names(of node: NodeID) -> Set<FileName> {
        places[node].map { Set($0.keys) } ?? []
    }

    /// Files of a directory of which nobody has asked how they stand since their last events.
    func unaskedNames(of node: NodeID) -> Set<FileName> {
        guard let places = places[node] else { return [] }
        return Set(places.lazy.filter { !slots[Int($0.value)].isAsked }.map(\.key))
    }

    /// A barrier wants all of them as they stand.
    mutating func askAll() {
        for place in slots.indices { slots[place].isAsked = true }
    }

    /// Notes an event of a file: its two seconds begin anew.
    mutating func touch(_ node: NodeID, _ name: FileName, lane: Int, isFolderRule: Bool, now: Int64) {
        if let place = places[node]?[name] {
            unlink(place)
            slots[Int(place)].deadline = now + Self.rest
            slots[Int(place)].isAsked = false
            append(place)
            return
        }
        let entry = Expired(node: node, name: name, lane: lane, isFolderRule: isFolderRule)
        let slot = Slot(entry: entry, deadline: now + Self.rest, previous: Self.none, next: Self.none)
        let place: Int32
        if let reused = free.popLast() {
            place = reused
            slots[Int(place)] = slot
        } else {
            place = Int32(slots.count)
            slots.append(slot)
        }
        places[node, default: [:]][name] = place
        count += 1
        append(place)
    }

    mutating func remove(_ node: NodeID, _ name: FileName) {
        guard let place = places[node]?.removeValue(forKey: name) else { return }
        if places[node]?.isEmpty == true { places[node] = nil }
        discard(place)
    }

    mutating func forget(_ node: NodeID) {
        guard let gone = places.removeValue(forKey: node) else { return }
        for place in gone.values { discard(place) }
    }

    /// Takes out the oldest, if its time has come.
    mutating func popExpired(now: Int64) -> Expired? {
        guard oldest != Self.none, slots[Int(oldest)].deadline <= now, let entry = slots[Int(oldest)].entry
        else { return nil }
        remove(entry.node, entry.name)
        return entry
    }

    /// Every pending file, oldest first.
    func all() -> [Expired] {
        var found: [Expired] = []
        var place = oldest
        while place != Self.none {
            if let entry = slots[Int(place)].entry { found.append(entry) }
            place = slots[Int(place)].next
        }
        return found
    }

    private mutating func append(_ place: Int32) {
        slots[Int(place)].previous = newest
        slots[Int(place)].next = Self.none
        if newest == Self.none { oldest = place } else { slots[Int(newest)].next = place }
        newest = place
    }

    private mutating func unlink(_ place: Int32) {
        let slot = slots[Int(place)]
        if slot.previous == Self.none {
            oldest = slot.next
        } else {
            slots[Int(slot.previous)].next = slot.next
        }
        if slot.next == Self.none {
            newest = slot.previous
        } else {
            slots[Int(slot.next)].previous = slot.previous
        }
    }

    private mutating func discard(_ place: Int32) {
        unlink(place)
        slots[Int(place)].entry = nil
        count -= 1
        if count == 0 {
            // A burst's memory is given back.
            slots = []
            free = []
        } else {
            free.append(place)
        }
    }
}
