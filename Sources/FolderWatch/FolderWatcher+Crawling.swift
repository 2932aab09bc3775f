import Glibc
import PhotoModel
import Threads

/// What crawlers call.
extension FolderWatcher {
    /// The next directory to look at in a lane. Waits for one; `nil` once the watcher is stopped, and where there is none in
    /// time. For one thread a lane.
    ///
    /// - Parameter nanoseconds: how long to wait at most; for ever where it is `nil`.
    public func nextWork(lane: Int, within nanoseconds: UInt64? = nil) -> FolderWork? {
        let deadline = nanoseconds.map { MonotonicClock.now() + $0 }
        while true {
            let step = step(lane: lane)
            guard let signal = step.signal else { return step.work }
            // One that is set too late makes the next wait end once for nothing.
            let isInTime = signal.wait(untilDeadline: { isSet in
                defer { isSet = false }
                return isSet ? .done(true) : .sleep(until: deadline)
            })
            if isInTime == nil { return takeWork(lane: lane) }
        }
    }

    /// Work, or the signal to wait for; neither once the watcher is stopped.
    private func step(lane: Int) -> (work: FolderWork?, signal: Monitor<Bool>?) {
        locked { shared in
            if shared.isStopped { return (nil, nil) }
            if let work = Self.take(&shared, lane: lane) { return (work, nil) }
            let signal = shared.signals[lane] ?? Monitor(false)
            shared.signals[lane] = signal
            shared.sleepers.insert(lane)
            return (nil, signal)
        }
    }

    /// The next directory to look at, or `nil` where there is none just now: for a crawler that has something
    /// to finish before it waits.
    public func takeWork(lane: Int) -> FolderWork? {
        locked { shared in shared.isStopped ? nil : Self.take(&shared, lane: lane) }
    }

    private static func take(_ shared: inout Shared, lane: Int) -> FolderWork? {
        while let taken = shared.watch.dirty.takeNext(lane: lane) {
            let tree = shared.watch.tree
            guard let path = tree.path(of: taken.node) else {
                shared.watch.dirty.release(ticket: taken.ticket)
                continue
            }
            let owed = tree.unreadable[taken.node]
            return FolderWork(
                node: taken.node,
                path: path,
                lane: lane,
                kind: max(taken.kind, owed?.kind ?? .names),
                names: taken.names,
                explained: taken.explained,
                includesPending: taken.includesPending,
                force: taken.force || owed?.force ?? false,
                epoch: taken.epoch,
                stamp: tree.moveCount,
                ticket: taken.ticket,
                wasUnreadable: owed != nil
            )
        }
        return nil
    }

    /// Ends a piece of work: what it found is in the index, or never will be. Once for each; again does
    /// nothing.
    public func release(_ work: FolderWork) {
        locked { $0.watch.dirty.release(ticket: work.ticket) }
    }

    public func release(_ works: [FolderWork]) {
        locked { shared in
            for work in works { shared.watch.dirty.release(ticket: work.ticket) }
        }
    }

    /// Says that an entry of a directory cannot be looked at yet because of what work that is not released yet has led to:
    /// barriers that wait for that work wait for ``lookAgain(_:)`` too. `nil` where the directory is gone.
    public func postpone(_ node: NodeID, name: FileName) -> PostponedLook? {
        locked { shared in
            shared.watch.hold(node).map { PostponedLook(node: node, name: name, ticket: $0) }
        }
    }

    /// Marks the entry of a look that was postponed, as part of what led to it. Once for each.
    public func lookAgain(_ look: PostponedLook) {
        locked { shared in
            shared.watch.markAgain(look.node, name: look.name)
            shared.watch.dirty.release(ticket: look.ticket)
        }
    }

    /// Watches the directory that a crawler has opened for `work`, before it lists it. Harmless where it is
    /// watched already. May wait for a network file system, without holding up anybody else.
    public func watch(_ work: FolderWork, directoryDescriptor: Int32) -> WatchOutcome {
        // A descriptor can end between the kernel's answer and its registration; more than once is a tree in
        // turmoil, which has events enough to bring this directory up again.
        for _ in 0..<3 {
            locked { $0.watch.beginAddition() }
            let descriptor = inotify.add(directory: directoryDescriptor)
            let isLimit = descriptor == -ENOSPC || descriptor == -ENOMEM
            let registration: WatchState.Registration? = locked { shared in
                self.drain(&shared)
                guard descriptor >= 0 else {
                    shared.watch.registerFailure(for: work.node, isLimit: isLimit)
                    return nil
                }
                let wasUnwatched = shared.watch.tree.unwatched.contains(work.node)
                let registration = shared.watch.register(
                    descriptor,
                    for: work.node,
                    stamp: work.stamp,
                    now: Int64(MonotonicClock.now())
                )
                // Nobody has told what happened in it until now, and no poll finds it any more: single names are not all.
                if wasUnwatched, work.kind == .names { shared.watch.markAgain(work.node, .listing) }
                return registration
            }
            switch registration {
            case .done?: return .watched
            case .again?: continue
            case .stale?:
                remark(work)
                return .stale
            case nil:
                return isLimit ? .limitReached : .failed(-descriptor)
            }
        }
        remark(work)
        return .stale
    }

