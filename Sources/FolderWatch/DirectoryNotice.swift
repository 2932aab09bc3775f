import Glibc
import PhotoModel
import Synchronization

/// Tells that files of one directory were written, moved in or deleted, no matter which, or the directory itself was moved:
/// for directories whose few files are compared anyway. It knows nothing of what lies below.
public final class DirectoryNotice: Sendable {
    private let inotify: InotifyDescriptor
    private let wake: WakeDescriptor
    private let isStopped = Atomic(false)
    private let watch: Mutex<Int32>

    private static let mask =
        EventMask.closedAfterWriting | EventMask.movedTo | EventMask.deleted | EventMask.movedSelf
        | UInt32(IN_ONLYDIR)

    /// - Returns: `nil` where no watch is left, or the directory is not there.
    public init?(_ path: FilePath) throws(WatchError) {
        inotify = try InotifyDescriptor()
        wake = try WakeDescriptor()
        let raw = inotify.raw
        let added = path.withCString { inotify_add_watch(raw, $0, Self.mask) }
        guard added >= 0 else { return nil }
        watch = Mutex(added)
    }

    /// Watches the directory that a path leads to instead of the one before.
    ///
    /// - Returns: `false` where no watch is left, or the directory is not there.
    public func follow(_ path: FilePath) -> Bool {
        watch.withLock { watch in
            // Of the directory before nothing is told any more, were it only moved. One that is gone has no watch.
            _ = inotify_rm_watch(inotify.raw, watch)
            watch = path.withCString { inotify_add_watch(inotify.raw, $0, Self.mask) }
            return watch >= 0
        }
    }

    /// Waits until there is something to tell; `false` once `stop` was called. For one thread.
    public func wait() -> Bool {
        var descriptors = [
            pollfd(fd: inotify.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake.raw, events: Int16(POLLIN), revents: 0),
        ]
        while !isStopped.load(ordering: .acquiring) {
            guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0, descriptors[0].revents != 0
            else { continue }
            // Which files they are does not matter: however many events there are, they are one notice.
            let isRead = withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 8) { buffer in
                var isRead = false
                while inotify.read(into: UnsafeMutableRawBufferPointer(buffer)) > 0 { isRead = true }
                return isRead
            }
            if isRead { return true }
        }
        return false
    }

    /// Ends `wait`, from any thread.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        wake.post()
    }
}
