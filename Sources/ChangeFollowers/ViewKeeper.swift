import CShims
import Findings
import FolderWatch
import Glibc
import GroupView
import Identities
import LibraryIndex
import Logging
import PhotoModel
import Reconciling
import Roots
import Threads

/// Has the group view follow the change log, half a second after a change, when nothing else is to be done. Nothing that
/// changes a photo waits for it, and where no view is configured it has no thread.
package final class ViewKeeper: Sendable {
    private struct State {
        /// The view that is wanted.
        var view: FilePath?
        /// Whether anybody has said which is. Until then earlier views are left as they are.
        var isSettled = false
        /// There is a view, or there was one.
        var isInPlay = false
        /// Monotonic nanoseconds; `nil`: nothing has changed.
        var due: UInt64?
        /// What fails as a whole is not tried again before; 0: nothing does.
        var notBefore: UInt64 = 0
        /// The problem that was told.
        var problem: String?
        var isStopped = false
    }

    /// Nanoseconds that changes are waited for, so that a burst costs one turn.
    private static let debounce: UInt64 = 500_000_000
    /// Nanoseconds until it is asked again whether there is anything else to do.
    private static let patience: UInt64 = 500_000_000
    private static let firstRetry: UInt64 = 5_000_000_000
    /// A disk may be away for long; that it is mounted is noticed besides.
    private static let longestRetry: UInt64 = 640_000_000_000
    /// How many links leave behind memory that is worth giving back.
    private static let many = 2000

    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let roots: RootTable
    private let groupFolders: GroupFolderTable
    private let change: OrderlyChange
    private let logger: Logger
    private let monitor = Monitor(State())

    package init(
        index: LibraryIndex,
        watcher: FolderWatcher,
        roots: RootTable,
        groupFolders: GroupFolderTable,
        change: OrderlyChange,
        logger: Logger
    ) {
        self.index = index
        self.watcher = watcher
        self.roots = roots
        self.groupFolders = groupFolders
        self.change = change
        self.logger = logger
    }

    // MARK: Asking for it

    /// Which view is wanted; `nil`: none.
    package func setView(_ path: FilePath?) {
        monitor.update { state in
            guard state.view != path || !state.isSettled else { return }
            state.view = path
            state.isSettled = true
            if path != nil { state.isInPlay = true }
            state.notBefore = 0
            if state.isInPlay { state.due = MonotonicClock.now() }
        }
    }

    /// Whether there is anything to do: a view to keep, or an earlier one to clear.
    package func isNeeded() throws(IndexError) -> Bool {
        guard monitor.withLock({ $0.isSettled }) else { return false }
        let places = try index.read { reader throws(IndexError) in try reader.viewPlaces() }
        return monitor.update { state in
            if !places.all.isEmpty { state.isInPlay = true }
            if state.isInPlay { state.due = MonotonicClock.now() }
            return state.isInPlay
        }
    }

    /// An asset has changed.
    package func schedule() {
        let isNew = monitor.withLock { state in
            guard state.isInPlay else { return false }
            let due = max(MonotonicClock.now() + Self.debounce, state.notBefore)
            guard state.due.map({ $0 > due }) ?? true else { return false }
            state.due = due
            return true
        }
        if isNew { monitor.wakeAll() }
    }

    /// Something was mounted, or answers again: the view's disk may be back.
    package func disksAreBack() {
        let isTroubled = monitor.withLock { state in
            guard state.problem != nil else { return false }
            state.notBefore = 0
            return true
        }
        if isTroubled { schedule() }
    }

    package func stop() { monitor.update { $0.isStopped = true } }

    // MARK: Life

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        var memory: ViewMemory?
        var retry = Self.firstRetry
        while waitUntilDue() {
            do {
                try bringUp(&memory, retry)
                if let again = memory?.again {
                    wake(at: again)
                } else {
                    problemIsOver()
                    retry = Self.firstRetry
                }
            } catch is ViewIsOver {
                continue
            } catch {
                tell(error, in: retry)
                retry = min(retry * 2, Self.longestRetry)
            }
        }
    }

    private func waitUntilDue() -> Bool {
        let goesOn: Bool? = monitor.wait(untilDeadline: { state in
            if state.isStopped { return .done(false) }
            if let due = state.due, due <= MonotonicClock.now() { return .done(true) }
            return .sleep(until: state.due)
        })
        if goesOn == false { return false }
        monitor.withLock { $0.due = nil }
        return true
    }

    private func tell(_ error: any Error, in delay: UInt64) {
        let text = "\(error)"
        // One folder, or a view that is not there, costs little to be asked for again with every change.
        let isGated = (error as? ViewError)?.isOfWholeView ?? true
        let isNews = monitor.withLock { state in
            let again = MonotonicClock.now() + delay
            state.due = min(state.due ?? .max, again)
            state.notBefore = isGated ? again : 0
            defer { state.problem = text }
            return state.problem != text
        }
        // Said once, however often it is tried again.
        if isNews { logger.warning("the group view is not in step: \(text)") }
    }

    private func wake(at time: UInt64) {
        monitor.withLock { $0.due = min($0.due ?? .max, time) }
    }

    private func problemIsOver() {
        let wasTroubled = monitor.withLock { state in
            state.notBefore = 0
            defer { state.problem = nil }
            return state.problem != nil
        }
        if wasTroubled { logger.notice("the group view is in step again") }
    }

    // MARK: Work

    private func bringUp(_ memory: inout ViewMemory?, _ retry: UInt64) throws {
        let view = monitor.withLock { $0.view }
        let rest = { [self] in try restWhileBusy(as: view) }
        try rest()
        // What cannot be cleared is tried again when everything is looked over.
        let mayClear = memory.map { $0.view != view || $0.isToBeLookedOver } ?? true
        let trouble = mayClear ? try clearEarlierViews(but: view) : nil
        if let view {
            try bringUp(view, &memory, retry, rest)
        } else {
            memory = nil
        }
        if let trouble { throw trouble }
        if view == nil { monitor.withLock { if $0.view == nil { $0.isInPlay = false } } }
    }

    private func bringUp(
        _ view: FilePath,
        _ memory: inout ViewMemory?,
        _ retry: UInt64,
        _ rest: @escaping () throws -> Void
    ) throws {
        let before = memory
        // Until all is done, nothing is known.
        memory = nil
        guard !roots.isHanging(view) else { throw ViewError(view, ETIMEDOUT) }
        let directory = try ViewDirectory(view, making: true)
        let roots = ViewRoots(view: directory.realPath, roots.all)
        let known = try position(following: before, directory, roots)
        var next = ViewMemory(
            view: view,
            realPath: directory.realPath,
            identity: directory.identity,
            roots: roots.realPaths,
            position: try known ?? index.read { reader throws(IndexError) in try reader.clock().sequence },
            again: known == nil ? nil : before?.again
        )
        var pass = ViewPass(
            directory,
            roots: roots,
            index: index,
            groupFolders: groupFolders,
            change: change,
            rest: rest
        )
        if known == nil {
            try pass.lookOverEverything()
            let tally = pass.tally
            logger.info(
                "the group view \(view.display) was looked over: \(tally.made) links made, \(tally.removed) removed"
            )
        }
        next.position = try pass.followLog(after: next.position)
        if pass.tally.made > Self.many { giveBackMemory() }
        if let trouble = pass.tally.trouble {
            if trouble.mayPass { next.again = min(next.again ?? .max, MonotonicClock.now() + retry) }
            memory = next
            guard trouble.mayPass else { return logger.warning("the group view lacks a link: \(trouble)") }
            throw trouble
        }
        memory = next
    }

    /// From where the change log is to be followed; `nil` where everything has to be looked over.
    private func position(
        following memory: ViewMemory?,
        _ directory: borrowing ViewDirectory,
        _ roots: ViewRoots
    ) throws -> Int64? {
        guard let memory, memory.isOf(directory, roots), !memory.isToBeLookedOver else { return nil }
        let canAnswer = try index.read { reader throws(IndexError) in
            let now = try reader.clock()
            return try reader.canAnswer(since: Clock(epoch: now.epoch, sequence: memory.position), now: now)
        }
        return canAnswer ? memory.position : nil
    }

    /// Removes the links of views that were configured before. One whose disk is away is left for another time.
    ///
    /// - Returns: what kept one from being cleared.
    private func clearEarlierViews(but view: FilePath?) throws(IndexError) -> ViewError? {
        let places = try index.read { reader throws(IndexError) in try reader.viewPlaces() }
        if places.current != view {
            try change { writer throws(IndexError) in try writer.beginView(at: view) }
        }
        var trouble: ViewError?
        for place in places.all where place != view && !roots.isHanging(place) {
            do throws(ViewError) {
                var directory = try ViewDirectory(place, making: false)
                try directory.clear()
            } catch {
                if error.isAway(place) { continue }
                guard error.isGone else {
                    trouble = trouble ?? error
                    continue
                }
            }
            try change { writer throws(IndexError) in try writer.forgetView(at: place) }
            logger.info("the links of the former group view \(place.display) were removed")
        }
        return trouble
    }

    /// What much work needed goes back to the system.
    private func giveBackMemory() {
        change.queue.append { [index, logger] in
            do { try index.settle() } catch { logger.debug("\(error)") }
            photod_trim_heap()
        }
    }

    private func restWhileBusy(as view: FilePath?) throws(ViewIsOver) {
        while true {
            guard monitor.withLock({ !$0.isStopped && $0.view == view }) else { throw ViewIsOver() }
            guard !watcher.isIdle else { return }
            let end = MonotonicClock.now() + Self.patience
            let _: Bool? = monitor.wait(untilDeadline: { state in
                state.isStopped || state.view != view ? .done(true) : .sleep(until: end)
            })
        }
    }
}