    /// Whether `work.path`, as opened, led to the right directory. Ask before using what was looked up
    /// without `watch` (work of kind `.names`). If not, it is marked anew; release the work and forget what
    /// was found.
    public func confirm(_ work: FolderWork) -> Bool {
        locked { shared in
            self.drain(&shared)
            return shared.watch.confirm(work)
        }
    }

    /// Marks anew what could not be done, in the same epoch, so that a barrier waits for it.
    public func remark(_ work: FolderWork) {
        locked { shared in shared.watch.remark(work) }
    }

    /// Files of a directory that are being written.
    public struct WrittenNames: Sendable {
        public let all: Set<FileName>
        /// Files that are left alone until they are complete. The others a barrier has had read as they stand since anything
        /// was heard of them.
        public let left: Set<FileName>
    }

    /// The names in a directory that are being written, as of now. Ask after listing: then every file that
    /// the listing can have seen unfinished is among them.
    public func writtenNames(_ work: FolderWork) -> WrittenNames {
        locked { shared in
            self.drain(&shared)
            let pending = shared.watch.dirty.pending
            return WrittenNames(all: pending.names(of: work.node), left: pending.unaskedNames(of: work.node))
        }
    }

    /// All of them.
    public func pendingNames(_ work: FolderWork) -> Set<FileName> { writtenNames(work).all }

    /// The same for a directory named by its path; none where it is not known.
    public func pendingNames(at path: FilePath) -> Set<FileName> {
        locked { shared in
            self.drain(&shared)
            let way = shared.watch.tree.chain(along: path)
            guard way.isWhole, let node = way.chain.last else { return [] }
            return shared.watch.dirty.pending.names(of: node)
        }
    }

    /// Tells which subdirectories were found (those to be watched only). New ones become work, with `.tree`
    /// all of them do; after a listing so do those that the tree has and the listing has not, whose crawl
    /// will find them gone.
    ///
    /// Returns them in the order given; none where the directory itself is gone.
    @discardableResult
    public func discovered(_ names: [FileName], of work: FolderWork) -> [DiscoveredFolder] {
        locked { shared in shared.watch.discovered(names, of: work) }
    }

    /// The directory does not open because it is not there: it leaves the tree and its parent is marked. For
    /// a root use `rootIsOffline`.
    public func vanished(_ work: FolderWork) {
        locked { shared in
            self.drain(&shared)
            shared.watch.vanished(work)
        }
    }

    /// The directory is not to be watched at all (a configured glob, an import folder). One that has moved since its work
    /// was taken may be called otherwise by now: it is marked anew.
    public func prune(_ work: FolderWork) {
        locked { shared in
            self.drain(&shared)
            shared.watch.prune(work)
        }
    }

    /// The directory holds `.nomedia` or the like, or no longer: it stays watched for that rule's end, but
    /// nothing below it is.
    public func setIgnored(_ work: FolderWork, _ isIgnored: Bool) {
        locked { $0.watch.setIgnored(work, isIgnored) }
    }

    /// The directory cannot be read. It is marked again when its mode changes, and when one above it can be read again; where
    /// no event would tell, it is polled. It counts as unreadable until a crawler says that it is readable, or it is gone, and
    /// the work that is done then includes this.
    public func unreadable(_ work: FolderWork, _ why: FolderError) {
        locked { shared in
            shared.watch.noteUnreadable(work.node, isFailing: why != .unreadable, for: work)
        }
    }

    /// The directory could not be read, and now it was listed.
    public func readable(_ work: FolderWork) {
        locked { $0.watch.tree.setReadable(work.node) }
    }

    /// The root is not there, or another file system stands in its place: nothing of it is watched, and it is
    /// looked at every 20 seconds until a `watch` of it succeeds.
    public func rootIsOffline(_ root: NodeID) {
        locked { shared in
            guard shared.watch.tree.isRoot(root) else { return }
            shared.watch.unwatch(root)
            shared.watch.tree.setUnwatched(root, isOffline: true)
        }
    }
}
