import CShims
import ExtractionWire
import Glibc
import PhotoModel
import Threads

/// One thread of a pool and the worker it owns: sends what the pool's state hands it, collects replies, and deals with
/// a worker that fails. Used by its own thread only.
final class WorkerThread {
    let core: PoolCore
    let slot: Int
    let wake: Int32
    var connection: WorkerConnection?
    var ledger = WorkerLedger()
    var backoff = RestartBackoff()
    /// When the worker last gave a sign, or was given work after a pause.
    private var lastSign: UInt64 = 0
    private var idleSince: UInt64 = 0
    /// Jobs that may take longer are pictures, made anew when somebody asks again: nobody waits for one that hangs to end. Those
    /// that write have less.
    private static let patienceAtTheEnd = Duration.seconds(5)

    init(core: PoolCore, slot: Int, wake: Int32) {
        self.core = core
        self.slot = slot
        self.wake = wake
    }

    func run() {
        photod_name_thread("extract-\(slot)")
        // The workers that it starts have its priority, from their first instruction on.
        if core.options.isInBackground { photod_lower_thread_priority_to_the_end() }
        let thread = pthread_self()
        core.monitor.withLock { $0.enter(slot: slot, thread: thread) }
        idleSince = MonotonicClock.now()
        var isDone = false
        while !isDone { isDone = step() }
        retire()
        core.threadEnded(wake: wake)
    }

    /// One turn. Returns whether the thread is done.
    private func step() -> Bool {
        let now = MonotonicClock.now()
        let turn = core.monitor.withLock {
            $0.turn(
                slot: slot,
                held: ledger.entries.count,
                hasWorker: connection != nil,
                now: now
            )
        }
        switch turn {
        case .leave: return true
        case .startWorker: startWorker()
        case .readAgain: core.options.observer(.readsAgain)
        case .send(let batch):
            core.announceRoom()
            send(batch)
        case .refuse(let batch):
            core.announceRoom()
            batch.complete(.noWorker)
        case .cancel(let batch):
            core.announceRoom()
            batch.complete(.cancelled)
        case .wait: return wait()
        }
        idleSince = MonotonicClock.now()
        return false
    }

    // MARK: Sending

    private func send(_ batch: PendingBatch) {
        guard batch.count > 0 else { return batch.complete() }
        guard !core.options.isAlone else {
            return doAlone(WorkerLedger.Entry(batch: batch, firstNumber: 0))
        }
        guard let connection else { return core.putBack([batch]) }
        // A worker that was idle begins now; one that is at work shows it by its replies.
        if ledger.isEmpty { lastSign = MonotonicClock.now() }
        let firstNumber = ledger.send(batch)
        do throws(WorkerConnection.Failure) {
            try connection.send(batch, 0..<batch.count, firstNumber: firstNumber)
        } catch {
            fail(error)
        }
    }

    // MARK: Waiting

    /// Returns whether the thread is done: one beyond the first that had no work for a while.
    private func wait() -> Bool {
        guard let connection else { return waitWithoutWorker() }
        let deadline = patience.map { MonotonicClock.add(lastSign, $0) } ?? idleDeadline
        // What kept others from being started is over by then, or is met once more.
        let retry = slot == 0 && ledger.isEmpty ? core.monitor.withLock { $0.retryTime } : nil
        switch connection.wait(until: [deadline, retry].compactMap(\.self).min()) {
        case .message: receive(connection)
        case .woken: break
        case .silence:
            guard let deadline, deadline <= MonotonicClock.now() else { return false }
            if ledger.isEmpty { return endIdle() }
            fail(.slow)
        }
        return false
    }

    /// How long the worker may be silent; `nil` where it has nothing to do. `core.requestStop` wakes the thread, so that the time it
    /// had begun to wait is cut short as well.
    private var patience: Duration? {
        guard let patience = ledger.entries.first?.batch.time.patience else { return nil }
        return patience > Self.patienceAtTheEnd && core.isStopping ? Self.patienceAtTheEnd : patience
    }

