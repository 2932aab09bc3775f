import CShims
import FolderWatch
import LibraryIndex
import Logging
import PhotoModel
import Reconciling
import Roots
import Synchronization
import Thumbnails

/// Has thumbnails follow their originals: one that is renamed takes its thumbnails along, and one that is gone has none left.
/// The keeper follows the change log, half a second after a change, when nothing else is to be done; where no thumbnail was made
/// it has no thread.
package final class ThumbnailKeeper: Sendable {
    private struct State {
        /// What was made and is not noted yet.
        var made: [AssetID: ThumbnailName] = [:]
        /// There are thumbnails.
        var isInPlay = false
    }

    /// Nanoseconds after a change.
    private static let debounce: UInt64 = 500_000_000
    /// Nanoseconds after what failed, a full disk say.
    private static let retry: UInt64 = 60_000_000_000
    /// Assets that a snapshot and a transaction take.
    private static let step = 500

    private let cache: ThumbnailCache
    private let index: LibraryIndex
    private let roots: RootTable
    private let change: OrderlyChange
    private let logger: Logger
    private let turn: QuietTurn
    private let state = Mutex(State())

    package init(
        cache: ThumbnailCache,
        index: LibraryIndex,
        watcher: FolderWatcher,
        roots: RootTable,
        change: OrderlyChange,
        logger: Logger
    ) {
        self.cache = cache
        self.index = index
        self.roots = roots
        self.change = change
        self.logger = logger
        turn = QuietTurn(watcher, after: Self.debounce)
    }

    // MARK: Asking for it

    /// A thumbnail was made.
    package func note(_ name: ThumbnailName, of id: AssetID) {
        state.withLock { state in
            state.made[id] = name
            state.isInPlay = true
        }
        turn.schedule()
    }

    /// Whether there is anything to follow.
    package func isNeeded() throws(IndexError) -> Bool {
        guard try index.read({ reader throws(IndexError) in try reader.hasThumbnails() }) else {
            return state.withLock { $0.isInPlay }
        }
        state.withLock { $0.isInPlay = true }
        turn.schedule()
        return true
    }

    /// An asset has changed.
    package func schedule() {
        if state.withLock({ $0.isInPlay }) { turn.schedule() }
    }

    package func stop() { turn.stop() }

    // MARK: Work

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        var problem: String?
        while turn.wait() {
            do {
                try follow()
                problem = nil
            } catch {
                let text = "\(error)"
                if text != problem { logger.warning("thumbnails do not follow their originals: \(text)") }
                problem = text
                turn.postpone(by: Self.retry)
            }
        }
    }

    private func follow() throws {
        guard turn.restWhileBusy() else { return }
        let fresh = try noteMade()
        guard
            let start = try index.read({ reader throws(IndexError) in
                try reader.hasThumbnails() ? reader.thumbnailSequence() : nil
            })
        else { return }
        let canAnswer = try index.read { reader throws(IndexError) in
            let now = try reader.clock()
            return try reader.canAnswer(since: Clock(epoch: now.epoch, sequence: start), now: now)
        }
        if canAnswer { try followLog(after: start, fresh) } else { try lookOverEverything(fresh) }
    }

    /// Writes down whose thumbnails were made. What has moved since is seen at once: the log may have been followed beyond that.
    ///
    /// - Returns: whose each of them is.
    private func noteMade() throws -> [ThumbnailName: AssetID] {
        let made = state.withLock { state in
            defer { state.made = [:] }
            return state.made
        }
        guard !made.isEmpty else { return [:] }
        do {
            try change { writer throws(IndexError) in
                if try writer.reader.thumbnailSequence() == nil {
                    try writer.setThumbnailSequence(try writer.reader.clock().sequence)
                }
                for (id, name) in made { try writer.setThumbnail(name.digest, of: id) }
            }
        } catch {
            state.withLock { $0.made.merge(made) { newer, _ in newer } }
            throw error
        }
        let fresh = Dictionary(made.map { ($0.value, $0.key) }) { first, _ in first }
        try settle(
            index.read { reader throws(IndexError) in
                var noted: [NotedThumbnail] = []
                for id in made.keys {
                    if let thumbnail = try reader.thumbnail(of: id) { noted.append(thumbnail) }
                }
                return noted
            },
            fresh
        )
        return fresh
    }

    private func followLog(after start: Int64, _ fresh: [ThumbnailName: AssetID]) throws {
        var position = start
        while turn.restWhileBusy() {
            let since = Clock(epoch: index.epoch, sequence: position)
            let (noted, summary) = try index.read { reader throws(IndexError) in
                var ids: [AssetID] = []
                let summary = try reader.changes(since: since, limit: Self.step) { ids.append($0.id) }
                var noted: [NotedThumbnail] = []
                for id in ids {
                    if let thumbnail = try reader.thumbnail(of: id) { noted.append(thumbnail) }
                }
                return (noted, summary)
            }
            let next = summary.clock.sequence
            try settle(noted, fresh, upTo: next == position ? nil : next)
            position = next
            guard summary.more else { return }
        }
    }

    private func lookOverEverything(_ fresh: [ThumbnailName: AssetID]) throws {
        let now = try index.read { reader throws(IndexError) in try reader.clock().sequence }
        var last: AssetID?
        while turn.restWhileBusy() {
            let after = last
            let noted = try index.read { reader throws(IndexError) in
                try reader.thumbnails(after: after, limit: Self.step)
            }
            guard let final = noted.last else {
                try settle([], fresh, upTo: now)
                return
            }
            try settle(noted, fresh)
            last = final.id
        }
    }

    /// Brings the cache up to what the index says, and then notes that it is.
    ///
    /// - Parameter fresh: what was made since the turn before, and whose it is: of another photo than the one that was called
    ///   so, which has changed names with it or left it its own.
    private func settle(
        _ noted: [NotedThumbnail],
        _ fresh: [ThumbnailName: AssetID],
        upTo sequence: Int64? = nil
    ) throws {
        var edits: [(id: AssetID, digest: [UInt8]?)] = []
        for thumbnail in noted {
            let old = ThumbnailName(digest: thumbnail.digest)
            guard let path = thumbnail.path else {
                // What did not answer is asked again when all is looked over, at the next start.
                if cache.remove(old, where: roots.isGone) { edits.append((thumbnail.id, nil)) }
                continue
            }
            let new = ThumbnailName(uri: FileURI.of(path))
            guard new != old else { continue }
            let isTaken = isTaken(old, from: thumbnail.id, fresh)
            if isMade(new, of: thumbnail.id) {
                if !isTaken { cache.discard(old) }
            } else if isTaken {
                cache.discard(new)
            } else {
                try cache.move(old, to: path)
            }
            edits.append((thumbnail.id, new.digest))
        }
        guard !edits.isEmpty || sequence != nil else { return }
        try change { [edits] writer throws(IndexError) in
            for edit in edits { try writer.setThumbnail(edit.digest, of: edit.id) }
            if let sequence { try writer.setThumbnailSequence(sequence) }
        }
    }

    /// Whether thumbnails of an asset were made under the name that it has now, and are not noted yet.
    private func isMade(_ name: ThumbnailName, of id: AssetID) -> Bool {
        state.withLock { $0.made[id] == name }
    }

    /// Whether another asset than the one that had a name has thumbnails under it by now.
    private func isTaken(_ name: ThumbnailName, from id: AssetID, _ fresh: [ThumbnailName: AssetID]) -> Bool {
        if let holder = fresh[name], holder != id { return true }
        return state.withLock { state in state.made.contains { $0.value == name && $0.key != id } }
    }
}
