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
