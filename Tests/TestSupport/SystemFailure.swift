import Glibc

/// A system call that should have worked.
public struct SystemFailure: Error, CustomStringConvertible {
    public let call: String
    public let code: Int32

    public init(_ call: String) {
        self.call = call
        code = errno
    }

    public var description: String {
        "\(call): \(strerror(code).map { String(cString: $0) } ?? "error \(code)")"
    }

    /// Throws where a call failed.
    @discardableResult
    public static func check<Result: SignedInteger>(_ result: Result, _ call: String) throws -> Result {
        guard result >= 0 else { throw SystemFailure(call) }
        return result
    }
}
