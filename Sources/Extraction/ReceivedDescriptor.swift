import Glibc

/// A file that a worker made, closed when nobody has it any more.
///
/// The worker may have it, too: what is in it is to be looked at only when the worker is gone, or in a copy.
public final class ReceivedDescriptor: Sendable {
    public let number: Int32

    /// Takes the descriptor over.
    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Whoever reads anything else may wait for ever.
    var isFile: Bool {
        var status = stat()
        return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
