import PhotoModel

/// Waits for the second half of renames. The kernel queues IN_MOVED_FROM and IN_MOVED_TO one after the other,
/// but a read may end between them, and what leaves the watched folders has no second half at all.
struct MovePairing: Sendable {
    struct Departure: Equatable, Sendable {
        let cookie: UInt32
        let node: NodeID
        let name: FileName
        let isDirectory: Bool
        /// The directory that departed, where it was known.
        let child: NodeID?
        /// Monotonic nanoseconds.
        let deadline: Int64
    }

    /// The halves are microseconds apart; this allows for a writer that the scheduler stopped between them.
    static let patience: Int64 = 50_000_000
    /// More than a rename or two at a time are never open, except where a crowd of files leaves.
    static let limit = 256

    /// Two renames of an exchange are queued one after the other; this many others may come between.
    static let memory = 8

    private var waiting: [Departure] = []
    /// How a directory arrived.
    struct Arrival {
        /// It came back to where it was before.
        var isBack = false
        /// It came back from a place that another one had: so ends an exchange of two directories, which the kernel tells as two renames,
        /// and in truth it is the other one that is there now.
        var isExchange = false
        /// The epoch of what was owed in that other one.
        var owed: Epoch?
    }

    /// The last directories that arrived, whether in the place of others, and what was owed in those.
    private var arrived: [(departure: Departure, replaces: Bool, owed: Epoch?)] = []

    /// When a directory's departure becomes final. A file's only explains its name and needs no timer.
    var nextDeadline: Int64? { waiting.first { $0.isDirectory }?.deadline }

    /// Notes a first half. Returns a directory's departure that became final because too many wait.
    mutating func depart(_ departure: Departure) -> Departure? {
        waiting.append(departure)
        guard waiting.count > Self.limit else { return nil }
        let oldest = waiting.removeFirst()
        return oldest.isDirectory ? oldest : nil
    }

    /// The first half that belongs to a second one.
    mutating func arrive(cookie: UInt32, isDirectory: Bool) -> Departure? {
        guard
            let place = waiting.lastIndex(where: { $0.cookie == cookie && $0.isDirectory == isDirectory })
        else { return nil }
        return waiting.remove(at: place)
    }

    /// Whether the same rename took something from another place too: a watch that stands for two directories, one of
    /// which is gone, tells of each thing in it twice, and which of the two arrived cannot be known.
    func isDoubtful(_ arrival: Departure) -> Bool {
        waiting.contains { $0.cookie == arrival.cookie && $0.isDirectory == arrival.isDirectory }
    }

    /// Notes that a directory arrived.
    ///
    /// - Parameters:
    ///   - replaces: whether it took the place of another.
    ///   - owed: the epoch of marks in that one.
    mutating func noteArrival(
        _ departure: Departure,
        at node: NodeID,
        _ name: FileName,
        replaces: Bool,
        owing owed: Epoch? = nil
    ) -> Arrival {
        let earlier = arrived.last {
            $0.departure.child == departure.child && $0.departure.node == node && $0.departure.name == name
        }
        if arrived.count == Self.memory { arrived.removeFirst() }
        arrived.append((departure, replaces, owed))
        guard let earlier else { return Arrival() }
        return Arrival(isBack: true, isExchange: earlier.replaces, owed: earlier.owed)
    }

    /// The directory that departed from this very place and is still waited for: something else takes its
    /// place now, so its departure is final.
    mutating func replace(_ node: NodeID, _ name: UnsafeRawBufferPointer) -> Departure? {
        guard
            let place = waiting.lastIndex(where: {
                $0.isDirectory && $0.node == node && $0.name.bytes.elementsEqual(name)
            })
        else { return nil }
        return waiting.remove(at: place)
    }

    /// The departure of a directory that is still waited for, and will not arrive.
    mutating func end(of child: NodeID) -> Departure? {
        guard let place = waiting.lastIndex(where: { $0.child == child }) else { return nil }
        return waiting.remove(at: place)
    }

    /// Gives up on what has waited long enough, or on everything: the directories that went for good.
    mutating func settle(now: Int64, all: Bool = false) -> [Departure] {
        guard !waiting.isEmpty else { return [] }
        let final = all ? waiting.count : waiting.firstIndex { $0.deadline > now } ?? waiting.count
        let gone = waiting[..<final].filter(\.isDirectory)
        waiting.removeFirst(final)
        return gone
    }
}
