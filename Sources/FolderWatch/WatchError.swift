import Glibc

/// Why the watcher cannot start.
public enum WatchError: Error, Equatable {
    /// inotify_init1 failed.
    case noInotify(errno: Int32)
    /// eventfd failed.
    case noWakeDescriptor(errno: Int32)
    /// /proc/self/mountinfo does not open.
    case noMountTable(errno: Int32)
    /// pthread_create failed.
    case noThread(errno: Int32)
}

extension WatchError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noInotify(EMFILE):
            "no inotify instance left for this user: raise fs.inotify.max_user_instances (sysctl), or end a program "
                + "that holds many"
        case .noInotify(let code): "inotify is not available: \(errorText(code))"
        case .noWakeDescriptor(let code):
            "no event descriptor: \(errorText(code)); raise the open-file limit (ulimit -n, LimitNOFILE=)"
        case .noMountTable(let code):
            "/proc/self/mountinfo cannot be read: \(errorText(code)); mount /proc for the service"
        case .noThread(let code):
            "no thread for the watcher: \(errorText(code)); raise the process limit (ulimit -u, TasksMax=)"
        }
    }
}

/// strerror's text for an errno.
func errorText(_ code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 128)
    // The XSI form would fill the buffer; glibc's may return a constant instead, so only strerror's own copy
    // is used.
    guard let message = strerror_l(code, uselocale(nil)) else { return "error \(code)" }
    strncpy(&text, message, text.count - 1)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
