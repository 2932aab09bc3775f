import Glibc
import PhotoModel

/// How watch descriptors come and go.
extension WatchState {
    mutating func beginAddition() {
        additions += 1
    }

    enum Registration: Equatable {
        case done
        /// The descriptor ended meanwhile: add the watch again.
        case again
        case stale
    }

    /// Ties a descriptor that inotify_add_watch gave to a directory whose path was taken at `stamp`. What was
    /// queued before has been folded, so a directory that was moved or replaced meanwhile is noticed.
    mutating func register(_ descriptor: Int32, for node: NodeID, stamp: UInt32, now: Int64) -> Registration {
        if retired.contains(descriptor) || ended.contains(descriptor) {
            endAddition()
            return .again
        }
        let stray = strays.removeValue(forKey: descriptor)
        guard tree.contains(node), !tree.wasMoved(node, after: stamp) else {
            if tree.nodes(of: descriptor).isEmpty { retire(descriptor) }
            endAddition()
            return .stale
        }
        let isAnother = tree.descriptor(of: node).map { $0 != descriptor } ?? false
        let others = tree.nodes(of: descriptor)
        if !others.contains(node) {
            // Two places of one directory, as a bind mount makes them, have one watch; else the first has moved, and what told of
            // that was not understood: whoever lists it finds out. Nothing moves from one mount to another.
            let lane = tree.lane(of: node)
            for other in others where tree.lane(of: other) == lane { markAgain(other, .listing) }
        }
        if let orphan = tree.attach(descriptor, to: node) { retire(orphan) }
        // Another directory than was watched here: what is below it may be another's too.
        if isAnother { mark(node, .tree) }
        endAddition()
        if let stray, stray & EventMask.aboutSelf != 0 {
            fold(InotifyEvent(descriptor: descriptor, mask: stray & EventMask.aboutSelf), now: now)
        }
        return tree.contains(node) ? .done : .stale
    }

    /// There is no watch to be had for a directory: it is polled from now on.
    ///
    /// - Parameter isLimit: because there are too many.
    mutating func registerFailure(for node: NodeID, isLimit: Bool = false) {
        if isLimit {
            isRefused = true
            if limit == .free { limit = .reached }
        }
        if let orphan = tree.detach(node) { retire(orphan) }
        tree.setUnwatched(node)
        endAddition()
    }

    /// Directories without a watch that are there.
    var polledCount: Int { tree.unwatched.count - tree.offline.count }

    /// Once all that was marked has been looked at: tells once that watches ran out, and once that they did no longer.
    ///
    /// - Parameter unreachable: lanes that hang. Others come to rest without them.
    mutating func weighRest(except unreachable: Set<Int> = []) {
        guard dirty.isAtRest(except: unreachable) else { return }
        for (lane, line) in dirty.lanes.enumerated() where line.isAtRest {
            movesAtRest[lane] = tree.moveCount
        }
        guard dirty.count == 0 else { return }
        isOverflowTold = false
        guard limit != .free else { return }
        if limit == .reached {
            limit = .told
            actions.append(.limitReached)
        } else if polledCount == 0 || isPolling && !isRefused {
            limit = .free
            actions.append(.limitIsOver)
        }
        isPolling = false
    }

    private mutating func endAddition() {
        additions -= 1
        guard additions == 0 else { return }
        ended = []
        // A stray that nobody claimed is an unknown descriptor after all.
        if !strays.isEmpty {
            strays = [:]
            markRoots()
        }
    }

    /// An event of a descriptor without a directory.
    mutating func foldUnknown(_ event: InotifyEvent) {
        if retired.contains(event.descriptor) { return }
        if additions > 0 {
            strays[event.descriptor, default: 0] |= event.name.isEmpty ? event.mask : EventMask.modify
        } else {
            markRoots()
        }
    }

    mutating func foldWatchGone(_ descriptor: Int32) {
        if additions > 0 {
            ended.insert(descriptor)
            strays[descriptor] = nil
        }
        guard retired.remove(descriptor) == nil else { return }
        for node in tree.nodes(of: descriptor) {
            _ = tree.detach(node)
            mark(node, .listing)
        }
    }
}
