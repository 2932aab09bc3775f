import Glibc

/// What a pool's threads share. Pure: it decides, they act.
struct PoolState: Sendable {
    /// More batches than this do not wait in memory: their descriptors count against the daemon's limit. A file that is
    /// read by itself is a batch.
    let queueLimit: Int
    /// Batches that a thread holds at most.
    private let depth: Int

    /// One thread and the worker it owns.
    struct Slot: Sendable {
        let number: Int
        /// Wakes the thread from its poll.
        let wake: Int32
        /// Set by the thread itself, first of all.
        var thread: pthread_t?
        /// Batches the thread holds.
        var held = 0
        /// The worker is there and has said what holds it.
        var isReady = false
    }

    private(set) var queue: [PendingBatch] = []
    private(set) var slots: [Slot] = []
    /// Threads that have not ended, one about to start included. A thread gives its slot up first, then ends its
    /// worker, so these and not the slots are what is limited.
    var threads: Int
    var isStopping = false
    var isStartWanted = false
    var status = WorkerStatus()
    /// Workers could not be started: until then (monotonic nanoseconds) nothing is tried again.
    var noWorkerUntil: UInt64 = 0
    /// Killed but not gone: a process waiting for a dead file server cannot die. They are reaped when they can be.
    var strays: [pid_t] = []
    let maximumThreads: Int
    /// Whether the first slot keeps its worker when there is no work.
    let isResident: Bool
    /// Whether each file is read by a fresh worker of its own, which is started when the file is sent.
    private let isAlone: Bool
    /// Since a worker was there last, files were said to have no reader.
    private var hasRefused = false
    private var slotsStarted = 0
    /// Why no worker could be started last; `nil` once one was.
    private var startProblem: ExtractionProblem?
    /// What was told, as far as it was so when the last worker was started or since.
    private var toldProblems: Set<ExtractionProblem> = []

    init(maximumThreads: Int, isResident: Bool = true, isAlone: Bool = false) {
        self.maximumThreads = max(1, maximumThreads)
        self.isResident = isResident
        self.isAlone = isAlone
        depth = isAlone ? 1 : WorkerLedger.depth
        queueLimit = isAlone ? 2 * ExtractionBatch.capacity : 8
        // Where files are read by themselves there is no thread before there is one.
        threads = isAlone ? 0 : 1
    }

    // MARK: Submitting

    enum Admission {
        /// The queue is full.
        case wait
        case queued(wake: Int32?, needsSlot: Bool)
        /// The pool is shut down, and nobody is left to take it.
        case cancelled
    }

    /// Takes a batch in. `submitter` is the calling thread: one of the pool's own must not wait for itself.
    mutating func admit(_ batch: PendingBatch, submitter: pthread_t) -> Admission {
        if isStopping && slots.isEmpty { return .cancelled }
        let isOwn = slots.contains { $0.thread.map { pthread_equal($0, submitter) != 0 } ?? false }
        guard queue.count < queueLimit || isStopping || isOwn else { return .wait }
        queue.append(batch)
        let needsSlot = self.needsSlot
        // Counted at once: another submitter may be as quick.
        if needsSlot { threads += 1 }
        return .queued(wake: hungriest()?.wake, needsSlot: needsSlot)
    }

    /// The thread that can begin soonest.
    private func hungriest() -> Slot? {
        slots.filter { $0.held < depth }
            .min { ($0.isReady ? 0 : 1, $0.held) < ($1.isReady ? 0 : 1, $1.held) }
    }

    /// Whether more work waits than the threads there are can take at once.
    private var needsSlot: Bool {
        if threads == 0 { return !isStopping }
        guard !isStopping, threads < maximumThreads, status.sandbox != .refused, noWorkerUntil == 0 else {
            return false
        }
        return queue.count > slots.reduce(0) { $0 + max(0, depth - $1.held) }
    }

    /// Number for another slot; never used twice, so that a thread that ends cannot take another's place.
    mutating func addSlot(wake: Int32) -> Int {
        let number = slotsStarted
        slotsStarted += 1
        slots.append(Slot(number: number, wake: wake))
        return number
    }

    mutating func removeSlot(_ number: Int) {
        slots.removeAll { $0.number == number }
    }

    /// Called by a slot's thread when it begins.
    mutating func enter(slot number: Int, thread: pthread_t) {
        guard let index = index(of: number) else { return }
        slots[index].thread = thread
    }

    private func index(of number: Int) -> Int? { slots.firstIndex { $0.number == number } }

    // MARK: A thread's turn

    enum Turn {
        /// Nothing to do until the worker answers or somebody wakes the thread.
        case wait
        case startWorker
        case send(PendingBatch)
        /// What had no reader has one now: say so.
        case readAgain
        /// Nothing parses here: say so.
        case refuse(PendingBatch)
        case cancel(PendingBatch)
        case leave
    }

