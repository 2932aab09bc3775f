import PhotoModel
import Synchronization
import Threads

/// Watches folders and knows which may have changed. It reads neither files nor the index: it marks, crawlers
/// look.
///
/// A crawler's loop, one a lane (a lane is a mount, so one that hangs holds up nobody else):
///
/// ```swift
/// while let work = watcher.nextWork(lane: 0) {
///     // open work.path; for `.names`, look at those and `confirm`; else, before listing:
///     switch watcher.watch(work, directoryDescriptor: descriptor) {
///     case .stale: break
///     default:
///         // list; watcher.pendingNames(work) are skipped; then
///         watcher.discovered(subdirectories, of: work)
///     }
///     watcher.release(work)    // when the index has it
/// }
/// ```
///
/// **Why a barrier sees every earlier change.** The kernel queues an event before the call that caused it
/// returns. `barrier()` reads as many bytes as the queue held, so all of it is marked, in this epoch or an
/// earlier one. A mark is only taken away by work that holds its epoch until released, and what that work
/// finds below inherits the epoch. A directory is listed after its watch is registered, so a change is either
/// in the listing or raises an event. So when no work of these epochs is left, everything has been looked at
/// after it changed.
public final class FolderWatcher: Sendable {
    /// Told outside the lock, on whatever thread read the events.
    public struct Callbacks: Sendable {
        /// The kernel's queue ran over (how many times so far); every root is marked. Told once until all has been looked
        /// at.
        public var overflow: @Sendable (UInt64) -> Void = { _ in }
        /// The kernel gave no watch to some directories, which are polled: told once all are known.
        public var limitReached: @Sendable (WatchStatus) -> Void = { _ in }
        /// All directories are watched again.
        public var limitIsOver: @Sendable () -> Void = {}
        /// Other numbers of directories than before cannot be read.
        public var unreadableChanged: @Sendable () -> Void = {}
        /// /proc/self/mountinfo changed. One call at a time; it may mark, but not ask for a barrier.
        public var mountsChanged: @Sendable (FolderWatcher) -> Void = { _ in }

        /// A lane's crawler has not come back from a call for ten seconds, or has after all. Barriers do not wait for the
        /// lane from the end of this call on, or wait for it again. One call at a time.
        public var reachabilityChanged: @Sendable (FolderWatcher, _ lane: Int, _ isReachable: Bool) -> Void =
            { _, _, _ in }

        public init() {}
    }

    struct Waiter {
        let number: UInt64
        let epoch: Epoch
        let callback: @Sendable () -> Void
    }

    struct Shared {
        var watch: WatchState
        var drain = EventDrain()
        var poll = PollSchedule()
        var waiters: [Waiter] = []
        var nextWaiter: UInt64 = 1
        var unreachable: Set<Int> = []
        var pulses: [Int: LaneHeartbeat] = [:]
        var stalls = StallDetector()
        /// What the crawlers wait on for work, by lane.
        var signals: [Int: Monitor<Bool>] = [:]
        /// Lanes whose crawlers wait for work.
        var sleepers: Set<Int> = []
        /// Until when the watcher's thread sleeps; the least value while it does not.
        var armed = Int64.min
        var isStopped = false

        var nextDeadline: Int64? {
            switch (watch.nextDeadline, poll.nextDeadline) {
            case (let first?, let second?): min(first, second)
            case (let first, let second): first ?? second
            }
        }
    }

    let inotify: InotifyDescriptor
    let wake: WakeDescriptor
    /// Wakes the thread.
    let mounts: MountTableDescriptor
    /// Tells a barrier, which comes before the thread, or after it: whoever asks first marks, and the other waits.
    private let mountChanges: Mutex<MountTableDescriptor>
    /// Set while work is out, to see whether it gets on.
    let timer: TimerDescriptor
    /// Makes giving a lane up and its coming back happen one after the other.
    let reachability = Mutex(())
    let callbacks: Callbacks
    private let shared: Mutex<Shared>
    private let thread = Mutex<NamedThread?>(nil)

    /// Makes a watcher that has nothing to watch yet. Nothing runs before `start()`.
    public init(rule: @escaping NameRule, callbacks: Callbacks = Callbacks()) throws(WatchError) {
        inotify = try InotifyDescriptor()
        wake = try WakeDescriptor()
        mounts = try MountTableDescriptor()
        mountChanges = Mutex(try MountTableDescriptor())
        timer = try TimerDescriptor()
        self.callbacks = callbacks
        shared = Mutex(Shared(watch: WatchState(rule: rule)))
    }

    // MARK: - The lock

    /// What is owed to others once the lock is open again.
    private struct Effects {
        var actions: [WatchAction] = []
        var overflows: UInt64 = 0
        var reached: [Waiter] = []
        var signals: [Monitor<Bool>] = []
        var wakesThread = false
    }

