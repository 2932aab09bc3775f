import Glibc

/// A file descriptor that is closed with its owner.
struct OwnedDescriptor: ~Copyable, Sendable {
    let rawValue: Int32

    /// Takes a descriptor over; `nil` where the call that should have given one failed.
    init?(_ rawValue: Int32) {
        guard rawValue >= 0 else { return nil }
        self.rawValue = rawValue
    }

    deinit {
        // Nothing is written through these descriptors that a failing close could lose.
        _ = close(rawValue)
    }
}
