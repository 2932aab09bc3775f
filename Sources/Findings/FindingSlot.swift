import Extraction
import Synchronization

/// A finding on its way to the writer, and the facts that workers still owe it.
package final class FindingSlot: Sendable {
    package let finding: Finding
    let lane: Int
    /// How many files it tells of: what the queue is bounded by.
    let weight: Int

    private struct State {
        var outcomes: [ExtractionOutcome]
        var missing: Int
        /// Files that are still being read, by their numbers.
        var slow: [Int: SlowFile] = [:]
    }

    private let state: Mutex<State>

    package init(_ finding: Finding, lane: Int, reads: Int, weight: Int) {
        self.finding = finding
        self.lane = lane
        self.weight = weight
        state = Mutex(State(outcomes: Array(repeating: .cancelled, count: reads), missing: reads))
    }

    package var isComplete: Bool { state.withLock { $0.missing == 0 } }

    /// In the order the finding numbers them.
    package var outcomes: [ExtractionOutcome] { state.withLock { $0.outcomes } }

    /// Stores what a batch brought, whose files have these numbers.
    package func fulfil(_ numbers: [Int], with outcomes: [ExtractionOutcome]) {
        state.withLock { state in
            for (number, outcome) in zip(numbers, outcomes) {
                state.outcomes[number] = outcome
                if outcome.isSlow { state.slow[number] = SlowFile() }
            }
            state.missing -= outcomes.count
        }
    }

    /// Files that it was written without, and their numbers. Those are to be looked at again when they are read.
    var slowFiles: [(number: Int, file: SlowFile)] {
        state.withLock { state in state.slow.map { ($0.key, $0.value) } }
    }

    /// A slow file is read.
    package func settle(_ number: Int) {
        state.withLock { $0.slow[number] }?.settle()
    }
}
