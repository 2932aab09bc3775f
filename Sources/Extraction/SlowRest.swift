import Synchronization

/// What is known of a batch of which some files are still being read by themselves.
final class SlowRest: Sendable {
    private struct State {
        var outcomes: [ExtractionOutcome]
        var missing: Int
    }

    private let state: Mutex<State>

    init(_ outcomes: [ExtractionOutcome], missing: Int) {
        state = Mutex(State(outcomes: outcomes, missing: missing))
    }

    /// Notes what became of a file. Returns all outcomes with the last one.
    func settle(_ position: Int, _ outcome: ExtractionOutcome) -> [ExtractionOutcome]? {
        state.withLock { state in
            state.outcomes[position] = outcome
            state.missing -= 1
            return state.missing == 0 ? state.outcomes : nil
        }
    }
}
