import PhotoModel

/// What a worker says about one file.
public struct JobResult: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// Boxed: the facts are many, and most results travel through several queues.
        indirect case facts(EmbeddedFacts)
        case unreadable(UnreadableReason)
    }

    public let number: UInt32
    public let outcome: Outcome

    public init(number: UInt32, outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }
}

/// The outcome's byte for facts; every other value is an `UnreadableReason`.
let factsOutcome: UInt8 = 0
