import CShims
import Glibc

/// A file in memory that a worker writes to.
public final class MemoryFile: Sendable {
    private let descriptor: Int32

    /// `nil` where there are no descriptors left, or no memory.
    public init?() {
        descriptor = photod_memory_file(nil, 0)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// A descriptor for the worker, which is the caller's; negative where there is none left.
    public func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

    /// Makes it as long as that, for a worker that looks. Nothing is written.
    public func setLength(_ length: Int64) { _ = ftruncate(descriptor, off_t(length)) }

    /// A copy of what is in it; `nil` where there is more than that, or nothing.
    public func bytes(limit: Int) -> [UInt8]? {
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard (1...limit).contains(length) else { return nil }
        var isWhole = false
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            isWhole = pread(descriptor, buffer.baseAddress, length, 0) == length
            count = isWhole ? length : 0
        }
        return isWhole ? bytes : nil
    }
}
