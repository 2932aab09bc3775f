import Glibc

/// State under a lock, with a condition to wait on.
///
/// Synchronization's Mutex has no condition, and a thread that waits for room must not spin.
///
/// Unchecked: `state` is reached only through `withLock`, which holds the mutex while it runs, and the mutex and
/// condition are made for use by many threads.
final class Monitor<State: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    init(_ state: State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        // With default attributes neither can fail in glibc.
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Runs `body` until it gives a result; between two runs it waits for ``wakeAll()``.
    func waitUntil<Result>(_ body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }

    func wakeAll() {
        pthread_cond_broadcast(condition)
    }
}
