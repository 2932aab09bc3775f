import PhotoModel

/// What became of one file of a batch.
public enum ExtractionOutcome: Hashable, Sendable {
    /// Boxed: the facts are many, and outcomes travel through several queues.
    indirect case facts(EmbeddedFacts)
    case unreadable(UnreadableReason)
    /// The file takes longer than others can be kept waiting for: it is read by itself, and what becomes of it is told later.
    case slow
    /// No worker could be started in the time that the submitter had. Nothing is known about the file: it is to be asked
    /// for again.
    case unavailable
    /// The pool was shut down before a worker came to the file. Nothing is known about it: it is still to be read.
    case cancelled

    /// Asked without a comparison, which would unpack the facts of all others.
    public var isSlow: Bool {
        if case .slow = self { true } else { false }
    }
}
