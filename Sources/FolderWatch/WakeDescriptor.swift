import CShims
import Glibc

/// Owns the eventfd that wakes the watcher's thread.
struct WakeDescriptor: ~Copyable, Sendable {
    let raw: Int32

    init() throws(WatchError) {
        raw = photod_event_descriptor()
        guard raw >= 0 else { throw .noWakeDescriptor(errno: errno) }
    }

    deinit {
        close(raw)
    }

    func post() {
        photod_event_raise(raw)
    }

    func clear() {
        photod_event_clear(raw)
    }
}

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

/// Owns an open /proc/self/mountinfo, which poll(2) reports as POLLPRI when a mount comes, goes or changes.
struct MountTableDescriptor: ~Copyable, Sendable {
    let raw: Int32

    init() throws(WatchError) {
        raw = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { throw .noMountTable(errno: errno) }
    }

    /// Whether the table has changed since this was asked last, or since the beginning. Every descriptor remembers for
    /// itself; a poll(2) of it counts as asking.
    func hasChanged() -> Bool {
        var entry = pollfd(fd: raw, events: Int16(POLLPRI), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    deinit {
        close(raw)
    }
}
