import Glibc
import PhotoModel

/// What the file system says of `index.sqlite`. SQLite looks at the file's pages alone, and keeps those it has read: that the
/// file was removed, exchanged or written by somebody else it does not notice.
struct IndexFile: Equatable, Sendable {
    private var device: dev_t = 0
    /// 0: there is none.
    private var inode: ino_t = 0
    private var size: off_t = 0
    private var seconds = 0
    private var nanoseconds = 0

    /// `nil` where nobody can say: a folder above it that may not be entered hides the file, and takes nothing of it away.
    init?(at path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { return nil }
            return
        }
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether something is there that is no regular file and no link to one.
    static func isSomethingElse(at path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Whether it is where it was, as far as anybody can say.
    func isInPlace(at path: FilePath) -> Bool { IndexFile(at: path)?.isSame(as: self) ?? true }

    /// Whether it is the same file, whatever is in it.
    func isSame(as other: IndexFile) -> Bool {
        inode != 0 && inode == other.inode && device == other.device
    }
}
