import Glibc

/// Makes a system call again for as long as a signal interrupts it.
///
/// - Parameter call: returns what the C library does: less than 0 where it failed, which `errno` then tells of.
@inlinable
@inline(__always)
public func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
