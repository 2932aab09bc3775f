import Glibc
import PhotoModel

/// A file mapped to be read. One that is cut short meanwhile kills the worker: a crash, after which it is read again.
public struct MappedFile: ~Copyable {
    public let bytes: UnsafeRawBufferPointer

    public init(_ descriptor: Int32, size: Int64) throws(UnreadableFile) {
        // What lies behind a file's end cannot be read, mapped or not. glibc's fstat is a call by path, which the
        // sandbox refuses.
        guard let length = Int(exactly: min(size, Int64(lseek(descriptor, 0, SEEK_END)))), length > 0 else {
            throw UnreadableFile(reason: .truncated)
        }
        let memory = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { throw UnreadableFile(reason: .inputOutput) }
        bytes = UnsafeRawBufferPointer(start: memory, count: length)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }
}
