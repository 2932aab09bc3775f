import CShims
import Glibc

/// A thread with a name that debuggers and `/proc` show. It is joined once, by `join`.
public final class NamedThread: Sendable {
    private let handle: pthread_t
    private let hasEnded: Monitor<Bool>

    /// Starts `body` on a new thread; `nil` where the system refuses one.
    ///
    /// - Parameter name: only the first 15 bytes are shown.
    public init?(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let hasEnded = Monitor(false)
        let start = Unmanaged.passRetained(ThreadStart(name: name, body: body, hasEnded: hasEnded))
        var handle = pthread_t()
        // A file-scope function: a closure literal made in an isolated context dies in the runtime's isolation check
        // when it runs on a thread the runtime does not know.
        guard pthread_create(&handle, nil, runThread, start.toOpaque()) == 0 else {
            start.release()
            return nil
        }
        self.handle = handle
        self.hasEnded = hasEnded
    }

    /// Waits until the thread has ended. Call it once, and not on the thread itself.
    public func join() {
        pthread_join(handle, nil)
    }

    /// Leaves the thread to itself, in place of `join`.
    public func leave() {
        pthread_detach(handle)
    }

    /// As `join`, but leaves a thread to itself that does not end in time: one in a call that hangs.
    ///
    /// Returns whether it has ended.
    @discardableResult
    public func join(atMost duration: Duration) -> Bool {
        let deadline = MonotonicClock.after(duration)
        let ended: Bool? = hasEnded.wait(untilDeadline: { $0 ? .done(true) : .sleep(until: deadline) })
        if ended == nil { pthread_detach(handle) } else { pthread_join(handle, nil) }
        return ended != nil
    }
}

private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void
    let hasEnded: Monitor<Bool>

    init(name: String, body: @escaping @Sendable () -> Void, hasEnded: Monitor<Bool>) {
        self.name = name
        self.body = body
        self.hasEnded = hasEnded
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    photod_name_thread(start.name)
    start.body()
    start.hasEnded.update { $0 = true }
    return nil
}
