import Files
import FolderWatch
import PhotoModel

/// Why a root is offline.
public enum RootAbsence: Equatable, Sendable {
    /// Nothing is there, or no folder.
    case missing
    /// A symbolic link that leads to itself or to nothing.
    case brokenLink
    /// Another file system stands there than always, or the folder that its disk is mounted on.
    case notMounted
    /// The daemon may not look into it.
    case forbidden
    /// The file system gives errors.
    case failing(FolderError)
    /// A call into it does not come back. With where it is mounted, where that is known.
    case hanging(mount: FilePath?)

    /// As replies have it.
    public var name: String {
        switch self {
        case .missing: "missing"
        case .brokenLink: "broken-link"
        case .notMounted: "not-mounted"
        case .forbidden: "forbidden"
        case .failing: "failing"
        case .hanging: "hanging"
        }
    }

    package init(_ error: FolderError, at path: FilePath) {
        switch error {
        case .missing:
            let isLink = (try? FileStatus(at: path))?.isSymbolicLink ?? false
            self = isLink ? .brokenLink : .missing
        case .unreadable: self = .forbidden
        case .exhausted, .unreachable: self = .failing(error)
        }
    }

    /// What is wrong with the root at a path, a sentence without a full stop.
    public func problem(_ path: FilePath) -> String {
        switch self {
        case .missing: "\(path.display) is offline: there is no such folder"
        case .brokenLink:
            "\(path.display) is offline: it is a symbolic link that leads to itself or to nothing"
        case .notMounted: "\(path.display) is offline: its disk is not mounted there"
        case .forbidden: "\(path.display) is offline: it cannot be read (Permission denied)"
        case .hanging(let mount):
            "\(path.display) is offline: \(mount.map { "the mount \($0.display)" } ?? "its disk") has not answered for "
                + "ten seconds"
        case .failing(let error): "\(path.display) is offline: \(error)"
        }
    }

    /// What to do about it.
    ///
    /// - Parameter isAdded: whether a command added the root, as a command takes out no other.
    public func remedy(_ path: FilePath, isAdded: Bool) -> String {
        let word = ShellWord.quoted(path)
        let takingOut =
            isAdded ? "photoctl roots remove \(word)" : "of the configuration or the command line"
        return switch self {
        case .missing: "mount its disk or make the folder, or take the root out (\(takingOut))"
        case .brokenLink: "point the link to the folder (ln -sfn), or mount the disk that it leads to"
        case .notMounted:
            "mount the disk; if the photos have moved to another for good, take the root out (\(takingOut)) and add it "
                + "anew: they keep their ids"
        case .forbidden:
            "let the user that runs photod read and search it, and search all above it; whose they are shows "
                + "namei -l \(word)"
        case .failing: "check the disk or the network mount"
        // All else is on it.
        case .hanging(let mount) where mount?.bytes == [UInt8(ascii: "/")]: "bring its server or disk back"
        case .hanging(let mount):
            "bring its server or disk back; where it is gone for good: sudo umount -f -l "
                + ShellWord.quoted(mount ?? path)
        }
    }
}
