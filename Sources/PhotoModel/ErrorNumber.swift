import Glibc

/// What system calls leave in `errno`.
public enum ErrorNumber {
    /// The system's words for an error number: `No space left on device`. From any thread.
    public static func text(of code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
