import CaptureRules
import FolderWatch
import PhotoModel
import Synchronization

/// What photod itself does to files of the library: those that it brings to a place, those that it takes away, and those that it
/// writes anew. Photos keep or lose their ids because of that, and not because of what they look like.
///
/// Between two file systems a copy stands beside its source for a while, and by all that can be seen it is another
/// photo. So what is on its way is not looked at, and the photo counts where it came from until it was found where it
/// went.
package final class OwnChanges: Sendable {
    enum Sight: Equatable {
        case none
        case underWay
        case arrived(Arrival)
    }

    package struct Arrival: Equatable {
        /// `nil`: it comes from outside, or is a copy.
        package let id: AssetID?
        /// The import that brought it; `nil` where one is undone.
        package let batch: String?

        package init(id: AssetID?, batch: String?) {
            self.id = id
            self.batch = batch
        }
    }

    /// What photod is about to do to a photo, or has done.
    enum Departure {
        case none
        /// The photo may be there still: what came of it is told soon, and its place is looked at again then.
        case open
        /// The photo has gone to another place, and is not in the index there yet.
        case moved
        /// The photo has left the library.
        case taken
    }

    /// Where somebody looked: the folder may have another name by the time that it is looked at again.
    package struct Place: Hashable, Sendable {
        package let path: FilePath
        /// The folder in the watch tree; `nil` where only the path is known. In the tree of a later run of the library it may be another,
        /// in which the name is then looked at in vain.
        package let folder: NodeID?

        package init(_ path: FilePath, in folder: NodeID? = nil) { (self.path, self.folder) = (path, folder) }
    }

    /// What is on its way of a photo that is moved.
    private struct Journey {
        var arrival: Arrival
        /// Where its files go that were not found there yet, and how many of those may not be there yet.
        var paths: Set<FilePath> = []
        var openCount = 0
        /// Where the photo was looked for meanwhile.
        var seen: Set<Place> = []
    }

    private struct Taking {
        /// How many batches take it, and as far as they know have taken it: one may begin before another is over, whose photo was put
        /// back since.
        var count = 0
        var goneCount = 0
        /// Where it was looked for before that was known.
        var seen: Set<Place> = []
    }

    private struct Move {
        let arrival: Arrival
        /// The batch that moves it.
        let batch: String
        /// Of a photo of the library: where its shot's primary file was, by the path that crawlers know.
        let source: FilePath?
        var hasArrived: Bool
        /// The last batch that was over when it was: with it or before.
        var ending: Ending?
        /// Files that it was seen with at its new place, and of which nothing was said.
        var seenWith: Set<Place> = []
    }

    /// Batches that moved something, numbered as they end.
    package typealias Ending = UInt64

    private struct State {
        /// By the paths that files come to, as crawlers see them.
        var moves: [FilePath: Move] = [:]
        /// The last batch that is over, and the last of those of which nothing is to be looked for any more.
        var ended: Ending = 0
        var settled: Ending = 0
        /// Old places of what was not found before something else set out for the same place.
        var overtaken: Set<Place> = []
        /// Of the photos that are among them.
        var journeys: [AssetID: Journey] = [:]
        /// Photos that are being taken out of the library.
        var taken: [AssetID: Taking] = [:]
        var written = WrittenPhotos()

        /// Where something comes to another's place before that was found there, nobody would look at that one's old place.
        mutating func add(_ move: Move, to path: FilePath) {
            if let other = moves[path] {
                overtaken.formUnion(takeSeen(other.arrival.id))
                if let source = other.source { overtaken.insert(Place(source)) }
                _ = remove(path)
            }
            moves[path] = move
            guard let id = move.arrival.id else { return }
            var journey = journeys[id] ?? Journey(arrival: move.arrival)
            journey.arrival = move.arrival
            journey.paths.insert(path)
            if !move.hasArrived { journey.openCount += 1 }
            journeys[id] = journey
        }

        mutating func arrive(_ path: FilePath) {
            moves[path]?.hasArrived = true
            if let id = moves[path]?.arrival.id { journeys[id]?.openCount -= 1 }
        }

        mutating func remove(_ path: FilePath) -> Move? {
            guard let move = moves.removeValue(forKey: path) else { return nil }
            guard let id = move.arrival.id, var journey = journeys.removeValue(forKey: id) else {
                return move
            }
            journey.paths.remove(path)
            if !move.hasArrived { journey.openCount -= 1 }
            if !journey.paths.isEmpty { journeys[id] = journey }
            return move
        }

        /// Where a photo was looked for while it is moved, each told once.
        mutating func takeSeen(_ id: AssetID?) -> Set<Place> {
            guard let id, let seen = journeys[id]?.seen else { return [] }
            journeys[id]?.seen = []
            return seen
        }
    }

    private let state = Mutex(State())
    /// One settles after another: when the second may, what the first has found arrived is marked to be looked at. Marking only adds
    /// work, so that nobody who waits for the end of work is called under this lock, and would settle in turn; and it waits for no disk.
    private let turn = Mutex(())
    private let count = Atomic(0)

    /// Nearly always: then nobody has to ask.
    package var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    package init() {}

    /// - Parameters:
    ///   - source: `nil` where there is no id to be kept: what is seen at the paths is taken as it is.
    ///   - batch: what moves it.
    package func begin(
        _ arrival: Arrival,
        from source: FilePath?,
        to paths: [FilePath],
        by batch: String
    ) {
        update { state in
            let move = Move(arrival: arrival, batch: batch, source: source, hasArrived: source == nil)
            for path in paths { state.add(move, to: path) }
        }
    }

    /// - Parameter batch: what moved them. What another batch has set out with for the same path since is its own.
    /// - Returns: those of the paths that were on their way, where they came from, and what they were seen with.
    package func end(_ paths: [FilePath], by batch: String, haveArrived: Bool) -> [Place] {
        update { state in
            var ended: Set<Place> = []
            for path in paths {
                guard let move = state.moves[path], move.batch == batch, !move.hasArrived else { continue }
                ended.insert(Place(path))
                if let source = move.source { ended.insert(Place(source)) }
                ended.formUnion(move.seenWith)
                ended.formUnion(state.takeSeen(move.arrival.id))
                if haveArrived { state.arrive(path) } else { _ = state.remove(path) }
            }
            return Array(ended)
        }
    }

    /// A batch is over: all that has arrived by now can be found where it went.
    package func end(batch: String) -> Ending {
        update { state in
            state.ended += 1
            for (path, move) in state.moves
            where move.batch == batch && move.hasArrived && move.ending == nil {
                state.moves[path]?.ending = state.ended
            }
            return state.ended
        }
    }

    /// The last batch that is over, where what it moved may not have been looked for at its old place; mostly `nil`.
    package var unsettled: Ending? {
        state.withLock { $0.ended > $0.settled ? $0.ended : nil }
    }

    /// What batches moved has been looked for where it went: what arrived, and nobody came upon, is gone again.
    ///
    /// - Parameter look: has the places looked at that it came from. Until that is asked for they are unsettled.
    package func settle(_ ending: Ending, _ look: ([Place]) -> Void) {
        turn.withLock { _ in
            let places = update { state in
                var places = state.overtaken
                state.overtaken = []
                for (path, move) in state.moves where move.ending.map({ $0 <= ending }) ?? false {
                    if let source = move.source { places.insert(Place(source)) }
                    places.formUnion(state.takeSeen(move.arrival.id))
                    _ = state.remove(path)
                }
                return Array(places)
            }
            look(places)
            state.withLock { $0.settled = max($0.settled, ending) }
        }
    }

    /// What is known of a file that a crawler came upon. What has arrived is known once: until it is taken.
    ///
    /// - Parameter shot: what it was seen with, itself included. While it is under way nothing is said of all that, and nothing
    ///   but its end would have the others looked at again.
    func sight(at path: FilePath, in shot: [Place]) -> Sight {
        state.withLock { state in
            guard let move = state.moves[path] else { return .none }
            if move.hasArrived { return .arrived(move.arrival) }
            state.moves[path]?.seenWith.formUnion(shot)
            return .underWay
        }
    }

    /// Forgets what has arrived and is in the index. Something else may be on its way there by now.
    func take(_ arrivals: [FilePath: Arrival]) {
        guard !arrivals.isEmpty else { return }
        update { state in
            for (path, arrival) in arrivals {
                guard let move = state.moves[path], move.hasArrived, move.arrival == arrival else { continue }
                _ = state.remove(path)
            }
        }
    }

    /// Whether a photo that is gone from its place has been moved, and was not found where it went yet.
    ///
    /// - Parameter found: how many of its files were found there, and are not taken yet.
    func isMoving(_ id: AssetID, besides found: Int) -> Bool {
        !isEmpty && state.withLock { ($0.journeys[id]?.paths.count ?? 0) > found }
    }

    /// The files of a photo that is found elsewhere than where it went, as its folder has been moved since: by where they went.
    func arrivals(of id: AssetID) -> [FilePath: Arrival] {
        guard !isEmpty else { return [:] }
        return state.withLock { state in
            guard let journey = state.journeys[id], journey.openCount == 0 else { return [:] }
            return Dictionary(
                journey.paths.map { ($0, journey.arrival) },
                uniquingKeysWith: { first, _ in first }
            )
        }
    }

    /// Whether a file belongs to a shot that photod is moving or taking away, and of which the index is told when that is over.
    package func isInHand(_ file: FilePath) -> Bool {
        guard !isEmpty else { return false }
        let (folder, stem) = (file.parent, Array(Companions.stem(of: file.lastName)))
        func isMeant(_ path: FilePath) -> Bool {
            path.parent == folder && Companions.stem(of: path.lastName).elementsEqual(stem)
        }
        return state.withLock { state in
            state.moves.contains { path, move in
                !move.hasArrived && isMeant(path) || move.source.map(isMeant) ?? false
                    || move.seenWith.contains { isMeant($0.path) }
            } || state.journeys.values.contains { $0.seen.contains { isMeant($0.path) } }
                || state.taken.values.contains { $0.seen.contains { isMeant($0.path) } }
        }
    }

    // MARK: What it takes away

    /// Photos are about to leave the library by what photod does.
    package func takesAway(_ ids: [AssetID]) {
        update { state in
            for id in ids { state.taken[id, default: Taking()].count += 1 }
        }
    }

    /// They have left: what is written to their paths next is no editor's new content of them.
    ///
    /// - Returns: where they were looked for meanwhile.
    package func hasTaken(_ ids: [AssetID]) -> [Place] {
        update { state in
            var seen: Set<Place> = []
            for id in ids {
                guard let taking = state.taken[id] else { continue }
                seen.formUnion(taking.seen)
                state.taken[id] = Taking(count: taking.count, goneCount: taking.goneCount + 1)
            }
            return Array(seen)
        }
    }

    /// Photos that have left are gone from the index, or they stay after all.
    ///
    /// - Parameter haveLeft: whether `hasTaken` was said of them.
    /// - Returns: where they were looked for meanwhile.
    package func endTaking(_ ids: [AssetID], haveLeft: Bool) -> [Place] {
        update { state in
            var seen: Set<Place> = []
            for id in ids {
                guard var taking = state.taken.removeValue(forKey: id) else { continue }
                taking.count -= 1
                if haveLeft { taking.goneCount -= 1 }
                if taking.count > 0 { state.taken[id] = taking } else { seen.formUnion(taking.seen) }
            }
            return Array(seen)
        }
    }

    func hasTaken(_ id: AssetID) -> Bool {
        !isEmpty && state.withLock { $0.taken[id].map { $0.goneCount > 0 } ?? false }
    }

    /// What photod does to a photo that is not at its place, or in whose place another file is. Where that is told later, or the
    /// photo found elsewhere, its place is looked at once more then.
    ///
    /// - Parameters:
    ///   - place: of its primary file.
    ///   - found: how many files of a photo that is moved were found where it went, and are not taken yet.
    func departure(of id: AssetID, from place: Place, besides found: Int) -> Departure {
        guard !isEmpty else { return .none }
        return state.withLock { state in
            let taking = state.taken[id]
            if taking?.goneCount == 0 {
                state.taken[id]?.seen.insert(place)
                return .open
            }
            guard let journey = state.journeys[id], journey.paths.count > found else {
                return taking == nil ? .none : .taken
            }
            state.journeys[id]?.seen.insert(place)
            return journey.openCount > 0 ? .open : .moved
        }
    }

    // MARK: What it writes

    /// A photo is about to have another file, under the name of the one that it had. Should that be moved before anybody has looked
    /// at it, nothing else tells whose it is.
    package func writes(_ id: AssetID, into file: FileStamp) {
        state.withLock { $0.written.note(id, in: file) }
    }

    /// The photo that was written into a file.
    func owner(ofWritten file: FileStamp) -> AssetID? {
        state.withLock { $0.written.owner(of: file) }
    }

    private func update<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { count.store(state.moves.count + state.taken.count, ordering: .releasing) }
            return body(&state)
        }
    }
}
