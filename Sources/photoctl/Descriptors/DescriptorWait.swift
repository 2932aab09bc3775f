import Glibc
import PhotoModel

/// Waiting for a descriptor that was handed over: whoever shares it may have it answer `EAGAIN` (O_NONBLOCK), and what is not
/// there yet is no error.
enum DescriptorWait {
    /// - Parameter event: `POLLIN` or `POLLOUT`. Errors and a hang-up end the waiting as well: the next call tells of them.
    static func wait(for event: Int32, of descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        _ = uninterrupted { poll(&entry, 1, -1) }
    }
}