    private func waitWithoutWorker() -> Bool {
        var request = pollfd(fd: wake, events: Int16(POLLIN), revents: 0)
        let retry = slot == 0 ? core.monitor.withLock { $0.retryTime } : nil
        let deadline = [idleDeadline, retry].compactMap(\.self).min()
        let ready = poll(&request, 1, MonotonicClock.milliseconds(until: deadline))
        if ready > 0 { photod_event_clear(wake) }
        return ready == 0 && endIdle()
    }

    /// Returns whether the thread is done.
    private func endIdle() -> Bool {
        switch core.endIdle(slot: slot) {
        case .stay: return false
        case .rest:
            retire()
            return false
        case .leave: return true
        }
    }

    /// `nil` for the first thread where it has nothing to let go: it stays and sets no timer.
    private var idleDeadline: UInt64? {
        let hasNothingToLetGo = core.options.isResident || connection == nil
        if slot == 0, hasNothingToLetGo { return nil }
        return MonotonicClock.add(idleSince, core.options.idleLimit)
    }

    private func receive(_ connection: WorkerConnection) {
        var complete: [WorkerLedger.Entry] = []
        var failure: WorkerConnection.Failure?
        do throws(WorkerConnection.Failure) {
            guard
                var reply = try connection.receive(withDescriptors: ledger.mayReturnDescriptors)
            else { return }
            lastSign = MonotonicClock.now()
            idleSince = lastSign
            while let result = try connection.next(&reply) {
                try note(result.number, result.answer)
                if let entry = ledger.settle() { complete.append(entry) }
            }
        } catch {
            failure = error
        }
        if !complete.isEmpty { backoff.succeeded() }
        for entry in complete { finish(entry) }
        if let failure { fail(failure) }
    }

    private func note(_ number: UInt32, _ answer: JobAnswer) throws(WorkerConnection.Failure) {
        let batch: PendingBatch
        do throws(WorkerLedger.UnexpectedResult) {
            batch = try ledger.due(number)
        } catch {
            throw .nonsense("a result for file \(error.number), which was not the next")
        }
        try WorkerConnection.decoding { () throws(WireError) in try batch.note(answer) }
    }

    func finish(_ entry: WorkerLedger.Entry) {
        core.countJobs(entry.answered - entry.slow)
        entry.batch.complete()
    }

    // MARK: Failing

    /// Ends a worker that failed or is slow, puts back what it never touched, and does the jobs that may be to blame
    /// again, each alone in a fresh worker: damage done by one may show only at a later one.
    private func fail(_ failure: WorkerConnection.Failure) {
        guard let worker = connection?.worker else { return }
        connection = nil
        discard(worker, failure)
        let remains = ledger.abandon()
        if remains.suspect != nil { core.monitor.withLock { $0.occupy(slot: slot) } }
        core.putBack(remains.untouched)
        if let suspect = remains.suspect { doAlone(suspect) }
    }

    /// Kills a worker and says why. Returns how it ended.
    @discardableResult
    func discard(
        _ worker: WorkerProcess,
        _ failure: WorkerConnection.Failure,
        deadline: Duration? = nil
    ) -> WorkerProcess.End {
        switch failure {
        case .interrupted, .slow:
            // No failure of the worker's: what it was at has its time yet.
            let end = worker.end(patience: 0)
            core.workerEnded(worker, end)
            return end
        case .ended, .timedOut, .nonsense: break
        }
        backoff.failed()
        // A worker that closed its socket is ending by itself, and how it ends is worth knowing.
        let patience = if case .ended = failure { PoolCore.farewell } else { Int32(0) }
        let end = worker.end(patience: patience)
        core.workerEnded(worker, end)
        var how =
            switch failure {
            case .ended: end.description
            case .timedOut: "it did not answer for \(deadline ?? core.options.time.deadline)"
            case .nonsense(let what): "it sent \(what)"
            case .slow, .interrupted: "it was stopped"
            }
        if let words = worker.words.text() { how += ", saying: \(words)" }
        core.workerFailed(worker, how: how)
        return end
    }

    /// Lets the worker go in peace.
    func retire() {
        guard let worker = connection?.worker else { return }
        connection = nil
        core.release(worker)
    }
}
