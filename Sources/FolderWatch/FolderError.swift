import Glibc
import PhotoModel

/// Why a directory or an entry cannot be looked at.
public enum FolderError: Error, Equatable, Sendable {
    /// The directory or the entry is not there, or is no directory (any more), or a symbolic link stands in its place.
    case missing
    /// EACCES, EPERM: its mode or its parents' forbid it.
    case unreadable
    /// EMFILE, ENFILE, ENOMEM: the machine or the process is short of something. Worth another try.
    case exhausted(errno: Int32)
    /// EIO, ESTALE, ENODEV, ENOTCONN, ETIMEDOUT…: the mount is in trouble. Nothing may be taken for deleted.
    case unreachable(errno: Int32)

    init(_ code: Int32) {
        self =
            switch code {
            case ENOENT, ENOTDIR, ELOOP: .missing
            case EACCES, EPERM: .unreadable
            case _ where ErrorNumber.isShortage(code): .exhausted(errno: code)
            default: .unreachable(errno: code)
            }
    }
}

extension FolderError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing: "not there"
        case .unreadable: "may not be read: give the daemon's user read and search permission (chmod, chown)"
        case .exhausted(let code):
            "\(ErrorNumber.text(of: code)): raise the open-file limit (ulimit -n, LimitNOFILE=) or free memory"
        case .unreachable(let code): "\(ErrorNumber.text(of: code)): check the disk or the network mount"
        }
    }
}
