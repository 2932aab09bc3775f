import Threads

/// What waits for the one writer: findings, in order within each crawler's lane, and orders from sessions.
///
/// A lane's findings keep their order even where a worker takes long over one of them, so that of two looks at a file
/// the later wins. A lane that waits for a worker holds up no other.
package final class FindingQueue: Sendable {
    /// Counts a lane's findings, from 1.
    package typealias Ticket = UInt64

    /// An order is carried out in a transaction of the writer's.
    package typealias Order = @Sendable () -> Void

    package enum Turn {
        case work(findings: [FindingSlot], orders: [Order])
        /// Nothing came for as long as was to be waited.
        case idle
        case stop
    }

    private struct State {
        var lanes: [Int: [FindingSlot]] = [:]
        var orders: [Order] = []
        var appended: [Int: Ticket] = [:]
        var written: [Int: Ticket] = [:]
        /// Files of each lane that wait.
        var weight: [Int: Int] = [:]
        /// Files that have been taken to be written.
        var taken = 0
        /// Monotonic nanoseconds: when the first of the findings came that are here.
        var since: UInt64?
        /// Crawlers that wait until what they said is written.
        var waiting = 0
        /// A crawler has nothing else to look at: what it waits for is here.
        var isUrgent = false
        var isAbandoned = false
        var isStopped = false
        /// The writer has ended.
        var isClosed = false
    }

    /// Files of one lane that may wait: enough to keep the workers busy while a transaction commits.
    private static let capacity = 4096
    /// Files of one lane that a transaction takes at most.
    private static let turnLimit = 2048
    /// What is gathered for a transaction while findings come: as much as one part in this many of what is written
    /// already, and no less or more than these.
    private static let gatheredPart = 32
    private static let fewestGathered = 64
    private static let mostGathered = 1024

    private let monitor = Monitor(State())

    package init() {}

    /// Adds a finding. Waits while there are more in its lane than the writer can take.
    @discardableResult
    package func append(_ slot: FindingSlot) -> Ticket {
        let ticket: Ticket = monitor.wait { state in
            guard state.weight[slot.lane, default: 0] < Self.capacity || state.isAbandoned else { return nil }
            state.weight[slot.lane, default: 0] += slot.weight
            state.lanes[slot.lane, default: []].append(slot)
            let ticket = state.appended[slot.lane, default: 0] + 1
            state.appended[slot.lane] = ticket
            if state.since == nil { state.since = MonotonicClock.now() }
            return ticket
        }
        monitor.update { _ in }
        return ticket
    }

    /// The findings are in the index, or never will be.
    package func wrote(_ slots: [FindingSlot]) {
        monitor.update { state in
            for slot in slots { state.written[slot.lane, default: 0] += 1 }
        }
    }

    /// Waits until a lane's finding, and all before it, are in the index. Returns at once where they are.
    package func waitUntilWritten(_ ticket: Ticket, lane: Int) {
        func isDone(_ state: State) -> Bool {
            state.written[lane, default: 0] >= ticket || state.isAbandoned
        }
        let mustWait = monitor.update { state in
            let mustWait = !isDone(state)
            if mustWait { state.waiting += 1 }
            return mustWait
        }
        guard mustWait else { return }
        monitor.wait { state -> Void? in
            guard isDone(state) else { return nil }
            state.waiting -= 1
            return ()
        }
    }

    /// A crawler has nothing else to look at, and more does not come before this is written.
    package func hurry() {
        monitor.update { state in
            if !state.lanes.isEmpty { state.isUrgent = true }
        }
    }

    package func isWritten(_ ticket: Ticket, lane: Int) -> Bool {
        monitor.withLock { $0.written[lane, default: 0] >= ticket }
    }

    /// Returns `false` where the writer has ended: nobody will carry the order out.
    @discardableResult
    package func append(order: @escaping Order) -> Bool {
        monitor.update { state in
            if !state.isClosed { state.orders.append(order) }
            return !state.isClosed
        }
    }

    /// A slot has been completed: the writer may have something to do.
    package func wake() {
        monitor.update { _ in }
    }

    /// The next things to write. Waits for some.
    ///
    /// - Parameters:
    ///   - patience: nanoseconds to wait, from the last time that there might have been something; `nil`: as long as
    ///     it takes. Asked before each wait.
    ///   - gathering: nanoseconds that findings may wait for more of them, unless somebody waits for these. Each
    ///     transaction writes the pages that it adds to, so many small ones write the same pages many times.
    package func next(within patience: () -> UInt64? = { nil }, gathering: () -> UInt64 = { 0 }) -> Turn {
        while true {
            var isGathering = false
            let turn = monitor.wait(untilDeadline: { state -> TimedTurn<Turn> in
                let end = Self.end(ofGathering: gathering(), state)
                isGathering = end != nil
                if let end { return .sleep(until: end) }
                if let turn = Self.take(&state) { return .done(turn) }
                state.isClosed = state.isStopped
                if state.isStopped { return .done(.stop) }
                return .sleep(until: patience().map { MonotonicClock.now() + $0 })
            })
            if let turn {
                monitor.update { _ in }
                return turn
            }
            if !isGathering { return .idle }
        }
    }

    /// Until when more is waited for; `nil` where what is here is to be written now.
    private static func end(ofGathering time: UInt64, _ state: State) -> UInt64? {
        let gathered = enough(after: state.taken)
        guard time > 0, let since = state.since, state.waiting == 0, !state.isUrgent, state.orders.isEmpty,
            !state.isStopped, !state.isAbandoned,
            state.lanes.values.allSatisfy({ complete($0, upTo: gathered).weight < gathered })
        else { return nil }
        let end = since + time
        return MonotonicClock.now() < end ? end : nil
    }

    /// Files of one lane that are worth a transaction when so many have been written already: it rewrites little of a small
    /// index, and the first that are found should not let the writer wait.
    static func enough(after written: Int) -> Int {
        min(max(written / gatheredPart, fewestGathered), mostGathered)
    }

    /// The first of a lane's findings, as far as all is known that they wait for.
    private static func complete(_ slots: [FindingSlot], upTo limit: Int) -> (count: Int, weight: Int) {
        var (count, weight) = (0, 0)
        while count < slots.count, weight < limit, slots[count].isComplete {
            weight += slots[count].weight
            count += 1
        }
        return (count, weight)
    }

    /// `nil` where there is nothing to be done.
    private static func take(_ state: inout State) -> Turn? {
        var findings: [FindingSlot] = []
        for (lane, slots) in state.lanes {
            // The limit is each lane's own, so that a busy one leaves the others their turn.
            let taken = complete(slots, upTo: turnLimit)
            guard taken.count > 0 else { continue }
            findings.append(contentsOf: slots[..<taken.count])
            state.weight[lane, default: 0] -= taken.weight
            state.taken += taken.weight
            state.lanes[lane] = taken.count == slots.count ? nil : Array(slots[taken.count...])
        }
        let orders = state.orders
        guard !findings.isEmpty || !orders.isEmpty else { return nil }
        state.orders = []
        if state.lanes.isEmpty { state.isUrgent = false }
        state.since = state.lanes.isEmpty ? nil : MonotonicClock.now()
        return .work(findings: findings, orders: orders)
    }

    /// Lets crawlers end that wait for room or for the writer: the daemon is stopping.
    package func abandonWaiters() {
        monitor.update { $0.isAbandoned = true }
    }

    /// Lets the writer wait: until a time has passed, an order has come (which is returned) or it is to stop.
    package func pause(seconds: UInt64) -> [Order] {
        let deadline = MonotonicClock.now() + seconds * 1_000_000_000
        let orders = monitor.wait(untilDeadline: { state -> TimedTurn<[Order]> in
            if state.orders.isEmpty && !state.isAbandoned && !state.isStopped {
                return .sleep(until: deadline)
            }
            defer { state.orders = [] }
            return .done(state.orders)
        })
        return orders ?? []
    }

    /// Lets a crawler wait, until a time has passed or nobody waits for what it finds.
    package func rest(seconds: UInt64) {
        let deadline = MonotonicClock.now() + seconds * 1_000_000_000
        let _: Bool? = monitor.wait(untilDeadline: { state in
            state.isAbandoned || state.isStopped ? .done(true) : .sleep(until: deadline)
        })
    }

    /// Nobody waits any more for what is not written yet.
    package var isAbandoned: Bool { monitor.withLock { $0.isAbandoned } }

    /// Lets the writer finish what is complete and then stop.
    package func stop() {
        monitor.update { $0.isStopped = true }
    }
}
