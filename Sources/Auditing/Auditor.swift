import CShims
import FolderWatch
import Glibc
import Identities
import IdentityStore
import LibraryIndex
import Logging
import OptionFiles
import PhotodConfiguration
import Reconciling
import Roots
import Sweeps
import Threads

/// Runs audits on a thread of low priority: at once for whoever asks, and now and then by itself.
///
/// Nice rather than idle scheduling: the thread takes locks that the watcher and the writer want, and one that never
/// gets the processor would hold them.
package final class Auditor: Sendable {
    /// An audit that somebody waits for.
    private struct Order {
        let number: UInt64
        /// Returns `false` where nobody listens any more.
        let report: @Sendable (AuditDifference) -> Bool
        let completion: @Sendable (AuditOutcome) -> Void
    }

    private struct State {
        var orders: [Order] = []
        var nextNumber: UInt64 = 1
        /// The order that is carried out, and whether somebody still waits for it.
        var current: (number: UInt64, isAbandoned: Bool)?
        /// Ends the reading of the index as a whole, while that lasts, and for which order it is read.
        var proof: (order: Order?, interruption: Interruption)?
        var period = AuditPeriod.weekly
        var periodChanges = 0
        /// What whoever asks is told when there are no audits any more.
        var end: AuditOutcome?

        var isStopped: Bool { end != nil }
    }

    private enum Turn {
        case order(Order)
        case scheduled
        case again
        case stop
    }

    /// Files and directories a second, where nobody waits: a library of a million takes half an hour.
    private static let filesPerSecond: UInt64 = 500

    private let index: LibraryIndex
    private let watcher: FolderWatcher
    private let roots: RootTable
    private let options: FolderOptionsTable
    private let links: LinkFollower
    private let change: OrderlyChange
    private let ownChanges: OwnChanges
    private let store: IdentityStore
    private let keeper: IdentityKeeper
    private let progress: SweepProgress
    private let logger: Logger
    private let monitor = Monitor(State())

    package init(
        index: LibraryIndex,
        watcher: FolderWatcher,
        roots: RootTable,
        options: FolderOptionsTable,
        links: LinkFollower,
        change: OrderlyChange,
        ownChanges: OwnChanges,
        store: IdentityStore,
        keeper: IdentityKeeper,
        progress: SweepProgress,
        logger: Logger
    ) {
        self.index = index
        self.watcher = watcher
        self.roots = roots
        self.options = options
        self.links = links
        self.change = change
        self.ownChanges = ownChanges
        self.store = store
        self.keeper = keeper
        self.progress = progress
        self.logger = logger
    }

    // MARK: Orders

    /// Has everything compared now. Both closures are called on the auditor's thread; returns a number for `abandon`.
    package func audit(
        report: @escaping @Sendable (AuditDifference) -> Bool,
        completion: @escaping @Sendable (AuditOutcome) -> Void
    ) -> UInt64 {
        let (number, end) = monitor.update { state -> (UInt64, AuditOutcome?) in
            if let end = state.end { return (0, end) }
            let number = state.nextNumber
            state.nextNumber += 1
            state.orders.append(Order(number: number, report: report, completion: completion))
            endProof(&state)
            return (number, nil)
        }
        if let end { completion(end) }
        return number
    }

    /// Nobody waits for an audit any more.
    package func abandon(_ number: UInt64) {
        monitor.update { state in
            if let place = state.orders.firstIndex(where: { $0.number == number }) {
                state.orders.remove(at: place)
            } else if state.current?.number == number {
                state.current?.isAbandoned = true
                endProof(&state)
            }
        }
    }

    package func setPeriod(_ period: AuditPeriod) {
        monitor.update { state in
            state.period = period
            state.periodChanges += 1
        }
    }

    /// No audit is begun any more.
    ///
    /// - Parameter outcome: of those that somebody waits for, or asks for from now on.
    package func stop(_ outcome: AuditOutcome = .stopped) {
        let orders = monitor.update { state in
            state.end = outcome
            endProof(&state)
            defer { state.orders = [] }
            return state.orders
        }
        for order in orders { order.completion(outcome) }
    }

    // MARK: The thread

    /// Works until `stop`.
    package func run() {
        photod_lower_thread_priority()
        noteAwaited()
        while true {
            switch next() {
            case .stop: return
            case .again: continue
            case .order(let order): carryOut(order)
            case .scheduled: continueScheduled()
            }
        }
    }

    /// Until an audit has ended, the first one is due a period after the first sweep, which may have been in an earlier run. Where
    /// the last one ended in the future the next is due a period after this start, and not after each one until then.
    func noteAwaited() {
        let record = try? index.read { reader throws(IndexError) in try reader.auditRecord() }
        let now = Int64(time(nil))
        guard let record else { return }
        guard AuditSchedule.lastEnd(finished: record.finished, awaited: record.awaited, now: now) == nil
        else {
            return
        }
        // Where it cannot be noted, the period begins with the next start.
        try? change { writer throws(IndexError) in try writer.awaitAudit(since: now) }
    }

    private func next() -> Turn {
        let record = try? index.read { reader throws(IndexError) in try reader.auditRecord() }
        let changes = monitor.withLock { $0.periodChanges }
        let now = MonotonicClock.now()
        let turn: Turn? = monitor.wait(untilDeadline: { state in
            if state.isStopped { return .done(.stop) }
            if !state.orders.isEmpty {
                let order = state.orders.removeFirst()
                state.current = (order.number, false)
                return .done(.order(order))
            }
            if state.periodChanges != changes { return .done(.again) }
            let present = Int64(time(nil))
            let delay = AuditSchedule.delay(
                state.period,
                finished: AuditSchedule.lastEnd(
                    finished: record?.finished,
                    awaited: record?.awaited,
                    now: present
                ),
                position: record?.position ?? 0,
                now: present
            )
            return .sleep(until: delay.map { now + UInt64($0) * 1_000_000_000 })
        })
        return turn ?? .scheduled
    }

    private func carryOut(_ order: Order) {
        defer { monitor.update { $0.current = nil } }
        do {
            try prove(for: order)
            var audit = Audit(means(for: order), from: 0)
            try audit.compareFolders { _ in }
            try compareRest(&audit)
            order.completion(.done(checked: audit.figures.checked, differences: audit.figures.differences))
        } catch is AuditEnd {
            // Who is gone hears nothing of it; who could not be told of a difference learns that.
            order.completion(.stopped)
        } catch {
            order.completion(.failed("\(error)"))
        }
    }

    /// The audit that nobody asked for, from where it was left.
    func continueScheduled() {
        do {
            let start = try index.read { reader throws(IndexError) in try reader.auditRecord().position }
            if start == 0 { try prove(for: nil) }
            var audit = Audit(means(for: nil), from: start)
            try audit.compareFolders { position in try record(position: position, isFinished: false) }
            try compareRest(&audit)
            try record(position: 0, isFinished: true)
            progress.statusChanged()
            let figures = audit.figures
            logger.info("audit: files compared: \(figures.checked), differences: \(figures.differences)")
        } catch is AuditEnd {
            return
        } catch {
            logger.error("the audit did not come to its end: \(error)")
            // Whatever it was, it is not tried again at once.
            try? record(position: 0, isFinished: true)
            progress.statusChanged()
        }
    }

    private func prove(for order: Order?) throws {
        let interruption = Interruption()
        monitor.withLock { state in
            state.proof = (order, interruption)
            endProof(&state)
        }
        defer { monitor.withLock { $0.proof = nil } }
        do throws(IndexError) { try index.prove(until: interruption) } catch {
            guard case .withdrawn = error else { throw error }
            // An order for which another audit was to make room may be withdrawn by now.
            throw monitor.withLock { reasonToEnd(order, $0) } ?? .overtaken
        }
    }

    private func endProof(_ state: inout State) {
        guard let (order, interruption) = state.proof, reasonToEnd(order, state) != nil else { return }
        interruption.interrupt()
    }

    private func compareRest(_ audit: inout Audit) throws {
        try audit.compareCounts()
        try audit.compareLog()
        try audit.compareWords()
        try audit.compareDocuments(store: store, keeper: keeper)
    }

    private func record(position: Int64, isFinished: Bool) throws {
        let now = Int64(time(nil))
        try change { writer throws(IndexError) in
            try writer.recordAudit(position: position, finished: isFinished ? now : nil)
            // What began before counts no longer, if the clock is behind at a later start.
            if isFinished { try writer.awaitAudit(since: now) }
        }
    }

    // MARK: Waiting

    private func means(for order: Order?) -> Audit.Means {
        Audit.Means(
            index: index,
            watcher: watcher,
            roots: roots,
            options: options,
            links: links,
            change: change,
            ownChanges: ownChanges,
            settle: { [self] () throws(AuditEnd) in try settle(order) },
            rest: { [self] (files) throws(AuditEnd) in try rest(order, files) },
            report: { [logger] (difference) throws(AuditEnd) in
                logger.warning("audit: \(difference)")
                if let order, !order.report(difference) { throw .abandoned }
            }
        )
    }

    /// Why an audit is not to go on; `nil` where it is.
    private func reasonToEnd(_ order: Order?, _ state: State) -> AuditEnd? {
        if state.isStopped { return .stopping }
        guard order != nil else { return state.orders.isEmpty ? nil : .overtaken }
        return state.current?.isAbandoned ?? false ? .abandoned : nil
    }

    private func settle(_ order: Order?) throws(AuditEnd) {
        let isSettled = Monitor(false)
        let number = watcher.whenDrained(watcher.barrier()) { [monitor] in
            isSettled.update { $0 = true }
            monitor.update { _ in }
        }
        let end: AuditEnd? = monitor.wait { state -> AuditEnd?? in
            if let end = reasonToEnd(order, state) { return .some(end) }
            return isSettled.withLock { $0 } ? .some(nil) : nil
        }
        guard let end else { return }
        watcher.cancelWait(number)
        throw end
    }

    private func rest(_ order: Order?, _ files: Int) throws(AuditEnd) {
        let deadline =
            MonotonicClock.now()
            + (order == nil ? UInt64(files + 1) * 1_000_000_000 / Self.filesPerSecond : 0)
        let end: AuditEnd? = monitor.wait(untilDeadline: { state -> TimedTurn<AuditEnd> in
            if let end = reasonToEnd(order, state) { return .done(end) }
            return .sleep(until: deadline)
        })
        if let end { throw end }
    }
}