    /// Runs `body` under the lock and then does what follows from it. Nothing under the lock waits for a disk
    /// or a network.
    func locked<Result>(_ body: (inout sending Shared) -> sending Result) -> sending Result {
        let (result, effects) = shared.withLock { shared in
            let result = body(&shared)
            return (result, settle(&shared))
        }
        for signal in effects.signals { signal.update { $0 = true } }
        if effects.wakesThread { wake.post() }
        // Whoever waited in `sync` finds in `status` and in the log what was noticed before.
        for action in effects.actions {
            switch action {
            case .removeWatch: break
            case .overflow: callbacks.overflow(effects.overflows)
            case .limitReached: callbacks.limitReached(status())
            case .limitIsOver: callbacks.limitIsOver()
            case .unreadableChanged: callbacks.unreadableChanged()
            }
        }
        for waiter in effects.reached { waiter.callback() }
        return result
    }

    private func settle(_ shared: inout Shared) -> Effects {
        var effects = Effects()
        shared.watch.weighRest(except: shared.unreachable)
        shared.watch.weighUnreadable()
        for action in shared.watch.takeActions() {
            if case .removeWatch(let descriptor) = action {
                inotify.remove(descriptor)
            } else {
                effects.actions.append(action)
                effects.overflows = shared.watch.overflows
            }
        }
        if !shared.waiters.isEmpty {
            let (dirty, unreachable) = (shared.watch.dirty, shared.unreachable)
            effects.reached = shared.waiters.filter {
                dirty.isDrained(through: $0.epoch, except: unreachable)
            }
            shared.waiters.removeAll { dirty.isDrained(through: $0.epoch, except: unreachable) }
        }
        for lane in shared.sleepers where shared.isStopped || shared.watch.dirty.hasWork(lane: lane) {
            guard let signal = shared.signals[lane] else { continue }
            effects.signals.append(signal)
            shared.sleepers.remove(lane)
        }
        settlePolling(&shared)
        if shared.stalls.update(isWorking: shared.watch.dirty.hasWorkOut(except: shared.unreachable)) {
            timer.set(shared.stalls.isArmed ? StallDetector.interval : 0)
        }
        if let deadline = shared.nextDeadline, deadline < shared.armed {
            shared.armed = deadline
            effects.wakesThread = true
        }
        return effects
    }

    private func settlePolling(_ shared: inout Shared) {
        if case .running(_, let epoch) = shared.poll.state,
            shared.watch.dirty.isDrained(through: epoch, except: shared.unreachable)
        {
            shared.poll.finish(now: Int64(MonotonicClock.now()))
        }
        let isNeeded = shared.watch.needsPolling
        guard isNeeded || shared.poll.state != .idle else { return }
        shared.poll.update(isNeeded: isNeeded, now: Int64(MonotonicClock.now()))
    }

    // MARK: - Life

    /// Starts the thread "watch". Call it once.
    public func start() throws(WatchError) {
        guard let started = NamedThread("watch", { self.runLoop() }) else { throw .noThread }
        thread.withLock { $0 = started }
    }

    /// Ends the thread, waits for its end, and lets every `nextWork` return `nil`. Not to be called from a
    /// callback. Calling it again does nothing.
    public func stop() {
        locked { shared in
            shared.isStopped = true
        }
        wake.post()
        let started = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        started?.join()
    }

    /// Has everybody told of what was mounted and unmounted before the call. It is marked when this returns.
    public func lookAtMounts() {
        mountChanges.withLock { table in
            if table.hasChanged() { callbacks.mountsChanged(self) }
        }
    }

    // MARK: - State

    /// Whether nothing is marked and no work is out, but for lanes that cannot be reached: a mount that hangs may do so for days.
    /// Whoever begins then must not touch such a mount.
    public var isIdle: Bool { locked { $0.watch.dirty.isAtRest(except: $0.unreachable) } }

    /// How often nothing at all was left to be looked at. Findings of work that is out were made since the last time.
    public var rests: UInt64 { locked { $0.watch.dirty.rests } }

    /// Some of the directories that could not be read when they were last looked at, for people.
    ///
    /// - Parameter areFailing: those that are looked at again every 20 seconds, or those that are not.
    func unreadableExamples(areFailing: Bool) -> [FilePath] {
        locked { shared in shared.watch.tree.unreadableExamples(areFailing: areFailing) }
    }

    public func status() -> WatchStatus {
        var status = locked { shared in
            var status = WatchStatus()
            status.used = shared.watch.tree.descriptorCount
            status.isLimitReached = shared.watch.limit != .free
            status.directories = shared.watch.tree.count
            status.polled = shared.watch.polledCount
            status.unreadable = shared.watch.tree.unreadable.count
            status.failing = shared.watch.tree.failing.count
            status.pending = shared.watch.dirty.pending.count
            status.queued = shared.watch.dirty.count
            status.overflows = shared.watch.overflows
            status.events = shared.drain.eventCount
            return status
        }
        status.limit = WatchLimit.current()
        return status
    }
}
