import Glibc
import PhotoModel

/// The lock that a gallery holds while it runs: one a state folder.
///
/// It is a record lock of fcntl(2), as others can ask who holds it without taking it for a moment. The process holds it until
/// it ends, so the file must not be opened there a second time: closing that would let go of it.
public enum GalleryLock {
    public enum Failure: Error, CustomStringConvertible {
        case held(by: pid_t?)
        case system(FilePath, Int32)

        public var description: String {
            switch self {
            case .held(let process):
                "a gallery runs with this state folder already\(process.map { " (process \($0))" } ?? ""): "
                    + "open it with “photoctl gallery”, or give this one a folder of its own with --state-dir"
            case .system(let path, let code):
                "cannot lock \(path.display): \(ErrorNumber.text(of: code))"
            }
        }
    }

    /// Takes the lock until this process ends.
    public static func take(_ file: FilePath) throws(Failure) {
        let code = try lock(file, F_SETLK)
        guard code != 0 else { return }
        guard code == EACCES || code == EAGAIN else { throw .system(file, code) }
        throw .held(by: holder(of: file))
    }

    /// The same as soon as nobody holds it. The calling thread waits, however long.
    public static func takeInTurn(_ file: FilePath) throws(Failure) {
        let code = try lock(file, F_SETLKW)
        guard code == 0 else { throw .system(file, code) }
    }

    /// Returns an error number; with 0 the descriptor stays open.
    private static func lock(_ file: FilePath, _ command: Int32) throws(Failure) -> Int32 {
        let descriptor = file.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .system(file, errno) }
        var lock = whole(Int16(F_WRLCK))
        while fcntl(descriptor, command, &lock) != 0 {
            let code = errno
            guard code != EINTR else { continue }
            close(descriptor)
            return code
        }
        return 0
    }

    /// The process that holds it; `nil` where none does.
    public static func holder(of file: FilePath) -> pid_t? {
        let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = whole(Int16(F_WRLCK))
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return nil }
        return lock.l_pid
    }

    private static func whole(_ type: Int16) -> flock {
        var lock = flock()
        lock.l_type = type
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
