import Glibc
import PhotoModel

/// Why the daemon cannot serve. Messages end with the remedy.
public enum ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    case system(String, Int32)
    case socketInUse(path: String)
    case unusableSocket(path: String, reason: String)
    case stateInUse(path: String, process: String)
    /// The write-ahead log of the index and the lock do not work there.
    case stateOnNetwork(path: String)

    public var description: String {
        switch self {
        case .system(let doing, let code):
            "\(doing): \(ErrorNumber.text(of: code))\(Self.remedy(for: code))"
        case .socketInUse(let path):
            "another daemon answers on \(path): stop it, or choose another socket with --socket"
        case .unusableSocket(let path, let reason):
            "\(path): \(reason)"
        case .stateInUse(let path, let process):
            "another photod\(process.isEmpty ? "" : " (process \(process))") uses the state folder \(path): "
                + "stop it, or choose another with --state-dir"
        case .stateOnNetwork(let path):
            "the state folder \(path) is on a network file system, where the index cannot be kept: "
                + "choose a local one with --state-dir"
        }
    }

    private static func remedy(for code: Int32) -> String {
        switch code {
        case EACCES, EPERM, EROFS: ": make the folder writable for this user, or choose another"
        case EMFILE, ENFILE: ": raise the open-file limit (ulimit -n, LimitNOFILE=)"
        case ENOSPC: ": free some space"
        case ENOENT: ": make the folder above it first, or choose another"
        case ENOTDIR, EEXIST, ELOOP:
            ": something else than a folder is in the way: remove it, or choose another"
        case ENAMETOOLONG: ": choose a shorter one"
        default: ": mend that, or choose another"
        }
    }
}
