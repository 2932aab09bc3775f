import Extraction
import Shots
import Threads

/// Shots whose files workers have, and what they say of them.
package final class ChunkReading: Sendable {
    private struct Answers {
        var outcomes: [ExtractionOutcome]
        var missing: Int
    }

    package let shots: [ObservedShot]
    private let answers: Monitor<Answers>

    /// - Parameter reads: how many files workers have.
    init(_ shots: [ObservedShot], reads: Int) {
        self.shots = shots
        answers = Monitor(Answers(outcomes: Array(repeating: .cancelled, count: reads), missing: reads))
    }

    func fulfil(_ numbers: [Int], with outcomes: [ExtractionOutcome]) {
        answers.update { answers in
            for (number, outcome) in zip(numbers, outcomes) { answers.outcomes[number] = outcome }
            answers.missing -= numbers.count
        }
    }

    /// Waits until all have been answered. A pool answers everything it was given, when it shuts down with `cancelled`.
    package func wait() -> [ExtractionOutcome] {
        answers.wait { $0.missing == 0 ? $0.outcomes : nil }
    }
}
