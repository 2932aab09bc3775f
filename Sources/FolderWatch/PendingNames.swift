import PhotoModel

/// Files that are being written: each waits for its closing, or for two seconds without an event.
///
/// Deadlines are all equally far away, so in the order of their last events files are in order of deadline too. With nothing
/// pending there is no deadline and so no timer.
struct PendingNames: Sendable {
    struct Expired: Equatable, Sendable {
        let node: NodeID
        let name: FileName
        let lane: Int
        let isFolderRule: Bool
    }

    private struct Entry {
        let file: Expired
        /// Monotonic nanoseconds.
        let deadline: Int64
    }

    /// How long a file rests before it is read unclosed: a link from O_TMPFILE, truncate(2), an archiver that
    /// sets times after closing.
    static let rest: Int64 = 2_000_000_000

    /// By the number of the last event.
    private var entries: [UInt64: Entry] = [:]
    private var numbers: [NodeID: [FileName: UInt64]] = [:]
    /// The oldest one's number; `next` with nothing pending.
    private var first: UInt64 = 0
    private var next: UInt64 = 0
    /// A barrier has had those with lower numbers read as they stand since their last events. Until the next one each is what
    /// was read, and whoever comes to it reads it again: a look that left it out would take away what the barrier was promised.
    private var firstUnasked: UInt64 = 0

    var count: Int { entries.count }

    /// When the oldest is due; `nil` with nothing pending.
    var nextDeadline: Int64? { entries[first]?.deadline }

    func contains(_ node: NodeID, _ name: FileName) -> Bool { numbers[node]?[name] != nil }

    func names(of node: NodeID) -> Set<FileName> {
        numbers[node].map { Set($0.keys) } ?? []
    }

    /// Files of a directory of which nobody has asked how they stand since their last events.
    func unaskedNames(of node: NodeID) -> Set<FileName> {
        numbers[node].map { Set($0.lazy.filter { $0.value >= firstUnasked }.map(\.key)) } ?? []
    }

    /// A barrier wants all of them as they stand.
    mutating func askAll() { firstUnasked = next }

    /// Notes an event of a file: its two seconds begin anew.
    mutating func touch(_ node: NodeID, _ name: FileName, lane: Int, isFolderRule: Bool, now: Int64) {
        if let earlier = numbers[node, default: [:]].updateValue(next, forKey: name) {
            entries[earlier] = nil
        }
        let file = Expired(node: node, name: name, lane: lane, isFolderRule: isFolderRule)
        entries[next] = Entry(file: file, deadline: now + Self.rest)
        next += 1
        passOverRemoved()
    }

    mutating func remove(_ node: NodeID, _ name: FileName) {
        guard let number = numbers[node]?.removeValue(forKey: name) else { return }
        if numbers[node]?.isEmpty == true { numbers[node] = nil }
        entries[number] = nil
        passOverRemoved()
    }

    mutating func forget(_ node: NodeID) {
        guard let gone = numbers.removeValue(forKey: node) else { return }
        for number in gone.values { entries[number] = nil }
        passOverRemoved()
    }

    /// Takes out the oldest, if its time has come.
    mutating func popExpired(now: Int64) -> Expired? {
        guard let oldest = entries[first], oldest.deadline <= now else { return nil }
        remove(oldest.file.node, oldest.file.name)
        return oldest.file
    }

    /// Every pending file, oldest first.
    func all() -> [Expired] {
        entries.sorted { $0.key < $1.key }.map(\.value.file)
    }

    private mutating func passOverRemoved() {
        while first < next, entries[first] == nil { first += 1 }
        guard first == next else { return }
        // A burst's memory is given back.
        entries = [:]
        numbers = [:]
    }
}
