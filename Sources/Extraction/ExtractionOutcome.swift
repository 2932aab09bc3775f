import PhotoModel

/// What became of one file of a batch.
public enum ExtractionOutcome: Hashable, Sendable {
    /// Boxed: the facts are many, and outcomes travel through several queues.
    indirect case facts(EmbeddedFacts)
    case unreadable(UnreadableReason)
    /// The pool was shut down before a worker came to the file. Nothing is known about it: it is still to be read.
    case cancelled
}
