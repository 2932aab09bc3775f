import Glibc
import PhotoModel

/// Why the daemon's side of extraction could not do its part. Files that cannot be parsed are no errors: they have an
/// ``ExtractionOutcome``.
public enum ExtractionError: Error, Hashable, Sendable {
    /// A file could not be read for its fingerprint; `reason` is an error number.
    case unreadable(reason: Int32)
    /// The worker lies in none of the places where it is looked for.
    case workerMissing(name: String, places: [String])
    /// The executable's own path cannot be read, so there is no telling what lies beside it.
    case executableUnknown(reason: Int32)
    /// The worker is there and cannot be started; `reason` is an error number.
    case workerRefused(path: String, reason: Int32)
    /// The machine refused a process, a thread or a descriptor; `reason` is an error number.
    case resource(String, reason: Int32)
}

extension ExtractionError {
    /// Whether a worker may start in a moment though nothing is done about this: its program is being written just now, or
    /// the machine is short of something.
    var mayPass: Bool {
        switch self {
        case .resource: true
        case .workerRefused(_, let reason): reason == ETXTBSY || reason == EINTR
        case .unreadable, .workerMissing, .executableUnknown: false
        }
    }

    /// Whether the worker's program is not there.
    var isMissing: Bool {
        switch self {
        case .workerRefused(_, let reason): reason == ENOENT || reason == ENOTDIR
        case .workerMissing: true
        case .unreadable, .executableUnknown, .resource: false
        }
    }
}

extension ExtractionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let reason):
            "the file cannot be read: \(ErrorNumber.text(of: reason))"
        case .workerMissing(let name, let places):
            """
            \(name) is missing: it reads photos in a sandbox, and is looked for in \
            \(places.joined(separator: " and ")); install it there (\"make install\" does)
            """
        case .executableUnknown(let reason):
            "/proc/self/exe cannot be read (\(ErrorNumber.text(of: reason))); is /proc mounted?"
        case .workerRefused(let path, let reason):
            "\(path) cannot be started: \(ErrorNumber.text(of: reason)); install it again (\"make install\" does), executable for this user"
        case .resource(let what, let reason):
            "\(what): \(ErrorNumber.text(of: reason)); raise the service's limits (TasksMax=, LimitNOFILE=)"
        }
    }
}
