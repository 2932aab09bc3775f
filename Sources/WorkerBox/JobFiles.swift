import Glibc

/// Files that a worker was passed to read whole or to write, mostly in memory. glibc's fstat is a call by path, which the box refuses.
public enum JobFiles {
    public enum Failure: Error {
        case tooLarge
        case inputOutput
    }

    /// A whole file. One that grows while it is read is taken as long as it was.
    public static func bytes(of descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
        let length = Int(lseek(descriptor, 0, SEEK_END))
        guard length >= 0 else { throw .inputOutput }
        guard length <= limit else { throw .tooLarge }
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, initialized in
            while count < length {
                let read = pread(
                    descriptor,
                    buffer.baseAddress.map { $0 + count },
                    length - count,
                    off_t(count)
                )
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
            initialized = count
        }
        guard count == length else { throw .inputOutput }
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
