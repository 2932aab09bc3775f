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

    /// - Throws: where the system has no descriptors left.
    init() throws(Failure) {
        descriptor = photod_interruption_descriptor()
        guard descriptor >= 0 else {
            throw Failure(.refused, "cannot wait for signals: \(String(cString: strerror(errno)))")
        }
    }
}
