import NIOCore
import Synchronization
import Threads

/// Threads that open, read and write files: a disk that is slow holds up none of those who wait for something else. Each is started when
/// there is work for it. Where the system refuses one those there are do the work, and the next call asks for it again.
///
/// A call into a mount that hangs does not come back and cannot be ended; its thread is lost until the mount is back. So where files
/// may hang nobody waits for longer than a time, and while all threads are lost nobody does at all.
final class FileThreads: Sendable {
    /// The files have not answered in time.
    struct NoAnswer: Error {}

    /// The system gives no thread, and there is none yet.
    struct NoThread: Error {}

    private struct State {
        var calls = CircularBuffer<@Sendable () -> Void>()
        var threads = 0
        /// Those whose call nobody waits for any more.
        var lost = 0
        /// Those that wait for a call.
        var idle = 0
        var isEnding = false
    }

    private let state = Monitor(State())
    private let count: Int
    private let makeThread: @Sendable (_ body: @escaping @Sendable () -> Void) -> NamedThread?
    /// `nil`: whoever asks waits, however long.
    private let deadline: (limit: TimeAmount, eventLoop: any EventLoop)?

    /// - Parameters:
    ///   - count: how many there are at most.
    ///   - deadline: how long a call may take, with the time that it waits for a thread, and who looks after that.
    init(
        count: Int,
        deadline: (limit: TimeAmount, eventLoop: any EventLoop)? = nil,
        makeThread: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) -> NamedThread? = {
            NamedThread("files", $0)
        }
    ) {
        self.count = count
        self.deadline = deadline
        self.makeThread = makeThread
    }

    /// What was left to them is done yet.
    deinit { state.update { $0.isEnding = true } }

    /// Runs `body` on one of them. It is not begun where the task is cancelled before.
    ///
    /// - Throws: `NoAnswer`, `NoThread`, or what `body` does. What that returns after its time is dropped there.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let (limit, eventLoop) = deadline else { return try await runUntilDone(body) }
        let promise = eventLoop.makePromise(of: Value.self)
        let call = FileCall()
        let timer = eventLoop.scheduleTask(in: limit) {
            switch call.giveUp() {
            case .waiting: promise.fail(NoAnswer())
            case .running:
                self.state.update { $0.lost += 1 }
                promise.fail(NoAnswer())
            case .givenUp, .over: break
            }
        }
        let refusal = submit {
            guard call.begin() else { return }
            let result = Result(catching: body)
            if call.end() {
                timer.cancel()
                promise.completeWith(result)
            } else {
                self.state.update { $0.lost -= 1 }
            }
        }
        if let refusal, call.leave() {
            timer.cancel()
            promise.fail(refusal)
        }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            guard call.leave() else { return }
            timer.cancel()
            promise.fail(CancellationError())
        }
    }

    /// As `run`, for files that do not hang.
    private func runUntilDone<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let call = FileCall()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Value, any Error>) in
                let refusal = submit {
                    waiter.resume(with: call.begin() ? Result(catching: body) : .failure(CancellationError()))
                }
                if let refusal { waiter.resume(throwing: refusal) }
            }
        } onCancel: {
            _ = call.leave()
        }
    }

    /// Runs `body` on one of them, whenever that is. Where there is none until nobody has these threads any more it is dropped.
    func leave(_ body: @escaping @Sendable () -> Void) {
        state.update { state in
            startThread(&state)
            // As long as it takes these threads are in use. What waits for the first must not hold them: nobody else might.
            let holder = state.threads > 0 ? self : nil
            state.calls.append { withExtendedLifetime(holder, body) }
        }
    }

    // MARK: - The threads

    /// - Returns: why it is not done: `NoThread`, or `NoAnswer` where all that there are are lost.
    private func submit(_ body: @escaping @Sendable () -> Void) -> (any Error)? {
        state.update { state in
            startThread(&state)
            guard state.threads > 0 else { return NoThread() }
            guard state.threads > state.lost else { return NoAnswer() }
            state.calls.append(body)
            return nil
        }
    }

    /// Starts one more where all are at something, if there may be one and the system gives it.
    private func startThread(_ state: inout State) {
        guard state.calls.count >= state.idle, state.threads < count,
            let thread = makeThread({ [monitor = self.state] in Self.work(monitor) })
        else { return }
        thread.leave()
        state.threads += 1
    }

    private static func work(_ monitor: Monitor<State>) {
        while let body = next(monitor) { body() }
    }

    /// `nil` where nobody asks for anything any more.
    private static func next(_ monitor: Monitor<State>) -> (@Sendable () -> Void)? {
        var isIdle = false
        return monitor.wait { state -> (@Sendable () -> Void)?? in
            if isIdle { state.idle -= 1 }
            isIdle = false
            if let body = state.calls.popFirst() { return .some(body) }
            if state.isEnding { return .some(nil) }
            isIdle = true
            state.idle += 1
            return nil
        }
    }
}

/// How far one call has come.
private final class FileCall: Sendable {
    enum Phase: Sendable {
        case waiting
        case running
        /// Nobody waits for it any more.
        case givenUp
        case over
    }

    private let phase = Mutex(Phase.waiting)

    /// - Returns: `false` where nobody waits for it any more.
    func begin() -> Bool {
        phase.withLock { phase in
            guard case .waiting = phase else { return false }
            phase = .running
            return true
        }
    }

    /// - Returns: whether it was waited for.
    func end() -> Bool {
        phase.withLock { phase in
            defer { phase = .over }
            if case .running = phase { return true }
            return false
        }
    }

    /// - Returns: how far it had come.
    func giveUp() -> Phase {
        phase.withLock { phase in
            defer {
                switch phase {
                case .waiting: phase = .over
                case .running: phase = .givenUp
                case .givenUp, .over: break
                }
            }
            return phase
        }
    }

    /// - Returns: whether it had not begun, and does not now.
    func leave() -> Bool {
        phase.withLock { phase in
            guard case .waiting = phase else { return false }
            phase = .over
            return true
        }
    }
}
