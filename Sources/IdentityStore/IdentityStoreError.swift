import Glibc
import JSON
import PhotoModel

/// Why an identity document could not be read or written. The description ends with the remedy.
public enum IdentityStoreError: Error, Hashable, Sendable {
    /// A system call failed.
    case system(operation: String, path: String, code: Int32)
    /// Something photod does not read stands at the document's place.
    case unsuitable(path: String, reason: String)
    /// The document is not JSON, or not a month document. `offset` counts bytes, `line` from 1.
    case broken(path: String, offset: Int, line: Int, reason: String)
    /// A later photod wrote the document. It must not be set aside: its content is good.
    case newerVersion(path: String, version: Int64)
}

extension IdentityStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "cannot \(operation) \(path): \(ErrorNumber.text(of: code)); \(Self.remedy(for: code))"
        case .unsuitable(let path, let reason): "cannot read \(path): \(reason); move it away"
        case .broken(let path, let offset, let line, let reason):
            "\(path) is damaged at line \(line) (byte \(offset)): \(reason); it is set aside. To keep hand "
                + "edits, mend the copy that was set aside and put it back"
        case .newerVersion(let path, let version):
            "\(path) has version \(version), this photod knows version 1 only; install the newer "
                + "photod again, or move the state directory away to start afresh"
        }
    }

    private static func remedy(for code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "free some space on that file system"
        case EACCES, EPERM: "make the state directory and what is in it belong to the user photod runs as"
        case EROFS: "choose a writable place with --state-dir"
        case EIO: "check the disk (see the kernel's log)"
        case EMFILE, ENFILE: "raise the limit of open files"
        default: "check the state directory, or choose another with --state-dir"
        }
    }
}

extension IdentityStoreError {
    /// - Parameter error: what the reader of `bytes` met.
    static func broken(_ path: String, _ bytes: [UInt8], _ error: JSONError) -> IdentityStoreError {
        .broken(
            path: path,
            offset: error.offset,
            line: Lines.number(at: error.offset, in: bytes),
            reason: error.message
        )
    }
}
