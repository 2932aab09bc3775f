import Synchronization

/// What is known of a batch of which some jobs are still done by themselves.
final class SlowRest<Outcome: Sendable>: Sendable {
    private struct State {
        var outcomes: [Outcome]
        var missing: Int
    }

    private let state: Mutex<State>

    init(_ outcomes: [Outcome], missing: Int) {
        state = Mutex(State(outcomes: outcomes, missing: missing))
    }

    /// Notes what became of a job. Returns all outcomes with the last one.
    func settle(_ position: Int, _ outcome: Outcome) -> [Outcome]? {
        state.withLock { state in
            state.outcomes[position] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.outcomes : nil
        }
    }
}
