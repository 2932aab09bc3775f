import Glibc

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
