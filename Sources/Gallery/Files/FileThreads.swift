import NIOCore
import NIOPosix
import Synchronization

/// Threads that open, read and write files: a disk that is slow holds up none of those who wait for something else.
///
/// A call into a mount that hangs does not come back and cannot be ended; its thread is lost until the mount is back. So where files
/// may hang nobody waits for longer than a time, and while all threads are lost nobody does at all.
final class FileThreads: Sendable {
    /// The files have not answered in time.
    struct NoAnswer: Error {}

    private let pool: NIOThreadPool
    private let count: Int
    /// `nil`: whoever asks waits, however long.
    private let deadline: (limit: TimeAmount, eventLoop: any EventLoop)?
    private let lost = Mutex(0)

    /// - Parameter deadline: how long a call may take, with the time that it waits for a thread, and who looks after that.
    init(count: Int, deadline: (limit: TimeAmount, eventLoop: any EventLoop)? = nil) {
        self.count = count
        self.deadline = deadline
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    /// Runs `body` on one of them. It is not begun where the task is cancelled before.
    ///
    /// - Throws: `NoAnswer`, or what `body` does. What that returns after its time is dropped there.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        guard let (limit, eventLoop) = deadline else { return try await pool.runIfActive(body) }
        guard lost.withLock({ $0 < count }) else { throw NoAnswer() }
        let promise = eventLoop.makePromise(of: Value.self)
        let call = FileCall()
        let timer = eventLoop.scheduleTask(in: limit) {
            switch call.giveUp() {
            case .waiting: promise.fail(NoAnswer())
            case .running:
                self.lost.withLock { $0 += 1 }
                promise.fail(NoAnswer())
            case .givenUp, .over: break
            }
        }
        pool.submit { _ in
            guard call.begin() else { return }
            let result = Result(catching: body)
            if call.end() {
                timer.cancel()
                promise.completeWith(result)
            } else {
                self.lost.withLock { $0 -= 1 }
            }
        }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            guard call.leave() else { return }
            timer.cancel()
            promise.fail(CancellationError())
        }
    }

    /// Runs `body` on one of them, whenever that is.
    func leave(_ body: @escaping @Sendable () -> Void) { pool.submit { _ in body() } }
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
