import Glibc
import PhotoModel

/// Why a view is not in step.
public struct ViewError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: FilePath
    public let code: Int32

    package init(_ path: FilePath, _ code: Int32) {
        self.path = path
        self.code = code
    }

    public var description: String { "\(path.display): \(ErrorNumber.text(of: code)): \(remedy)" }

    /// Whether everything else in the view would fail likewise.
    public var isOfWholeView: Bool {
        switch code {
        case ENOSPC, EDQUOT, EROFS, EIO, ESTALE, ENOTCONN, ENODEV, ENXIO, ETIMEDOUT, EMFILE, ENFILE, ENOMEM,
            EPERM:
            true
        default: false
        }
    }

    /// Whether the same may succeed later without a change of the photo.
    public var mayPass: Bool { code != ENAMETOOLONG }

    /// Whether the view itself is not there.
    public var isGone: Bool { code == ENOENT || code == ENOTDIR }

    /// Whether a view is not there and the folder above it is not either, as when its disk is not mounted.
    public func isAway(_ view: FilePath) -> Bool {
        let above = FilePath(Array(view.bytes.prefix(view.bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)))
        return isGone && !above.bytes.isEmpty && above.withCString { access($0, F_OK) } != 0
    }

    private var remedy: String {
        switch code {
        case ENOENT: "mount its disk, or make the folder above it"
        case ENOTDIR, EEXIST: "remove what stands in its place, or choose another folder"
        case EACCES, EROFS: "make it writable for the user that runs photod, or choose another folder"
        case EPERM:
            "choose a folder on a file system that has symbolic links; where this one has them, ls -ld shows whose it is, "
                + "and lsattr -d what forbids it"
        case ENOSPC, EDQUOT: "free some space"
        case EMFILE, ENFILE: "raise the open-file limit (ulimit -n, LimitNOFILE=)"
        case ENAMETOOLONG: "shorten the names of the folders that the photo lies in"
        default: "check its disk, or choose another folder"
        }
    }
}
