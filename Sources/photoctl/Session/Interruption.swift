import CShims
import Glibc
import PhotoModel

/// The user ends the program, by Ctrl-C or as systemd does: an error to whoever waits, which cleans up.
struct Interrupted: Error {}

/// Signals that would end the program at once, and make a descriptor readable instead.
struct Interruption {
    let descriptor: Int32

    /// Takes the signal that has come: what cleans up can wait again, until the next one.
    func take() {
        var signal = [UInt8](repeating: 0, count: 128)
        _ = uninterrupted { read(descriptor, &signal, signal.count) }
    }

    /// Waits for a descriptor.
    ///
    /// - Parameter event: `POLLIN` or `POLLOUT`. Errors and a hang-up end the waiting as well.
    /// - Throws: `Interrupted`.
    func wait(for event: Int32, of other: Int32) throws(Interrupted) {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(event), revents: 0),
        ]
        _ = uninterrupted { poll(&entries, nfds_t(entries.count), -1) }
        guard entries[0].revents != 0 else { return }
        take()
        throw Interrupted()
    }

    /// - Throws: where the system has no descriptors left.
    init() throws(Failure) {
        descriptor = photod_interruption_descriptor()
        guard descriptor >= 0 else {
            throw Failure(.refused, "cannot wait for signals: \(String(cString: strerror(errno)))")
        }
    }
}

extension StandardOutput {
    /// Writes out where signals do not end the program by themselves: they are heeded while the reader stands still, too.
    ///
    /// - Throws: also `Interrupted`.
    func flush(heeding interruption: Interruption) throws {
        try flush { try interruption.wait(for: POLLOUT, of: STDOUT_FILENO) }
    }
}
