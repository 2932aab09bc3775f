/// The pool's figures, for `status`.
public struct WorkerStatus: Hashable, Sendable {
    /// What keeps photos from doing harm.
    public enum Sandbox: String, Sendable {
        /// No worker has said yet.
        case starting
        case seccompAndLandlock = "seccomp+landlock"
        /// The kernel has no Landlock, or it is switched off.
        case seccomp
        /// There is no seccomp: nothing is parsed.
        case refused
    }

    /// Workers alive now.
    public var running = 0
    /// Workers started since the pool was made.
    public var started = 0
    /// Workers that crashed, hung or answered nonsense.
    public var crashes = 0
    /// Files answered.
    public var jobs = 0
    public var sandbox = Sandbox.starting
    /// What a user should know and do something about. Empty is well.
    public var problems: [ExtractionProblem] = []

    public init() {}

    /// Adds what is done beside by others of the same kind.
    public mutating func add(_ other: WorkerStatus) {
        running += other.running
        started += other.started
        crashes += other.crashes
        jobs += other.jobs
        for problem in other.problems where !problems.contains(problem) { problems.append(problem) }
    }
}

/// Something wrong with the workers, and what helps.
public struct ExtractionProblem: Hashable, Sendable {
    public let problem: String
    public let remedy: String

    public init(problem: String, remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }
}

/// What a pool tells its observer, from its own threads.
public enum ExtractionNotice: Hashable, Sendable {
    case workerStarted(process: Int32)
    /// A worker went as it should: it had no work, or was started for one file. `words` is what it or its libraries had
    /// to say meanwhile.
    case workerLeft(process: Int32, words: String?)
    /// A worker ended that should not have: `how` says it in words.
    case workerFailed(process: Int32, how: String)
    /// A worker is there again after files were said to have no reader.
    case readsAgain
    /// Something for `status`, said once. It stays in ``WorkerStatus/problems`` until it is over.
    case problem(ExtractionProblem)
}

extension ExtractionProblem {
    static let noSeccomp = ExtractionProblem(
        problem: "the kernel refuses system call filters (seccomp), so no photo is parsed",
        remedy: """
            run a kernel with CONFIG_SECCOMP_FILTER, and let the service use seccomp (in a container: its seccomp \
            profile); photos are indexed by name and time until then
            """
    )

    static let noLandlock = ExtractionProblem(
        problem: "photos are parsed behind a system call filter alone, without Landlock",
        remedy: """
            run Linux 5.13 or newer with landlock among the security modules (lsm=), and let the service make landlock \
            calls
            """
    )
}
