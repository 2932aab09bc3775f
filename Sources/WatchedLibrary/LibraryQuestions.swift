import Auditing
import LibraryIndex
import Synchronization

/// What somebody waits for that a run of the library answers, and that the next one has to answer where the run ends before.
final class LibraryQuestions: Sendable {
    enum Question: Sendable {
        case sync(@Sendable () -> Void)
        case audit(
            report: @Sendable (AuditDifference) -> Bool,
            completion: @Sendable (AuditOutcome) -> Void
        )
    }

    private struct Entry {
        let question: Question
        /// The run that was asked last.
        var run: UInt64?
        /// By which that run knows it.
        var number: UInt64?
        /// How many were asked.
        var runs = 0
    }

    private struct State {
        var entries: [UInt64: Entry] = [:]
        var next: UInt64 = 1
    }

    private let state = Mutex(State())

    func add(_ question: Question) -> UInt64 {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.entries[number] = Entry(question: question)
            return number
        }
    }

    /// Notes that a run is asked; `nil` where nobody waits any more, or that run or a later one has been asked.
    func begin(_ number: UInt64, _ run: UInt64) -> Question? {
        state.withLock { state in
            guard let entry = state.entries[number], entry.run ?? 0 < run else { return nil }
            state.entries[number]?.run = run
            state.entries[number]?.number = nil
            state.entries[number]?.runs += 1
            return entry.question
        }
    }

    /// Whether more than one run was asked.
    func isRepeated(_ number: UInt64) -> Bool {
        state.withLock { state in state.entries[number].map { $0.runs > 1 } ?? false }
    }

    /// Notes by which number a run knows a question. Returns `false` where nobody waits any more.
    func note(_ number: UInt64, _ inner: UInt64, _ run: UInt64) -> Bool {
        state.withLock { state in
            guard state.entries[number]?.run == run else { return false }
            state.entries[number]?.number = inner
            return true
        }
    }

    /// Whether a run's answer is the one that is waited for: then nobody waits any more.
    func end(_ number: UInt64, _ run: UInt64) -> Bool {
        state.withLock { state in
            guard state.entries[number]?.run == run else { return false }
            state.entries[number] = nil
            return true
        }
    }

    /// Nobody waits any more. Returns the number by which a run knows the question.
    func forget(_ number: UInt64, _ run: UInt64) -> UInt64? {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return nil }
            return entry.run == run ? entry.number : nil
        }
    }

    /// The questions that another run was asked, or none yet.
    func unanswered(by run: UInt64) -> [UInt64] {
        state.withLock { state in
            state.entries.filter { $0.value.run != run }.keys.sorted()
        }
    }

    /// There is no index, and nobody knows when there will be one: who waits for an audit has no time limit.
    func refuseAudits(_ reason: String) {
        let audits = state.withLock { state in
            let numbers = state.entries.filter { if case .audit = $0.value.question { true } else { false } }
            return numbers.keys.compactMap { state.entries.removeValue(forKey: $0)?.question }
        }
        for case .audit(_, let completion) in audits { completion(.failed(reason)) }
    }
}

extension PhotoLibrary {
    // MARK: Asking

    /// Calls `completion` once everything that changed before this call is in the index. Where that is so already, it
    /// is called at once and on this thread.
    ///
    /// Where the index is found damaged before, it is called when the new one is exact.
    ///
    /// Returns a number for `cancelSync`.
    @discardableResult
    public func sync(_ completion: @escaping @Sendable () -> Void) -> UInt64 {
        let number = questions.add(.sync(completion))
        let run = run
        if run.index.seemsChanged { suspectIndex() } else { ask(number, run) }
        return number
    }

    public func cancelSync(_ number: UInt64) {
        let run = run
        if let inner = questions.forget(number, run.number) { run.cancelSync(inner) }
    }

    /// Compares everything with the disk and mends what differs. Both closures are called on the audit's own thread.
    ///
    /// - Parameters:
    ///   - report: told each difference, mended or not; returns `false` where nobody listens any more.
    ///   - completion: called once, unless the audit was abandoned.
    /// - Returns: a number for `abandonAudit`.
    public func audit(
        report: @escaping @Sendable (AuditDifference) -> Bool,
        completion: @escaping @Sendable (AuditOutcome) -> Void
    ) -> UInt64 {
        let number = questions.add(.audit(report: report, completion: completion))
        ask(number, run)
        return number
    }

    public func abandonAudit(_ number: UInt64) {
        let run = run
        if let inner = questions.forget(number, run.number) { run.auditor.abandon(inner) }
    }

    func ask(_ number: UInt64, _ run: LibraryRun) {
        // The next one is asked when it is there.
        guard !run.index.isDamaged, let question = questions.begin(number, run.number) else { return }
        switch question {
        case .sync(let completion):
            let inner = run.sync { [questions, weak run] in
                // What a crawler could not read of a damaged index it has not looked at.
                guard let run, !run.index.isDamaged, questions.end(number, run.number) else { return }
                completion()
            }
            if !questions.note(number, inner, run.number) { run.cancelSync(inner) }
        case .audit(let report, let completion):
            let inner = run.auditor.audit(report: report) { [questions, renewal, weak run] outcome in
                guard let run else { return }
                let isStopped = renewal.withLock { $0.isStopped }
                let isAnswer = isStopped || !run.index.isDamaged
                // A disk that damages every index would have it begin anew without end.
                guard isAnswer || questions.isRepeated(number), questions.end(number, run.number) else {
                    return
                }
                completion(isAnswer ? outcome : .failed("\(IndexError.damaged)"))
            }
            if !questions.note(number, inner, run.number) { run.auditor.abandon(inner) }
        }
    }
}
