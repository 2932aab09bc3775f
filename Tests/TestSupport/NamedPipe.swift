import Glibc
import PhotoModel

/// A named pipe (FIFO) that holds up whoever opens it for reading, until a test lets it go on.
public struct NamedPipe: Sendable {
    public let path: FilePath

    public init(_ path: FilePath) throws {
        try SystemFailure.check(path.withCString { mkfifo($0, 0o600) }, "mkfifo")
        self.path = path
    }

    /// Waits for a reader, and lets it go on.
    public func release() throws {
        let descriptor = try SystemFailure.check(
            path.withCString { open($0, O_WRONLY | O_CLOEXEC) },
            "open \(path.display)"
        )
        close(descriptor)
    }
}
