import CShims
import Files
import Glibc
import PhotoModel

/// A semaphore on which the crawlers of one lane wait for work.
///
/// `@unchecked`: the pointer never changes, and POSIX makes semaphores for use by several threads at once.
final class LaneSignal: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        // `sem_init` fails only for a count too large or a missing process-shared feature; neither is asked for.
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func wait() {
        _ = uninterrupted { sem_wait(semaphore) }
    }

    /// Returns `false` where nobody posted in time.
    ///
    /// - Parameter deadline: of the monotonic clock, in nanoseconds.
    func wait(until deadline: UInt64) -> Bool {
        photod_semaphore_wait_until(semaphore, deadline) != 0
    }

    func post() {
        sem_post(semaphore)
    }
}