    /// What slot `number` does next. `held` is how many batches its worker has.
    mutating func turn(slot number: Int, held: Int, hasWorker: Bool, now: UInt64) -> Turn {
        let canSend = hasWorker || isAlone
        if let index = index(of: number) {
            slots[index].held = held
            slots[index].isReady = canSend
        }
        if isStopping {
            if !queue.isEmpty { return .cancel(queue.removeFirst()) }
            guard held == 0 else { return .wait }
            removeSlot(number)
            return .leave
        }
        if queue.isEmpty {
            // Where one could not be started it is tried again without work, too: else nobody would learn that it can.
            let isWanted = isStartWanted || startProblem != nil
            if hasWorker, number == 0, isStartable(now), startProblem != nil {
                forgetStartProblem()
                if takeRefusals() { return .readAgain }
            }
            return isWanted && !hasWorker && number == 0 && isStartable(now) ? .startWorker : .wait
        }
        guard canSend || held > 0 || isStartable(now) else {
            // Another worker lives, and takes it in its turn.
            guard !slots.contains(where: \.isReady) else { return .wait }
            hasRefused = true
            return .refuse(queue.removeFirst())
        }
        guard held < depth else { return .wait }
        guard canSend else { return .startWorker }
        if let index = index(of: number) { slots[index].held += 1 }
        return .send(queue.removeFirst())
    }

    func isStartable(_ now: UInt64) -> Bool {
        status.sandbox != .refused && now >= noWorkerUntil
    }

    /// Takes what nobody is there to read, for want of a thread.
    mutating func takeAbandoned() -> [PendingBatch] {
        guard threads == 0 else { return [] }
        defer { queue = [] }
        return queue
    }

    /// Puts back what a failed worker never touched, to be next.
    mutating func putBack(_ batches: [PendingBatch]) {
        queue.insert(contentsOf: batches, at: 0)
    }

    /// Marks a slot as busy with retries, so that work goes to others.
    mutating func occupy(slot number: Int) {
        guard let index = index(of: number) else { return }
        slots[index].held = depth
        slots[index].isReady = false
    }

    /// What a slot does that had no work for a while.
    enum IdleEnd {
        case stay
        /// The slot's worker goes. The thread stays, to start another when there is work.
        case rest
        /// Thread and worker go.
        case leave
    }

    /// A slot had no work for a while: it goes, if it is not the first one and nothing came in meanwhile. Whoever goes
    /// must be gone in the same moment, or it would be handed work.
    mutating func endIdle(slot number: Int) -> IdleEnd {
        guard queue.isEmpty else { return .stay }
        guard number == 0 else {
            removeSlot(number)
            return .leave
        }
        guard !isResident else { return .stay }
        if let index = index(of: number) { slots[index].isReady = false }
        // A worker that was started early has had its time.
        isStartWanted = false
        return .rest
    }

    // MARK: What workers say

    /// Notes what holds a new worker. Returns the problem to tell of, where there is a new one.
    mutating func greeted(isFiltered: Bool, landlock: Int) -> ExtractionProblem? {
        noWorkerUntil = 0
        startProblem = nil
        toldProblems.formIntersection(status.problems)
        status.problems.removeAll()
        guard isFiltered else {
            status.sandbox = .refused
            return add(.noSeccomp)
        }
        status.sandbox = landlock > 0 ? .seccompAndLandlock : .seccomp
        return landlock > 0 ? nil : add(.noLandlock)
    }

    mutating func noteRefusal() { hasRefused = true }

    /// A worker is there. Returns whether there are files that are to be read again for that.
    mutating func takeRefusals() -> Bool {
        defer { hasRefused = false }
        return hasRefused
    }

    /// A worker cannot be started just now, and work waits for it.
    mutating func delayed(_ problem: ExtractionProblem) -> ExtractionProblem? { addStart(problem) }

    /// Takes batches out of the queue whose submitters do not wait for a worker any longer.
    mutating func takeOverdue(_ now: UInt64) -> [PendingBatch] {
        let overdue = queue.filter { $0.isOverdue(now) }
        if !overdue.isEmpty { queue.removeAll { $0.isOverdue(now) } }
        return overdue
    }

    /// Workers cannot be started: nothing is tried until the given time.
    mutating func cannotStart(_ problem: ExtractionProblem, until time: UInt64) -> ExtractionProblem? {
        noWorkerUntil = time
        return addStart(problem)
    }

    /// When the first slot is to try again to start a worker; `nil` where nothing keeps it from that.
    var retryTime: UInt64? { startProblem != nil && status.sandbox != .refused ? noWorkerUntil : nil }

    /// One that lives is enough, and whether another starts is seen when it is needed.
    private mutating func forgetStartProblem() {
        guard let problem = startProblem else { return }
        (startProblem, noWorkerUntil) = (nil, 0)
        status.problems.removeAll { $0 == problem }
    }

    /// What keeps workers from being started now takes the place of what did before.
    private mutating func addStart(_ problem: ExtractionProblem) -> ExtractionProblem? {
        if let startProblem, startProblem != problem { status.problems.removeAll { $0 == startProblem } }
        startProblem = problem
        return add(problem)
    }

    /// `nil` where the problem was told before.
    private mutating func add(_ problem: ExtractionProblem) -> ExtractionProblem? {
        guard !status.problems.contains(problem) else { return nil }
        status.problems.append(problem)
        return toldProblems.insert(problem).inserted ? problem : nil
    }
}
