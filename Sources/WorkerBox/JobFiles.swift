import Glibc

/// Files that a worker was passed: those to be read, of which a TIFF is one on a disk, and those in memory to be written. glibc's
/// fstat is a call by path, which the box refuses.
public enum JobFiles {
    public enum Failure: Error {
        case tooLarge
        case inputOutput
    }

    public static func length(of descriptor: Int32) throws(Failure) -> Int {
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= 0 else { throw .inputOutput }
        return length
    }

    /// A whole file. One that grows while it is read is taken as long as it was.
    public static func bytes(of descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
        let length = try length(of: descriptor)
        guard length <= limit else { throw .tooLarge }
        return try bytes(of: descriptor, 0..<length)
    }

    /// A part of a file.
    public static func bytes(of descriptor: Int32, _ range: Range<Int>) throws(Failure) -> [UInt8] {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
            while count < range.count {
                let read = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    range.count - count,
                    off_t(range.lowerBound + count)
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
            initialized = count
        }
        guard count == range.count else { throw .inputOutput }
        return bytes
    }

    /// Writes a target anew. What another worker has left in it goes.
    public static func write(_ bytes: some Collection<UInt8>, to target: Int32) throws(Failure) {
        guard ftruncate(target, 0) == 0 else { throw .inputOutput }
        let isWritten = bytes.withContiguousStorageIfAvailable { bytes in
            var count = 0
            while count < bytes.count {
                let written = pwrite(
                    target,
                    bytes.baseAddress.map { $0 + count },
                    bytes.count - count,
                    off_t(count)
                )
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                count += written
            }
            return true
        }
        guard isWritten == true else { throw .inputOutput }
    }
}
