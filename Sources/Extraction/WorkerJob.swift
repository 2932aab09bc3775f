import ExtractionWire

/// A kind of jobs as the daemon knows it: what goes along to a worker, and what comes of it.
///
/// The pool takes care of all that is no matter of the kind: workers, batches, deadlines, crashes, and which job was to
/// blame for one. A job may therefore be begun by several workers, one after the other.
public protocol WorkerJob: Sendable {
    /// What is known of a job when it is over.
    associatedtype Outcome: Sendable

    static var kind: JobKind { get }

    /// How long one may take; `nil`: what the pool gives each.
    static var time: JobTime? { get }

    func encode(into payload: inout WireBytes)

    /// What a worker's answer says.
    ///
    /// - Throws: where it says what it cannot. The worker is replaced then, and the job done again.
    static func outcome(_ answer: JobAnswer) throws(WireError) -> Outcome

    /// What there is to say without an answer.
    static func outcome(_ end: JobEnd) -> Outcome
}

extension WorkerJob {
    public static var time: JobTime? { nil }
}

/// A worker's answer, which keeps to the limits of the job's kind.
public enum JobAnswer {
    /// The bytes are valid as long as the call they are given to.
    case done(UnsafeRawBufferPointer, ReceivedDescriptor?)
    /// What the reason means is the kind's.
    case failed(UInt8)
    /// The worker knows no jobs of that kind.
    case refused
}

/// How a job ended that no worker has answered.
public enum JobEnd: Hashable, Sendable {
    /// A worker that did nothing else crashed, or answered nonsense.
    case crashed
    case timedOut
    /// No worker can be started, and none will be soon.
    case noWorker
    /// The job takes longer than others can be kept waiting for: it is done by itself, and what becomes of it is told later.
    case slow
    /// No worker could be started in the time that the submitter had.
    case unavailable
    /// The pool was shut down before.
    case cancelled
}

/// How long jobs may take.
public struct JobTime: Hashable, Sendable {
    /// One job, done by itself.
    public let deadline: Duration
    /// How long one may keep others waiting: a worker with a batch is not silent for longer.
    public let patience: Duration

    public init(deadline: Duration, patience: Duration) {
        self.deadline = deadline
        self.patience = min(patience, deadline)
    }

    /// How long a job of a slow batch may take when it is done by itself, to find the slow ones among them.
    var trial: Duration { patience / 4 }
}
