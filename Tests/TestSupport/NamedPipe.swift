import Glibc
import PhotoModel

/// A named pipe (FIFO) that holds up whoever opens it for reading, until a test lets it go on.
public struct NamedPipe: Sendable {
    /// The other end: for as long as there is one, no reader is held up.
    public struct WritingEnd: ~Copyable {
        private let descriptor: Int32

        fileprivate init(_ path: FilePath) throws {
            descriptor = try SystemFailure.check(
                path.withCString { Glibc.open($0, O_WRONLY | O_CLOEXEC) },
                "open \(path.display)"
            )
        }

        deinit { close(descriptor) }
    }

    public let path: FilePath

    public init(_ path: FilePath) throws {
        try SystemFailure.check(path.withCString { mkfifo($0, 0o600) }, "mkfifo")
        self.path = path
    }

    /// Waits for a reader, and lets it go on.
    public func release() throws { _ = try WritingEnd(path) }

    /// Waits for a reader, and lets it go on, and those after it. For whoever cannot know which reader that is: one that
    /// is given up this moment has another after it, which would wait for ever.
    public func open() throws -> WritingEnd { try WritingEnd(path) }
}
