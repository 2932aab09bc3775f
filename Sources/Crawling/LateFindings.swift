import Findings
import FolderWatch
import PhotoModel
import Threads

/// What a crawler has found to be gone or replaced and holds back until its lane has nothing else to look at.
struct LateFindings {
    /// Held back at most: beyond that, moves within one burst may cost an id a delete and an insert.
    private static let limit = 20_000
    /// Nanoseconds: a lane that never rests tells of what is gone all the same.
    private static let patience: UInt64 = 500_000_000

    /// A directory where it was looked at: bound to two places, it has rows for both, and what is gone at one of them is to
    /// be said of each. Where it has moved since, what was held back is said of a place that it left, and so its work is done
    /// again.
    private struct Place: Hashable {
        let directory: Crawler.DirectoryIdentity
        let path: FilePath

        init(_ visit: Visit) {
            directory = visit.directory
            path = visit.work.path
        }
    }

    private struct Held {
        let place: Place
        let slot: FindingSlot
        /// What to look at instead, should the directory be looked at again before this is said.
        let names: [FileName]
        /// Names in the directory that were to be looked at as they stood, even while they were being written.
        let demanded: [FileName]
        let isExplained: Bool
    }

    private var held: [Held] = []
    private var places: Set<Place> = []
    private var nodes: Set<NodeID> = []
    private var pending: Set<Place> = []
    private var fixed: Set<Place> = []
    private var since: UInt64 = 0
    /// The work that is finished when all of this is said.
    private(set) var work: [FolderWork] = []

    var isEmpty: Bool { held.isEmpty && work.isEmpty }
    /// Whether an event that is about to come may tell where something of this went.
    var awaitsEvents: Bool { held.contains { !$0.isExplained } }

    /// Whether it is time to say it, come what may.
    var isOverdue: Bool {
        !isEmpty && (held.count > Self.limit || MonotonicClock.now() - since > Self.patience)
    }

    /// - Parameters:
    ///   - names: what to look at in its place should the directory be looked at again before it is said; `nil` where a
    ///     look at names could not tell it.
    ///   - isExplained: events have told what became of all that is gone.
    mutating func hold(_ slot: FindingSlot, names: [FileName]?, isExplained: Bool, of visit: Visit) {
        if isEmpty { since = MonotonicClock.now() }
        let place = Place(visit)
        held.append(
            Held(
                place: place,
                slot: slot,
                names: names ?? [],
                demanded: visit.work.names,
                isExplained: isExplained
            )
        )
        places.insert(place)
        nodes.insert(visit.work.node)
        if visit.work.includesPending { pending.insert(place) }
        if names == nil { fixed.insert(place) }
    }

    /// Whether what is held back of a visit's directory can be found again by looking at names. A barrier may wait for files
    /// that are being written, which other work leaves alone.
    func canBeTaken(for visit: Visit) -> Bool {
        let place = Place(visit)
        return !fixed.contains(place) && (visit.work.includesPending || !pending.contains(place))
    }

    /// Forgets what was found in a visit's directory.
    ///
    /// - Returns: the names it was about, and those that a barrier waits to be looked at as they stand.
    mutating func take(for visit: Visit) -> (names: Set<FileName>, demanded: Set<FileName>) {
        let place = Place(visit)
        guard places.remove(place) != nil else { return ([], []) }
        pending.remove(place)
        var names: Set<FileName> = []
        var demanded: Set<FileName> = []
        held.removeAll { held in
            guard held.place == place else { return false }
            names.formUnion(held.names)
            demanded.formUnion(held.demanded)
            return true
        }
        return (names, demanded)
    }

    /// Everything that is held back, to be said now. The work that it came from stays here: a look that is under way may
    /// have taken a part of what that work found, and has yet to say it.
    mutating func takeAll() -> [(directory: Crawler.DirectoryIdentity, slot: FindingSlot)] {
        defer {
            held = []
            places = []
            nodes = []
            pending = []
            fixed = []
        }
        return held.map { ($0.place.directory, $0.slot) }
    }

    /// Keeps a piece of work whose node something is held back of; `false` where nothing is.
    mutating func keeps(_ work: FolderWork) -> Bool {
        guard nodes.contains(work.node) else { return false }
        self.work.append(work)
        return true
    }
}
