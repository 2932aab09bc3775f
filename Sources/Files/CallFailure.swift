import Glibc
import PhotoModel

/// A system call that failed, before somebody says what it was for.
public struct CallFailure: Error, Hashable, Sendable {
    /// What was to be done.
    public enum Call: String, Sendable {
        case open, create, list, read, write, copy, remove, sync
        case look = "look at"
        case replace, cut
    }

    public let call: Call
    public let path: FilePath
    /// Of `errno`.
    public let code: Int32

    public init(_ call: Call, _ path: FilePath, _ code: Int32) {
        self.call = call
        self.path = path
        self.code = code
    }

    /// Throws what an error number other than 0 says.
    public static func check(
        _ code: Int32,
        _ call: Call,
        _ path: @autoclosure () -> FilePath
    ) throws(CallFailure) {
        if code != 0 { throw CallFailure(call, path(), code) }
    }
}

extension CallFailure: CustomStringConvertible {
    public var description: String {
        "cannot \(call.rawValue) \(path.display): \(ErrorNumber.text(of: code))"
    }
}
