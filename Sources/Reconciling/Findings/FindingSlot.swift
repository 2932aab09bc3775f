import Extraction
import Synchronization

/// A finding on its way to the writer, and the facts that workers still owe it.
final class FindingSlot: Sendable {
    let finding: Finding
    let lane: Int
    /// How many files it tells of: what the queue is bounded by.
    let weight: Int

    private struct State {
        var outcomes: [ExtractionOutcome]
        var missing: Int
    }

    private let state: Mutex<State>

    init(_ finding: Finding, lane: Int, reads: Int, weight: Int) {
        self.finding = finding
        self.lane = lane
        self.weight = weight
        state = Mutex(State(outcomes: Array(repeating: .cancelled, count: reads), missing: reads))
    }

    var isComplete: Bool { state.withLock { $0.missing == 0 } }

    /// In the order the finding numbers them.
    var outcomes: [ExtractionOutcome] { state.withLock { $0.outcomes } }

    /// Stores what a batch brought, whose files have these numbers.
    func fulfil(_ numbers: [Int], with outcomes: [ExtractionOutcome]) {
        state.withLock { state in
            for (number, outcome) in zip(numbers, outcomes) { state.outcomes[number] = outcome }
            state.missing -= outcomes.count
        }
    }
}
