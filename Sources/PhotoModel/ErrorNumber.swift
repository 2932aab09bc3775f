import Glibc

/// What system calls leave in `errno`.
public enum ErrorNumber {
    /// Whether the process or the machine is short of something, descriptors or memory: that says nothing of the file that
    /// was asked for, and passes.
    public static func isShortage(_ code: Int32) -> Bool {
        code == EMFILE || code == ENFILE || code == ENOMEM
    }

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
