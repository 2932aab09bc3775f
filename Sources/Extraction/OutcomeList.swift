import Synchronization

/// What became of the jobs of a batch so far, in the order they were added.
final class OutcomeList<Outcome: Sendable>: Sendable {
    private struct State {
        var outcomes: [Outcome] = []
        /// Which of them are of slow jobs.
        var slow: [Int] = []
    }

    private let state: Mutex<State>

    init(capacity: Int) {
        var state = State()
        state.outcomes.reserveCapacity(capacity)
        self.state = Mutex(state)
    }

    func append(_ outcome: Outcome, isSlow: Bool = false) {
        state.withLock { state in
            if isSlow { state.slow.append(state.outcomes.count) }
            state.outcomes.append(outcome)
        }
    }

    var all: (outcomes: [Outcome], slow: [Int]) { state.withLock { ($0.outcomes, $0.slow) } }
}
