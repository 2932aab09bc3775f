import Glibc

/// A system call that should have worked.
struct SystemFailure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    init(_ call: String) {
        self.call = call
        code = errno
    }

    var description: String { "\(call): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")" }

    /// Throws where a call failed.
    @discardableResult
    static func check<Result: SignedInteger>(_ result: Result, _ call: String) throws -> Result {
        guard result >= 0 else { throw SystemFailure(call) }
        return result
    }
}

/// Something that should have come within a generous time and did not.
struct TimedOut: Error, CustomStringConvertible {
    let what: String

    var description: String { "waited too long for \(what)" }
}
