import CShims
import Files
import Glibc
import PhotoModel

/// Owns an inotify instance. Adding and removing are safe from any thread (the kernel locks); reading is the
/// business of whoever holds the watcher's lock.
struct InotifyDescriptor: ~Copyable, Sendable {
    let raw: Int32

    init() throws(WatchError) {
        raw = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard raw >= 0 else { throw .noInotify(errno: errno) }
    }

    deinit {
        close(raw)
    }

    /// Watches the directory behind an open descriptor, whatever path leads to it by now.
    ///
    /// Returns the watch descriptor (the one in force where the inode is watched already), or a negated
    /// errno. The call may wait for a network file system, so no lock may be held.
    func add(directory: Int32) -> Int32 {
        // The kernel takes a path only. A link under /proc/self/fd leads to the open inode itself.
        guard directory >= 0 else { return -EBADF }
        return withProcPath(of: directory) { path in
            let watch = inotify_add_watch(raw, path, EventMask.directory)
            return watch >= 0 ? watch : -errno
        }
    }

    /// A watch that the kernel has removed itself is fine.
    func remove(_ watch: Int32) {
        _ = inotify_rm_watch(raw, watch)
    }

    /// How many bytes of events wait. Everything that changed before the call is among them.
    var bytesQueued: Int {
        var bytes: Int32 = 0
        // FIONREAD fails for no open inotify descriptor; then reading says what is wrong.
        guard photod_ioctl_int(raw, UInt(FIONREAD), &bytes) == 0 else { return 1 }
        return Int(bytes)
    }

    /// The bytes read, 0 where there is nothing to read, or a negated errno.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let bytes = uninterrupted { Glibc.read(raw, buffer.baseAddress, buffer.count) }
        if bytes >= 0 { return bytes }
        return errno == EAGAIN ? 0 : -Int(errno)
    }
}

/// Calls `body` with `/proc/self/fd/N` as a C string, made without allocating.
private func withProcPath(of descriptor: Int32, _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { path in
        var end = 0
        for character in "/proc/self/fd/".utf8 {
            path[end] = CChar(bitPattern: character)
            end += 1
        }
        var divisor: Int32 = 1
        while descriptor / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            path[end] = CChar(bitPattern: UInt8(ascii: "0") + UInt8(descriptor / divisor % 10))
            divisor /= 10
            end += 1
        }
        path[end] = 0
        // A temporary allocation of 32 elements always has an address.
        guard let start = path.baseAddress else { return -ENOMEM }
        return body(start)
    }
}
