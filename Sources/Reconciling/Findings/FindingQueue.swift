import LibraryIndex
import Threads

/// What waits for the one writer: findings, in order within each crawler's lane, and orders from sessions.
///
/// A lane's findings keep their order even where a worker takes long over one of them, so that of two looks at a file
/// the later wins. A lane that waits for a worker holds up no other.
final class FindingQueue: Sendable {
    /// Counts a lane's findings, from 1.
    typealias Ticket = UInt64

    /// An order is carried out in a transaction of the writer's.
    typealias Order = @Sendable () -> Void

    enum Turn {
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
        var weight = 0
        var isAbandoned = false
        var isStopped = false
        /// The writer has ended.
        var isClosed = false
    }

    /// Files that may wait: enough to keep the workers busy while a transaction commits.
    private static let capacity = 4096
    /// Files of one lane that a transaction takes at most.
    private static let turnLimit = 2048

    private let monitor = Monitor(State())

    /// Adds a finding. Waits while there are more than the writer can take.
    @discardableResult
    func append(_ slot: FindingSlot) -> Ticket {
        let ticket: Ticket = monitor.wait { state in
            guard state.weight < Self.capacity || state.isAbandoned else { return nil }
            state.weight += slot.weight
            state.lanes[slot.lane, default: []].append(slot)
            let ticket = state.appended[slot.lane, default: 0] + 1
            state.appended[slot.lane] = ticket
            return ticket
        }
        monitor.update { _ in }
        return ticket
    }

    /// The findings are in the index, or never will be.
    func wrote(_ slots: [FindingSlot]) {
        monitor.update { state in
            for slot in slots { state.written[slot.lane, default: 0] += 1 }
        }
    }

    /// Waits until a lane's finding, and all before it, are in the index. Returns at once where they are.
    func waitUntilWritten(_ ticket: Ticket, lane: Int) {
        monitor.wait { state in
            state.written[lane, default: 0] >= ticket || state.isAbandoned ? () : nil
        }
    }

    func isWritten(_ ticket: Ticket, lane: Int) -> Bool {
        monitor.withLock { $0.written[lane, default: 0] >= ticket }
    }

    /// Returns `false` where the writer has ended: nobody will carry the order out.
    @discardableResult
    func append(order: @escaping Order) -> Bool {
        monitor.update { state in
            if !state.isClosed { state.orders.append(order) }
            return !state.isClosed
        }
    }

    /// A slot has been completed: the writer may have something to do.
    func wake() {
        monitor.update { _ in }
    }

    /// The next things to write. Waits for some.
    ///
    /// - Parameter patience: nanoseconds to wait, from the last time that there might have been something; `nil`: as long as
    ///   it takes. Asked before each wait.
    func next(within patience: () -> UInt64? = { nil }) -> Turn {
        let turn = monitor.wait(untilDeadline: { state -> TimedTurn<Turn> in
            var findings: [FindingSlot] = []
            var weight = 0
            for lane in state.lanes.keys {
                guard let slots = state.lanes[lane] else { continue }
                var taken = 0
                // The limit is each lane's own, so that a busy one leaves the others their turn.
                var laneWeight = 0
                while taken < slots.count, laneWeight < Self.turnLimit, slots[taken].isComplete {
                    laneWeight += slots[taken].weight
                    taken += 1
                }
                weight += laneWeight
                guard taken > 0 else { continue }
                findings.append(contentsOf: slots[..<taken])
                if taken == slots.count {
                    state.lanes[lane] = nil
                } else {
                    state.lanes[lane]?.removeFirst(taken)
                }
            }
            let orders = state.orders
            guard !findings.isEmpty || !orders.isEmpty else {
                state.isClosed = state.isStopped
                if state.isStopped { return .done(.stop) }
                return .sleep(until: patience().map { MonotonicClock.now() + $0 })
            }
            state.orders = []
            state.weight -= weight
            return .done(.work(findings: findings, orders: orders))
        })
        guard let turn else { return .idle }
        monitor.update { _ in }
        return turn
    }

    /// Lets crawlers end that wait for room or for the writer: the daemon is stopping.
    func abandonWaiters() {
        monitor.update { $0.isAbandoned = true }
    }

    /// Lets the writer wait: until a time has passed, an order has come (which is returned) or it is to stop.
    func pause(seconds: UInt64) -> [Order] {
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
    func rest(seconds: UInt64) {
        let deadline = MonotonicClock.now() + seconds * 1_000_000_000
        let _: Bool? = monitor.wait(untilDeadline: { state in
            state.isAbandoned || state.isStopped ? .done(true) : .sleep(until: deadline)
        })
    }

    /// Nobody waits any more for what is not written yet.
    var isAbandoned: Bool { monitor.withLock { $0.isAbandoned } }

    /// Lets the writer finish what is complete and then stop.
    func stop() {
        monitor.update { $0.isStopped = true }
    }
}
