import Glibc
import PhotoModel

/// Why a program cannot serve. Messages end with the remedy.
public enum ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    case system(String, Int32)
    /// - Parameter option: the one of the command line that names the socket, as in the next.
    case socketInUse(path: String, option: String)
    case noFolder(path: String, option: String)
    case unusableSocket(path: String, reason: String)

    public var description: String {
        switch self {
        case .system(let doing, let code):
            "\(doing): \(ErrorNumber.text(of: code))\(Self.remedy(for: code))"
        case .socketInUse(let path, let option):
            "another daemon answers on \(path): stop it, or choose another socket with \(option)"
        case .noFolder(let path, let option):
            "\(path): there is no folder for it: set XDG_RUNTIME_DIR, or choose another socket with \(option)"
        case .unusableSocket(let path, let reason):
            "\(path): \(reason)"
        }
    }

    private static func remedy(for code: Int32) -> String {
        switch code {
        case EACCES, EPERM, EROFS: ": make the folder writable for this user, or choose another"
        // Of a folder nobody says it, only of a thread.
        case EAGAIN: ": raise the limit of processes (ulimit -u, TasksMax=) or of memory (ulimit -v)"
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
