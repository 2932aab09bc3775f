import Glibc
import LineProtocol
import PhotoModel
import PhotodConfiguration

/// Why a root is not added or removed.
enum RootRefusal: Error, CustomStringConvertible {
    case missing(FilePath)
    case file(FilePath)
    case unreachable(FilePath, errno: Int32)
    case roundabout(FilePath)
    case watched(FilePath, as: FilePath)
    case unknown(FilePath)
    case configured(FilePath, ValueOrigin)
    case linked(FilePath)
    case mounted(FilePath)

    var code: ReplyCode {
        switch self {
        case .missing, .unreachable, .unknown: .noSuch
        case .file, .roundabout: .argument
        case .watched: .exists
        case .configured, .linked, .mounted: .unsupported
        }
    }

    var description: String {
        switch self {
        case .missing(let path):
            "there is no folder \(path.display): make it, or mount its disk, and ask again"
        case .file(let path): "\(path.display) is a file; name the folder it lies in"
        case .unreachable(let path, ELOOP):
            "\(path.display) is a symbolic link that leads to itself: point it to the folder, and ask again"
        case .unreachable(let path, let code):
            "\(path.display) cannot be reached (\(HostFiles.reason(code))): give the daemon's user the right "
                + "to read it, or mend the mount, and ask again"
        case .roundabout(let path):
            "\(path.display) holds “..”: write the path without it"
        case .watched(let path, let root) where path == root:
            "\(path.display) is a root already: “roots” lists them"
        case .watched(let path, let root):
            "\(path.display) is the same folder as the root \(root.display): “roots” lists them"
        case .unknown(let path):
            "\(path.display) is no root: “roots” lists them"
        case .linked(let path):
            "\(path.display) is a symbolic link that is followed: remove the link, or write “follow-symlinks = false” into "
                + "the .photod.toml beside it"
        case .mounted(let path):
            "\(path.display) is mounted in another root: unmount it and remove the folder, or have it left out (“ignore”)"
        case .configured(let path, .commandLine(let option)):
            "\(path.display) was named with \(option): start photod without it"
        case .configured(let path, .builtIn):
            "\(path.display) is watched because no other folder is configured: configure one, then “reload”"
        case .configured(let path, let origin):
            "\(path.display) comes from \(origin): take it out there, then “reload”"
        }
    }
}
