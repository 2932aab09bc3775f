import Glibc
import PhotoModel

/// Why the watcher cannot start.
public enum WatchError: Error, Equatable {
    /// inotify_init1 failed.
    case noInotify(errno: Int32)
    /// eventfd failed.
    case noWakeDescriptor(errno: Int32)
    /// /proc/self/mountinfo does not open.
    case noMountTable(errno: Int32)
    /// The system refuses a thread.
    case noThread
}

extension WatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noInotify(EMFILE):
            "no inotify instance left for this user: raise fs.inotify.max_user_instances (sysctl), or end a program "
                + "that holds many"
        case .noInotify(let code): "inotify is not available: \(ErrorNumber.text(of: code))"
        case .noWakeDescriptor(let code):
            "no event descriptor: \(ErrorNumber.text(of: code)); raise the open-file limit (ulimit -n, LimitNOFILE=)"
        case .noMountTable(let code):
            "/proc/self/mountinfo cannot be read: \(ErrorNumber.text(of: code)); mount /proc for the service"
        case .noThread:
            "no thread for the watcher: raise the limit of processes (ulimit -u, TasksMax=) or of memory (ulimit -v)"
        }
    }
}
