import CShims
import Glibc

/// Owns a timer that poll(2) reports: setting it wakes nobody, which a deadline of poll's own would.
struct TimerDescriptor: ~Copyable, Sendable {
    let raw: Int32

    init() throws(WatchError) {
        raw = photod_timer_descriptor()
        guard raw >= 0 else { throw .noWakeDescriptor(errno: errno) }
    }

    deinit {
        close(raw)
    }

    /// Nanoseconds from now; 0 unsets it.
    func set(_ nanoseconds: Int64) {
        photod_timer_set(raw, UInt64(max(0, nanoseconds)))
    }
}
