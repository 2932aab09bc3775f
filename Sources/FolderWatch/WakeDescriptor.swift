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

/// Owns an open /proc/self/mountinfo, which poll(2) reports as POLLPRI when a mount comes, goes or changes.
struct MountTableDescriptor: ~Copyable, Sendable {
    let raw: Int32

    init() throws(WatchError) {
        raw = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        guard raw >= 0 else { throw .noMountTable(errno: errno) }
    }

    deinit {
        close(raw)
    }
}
