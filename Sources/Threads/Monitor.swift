import Glibc

/// State under a lock, with a condition to wait on.
///
/// Synchronization's `Mutex` has no condition, and a thread that has nothing to do must not spin or poll.
///
/// Unchecked: `state` is reached only through the methods below, which hold the mutex while they touch it; mutex and
/// condition are made for use by many threads.
public final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    public init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        // Deadlines are monotonic: setting the clock must not wake or delay anyone.
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    public func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// As `withLock`, and wakes every waiting thread.
    public func update<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Wakes every waiting thread: its turn may come out otherwise now.
    public func wakeAll() {
        pthread_cond_broadcast(condition)
    }

    /// Runs `body` until it gives a result; between two runs the thread sleeps until the next `update`.
    public func wait<Result>(_ body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// As `wait`, but gives up at a monotonic time in nanoseconds, which `body` names where it gives no result.
    /// Without such a time it sleeps until the next `update`.
    public func wait<Result>(untilDeadline body: (inout State) -> TimedTurn<Result>) -> Result? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&state) {
            case .done(let result): return result
            case .sleep(until: nil): pthread_cond_wait(condition, mutex)
            case .sleep(until: .some(let deadline)):
                var time = timespec(
                    tv_sec: Int(deadline / 1_000_000_000),
                    tv_nsec: Int(deadline % 1_000_000_000)
                )
                if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return nil }
            }
        }
    }
}

/// What one turn of a timed wait decides.
public enum TimedTurn<Result> {
    case done(Result)
    case sleep(until: UInt64?)
}
