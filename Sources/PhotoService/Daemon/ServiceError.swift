import LineServer

/// Why the daemon cannot serve. Messages end with the remedy.
public enum ServiceError: Error, Sendable, Equatable, CustomStringConvertible {
    case system(String, Int32)
    case stateInUse(path: String, process: String)
    /// The write-ahead log of the index and the lock do not work there.
    case stateOnNetwork(path: String)

    public var description: String {
        switch self {
        case .system(let doing, let code):
            ServerError.system(doing, code).description
        case .stateInUse(let path, let process):
            "another photod\(process.isEmpty ? "" : " (process \(process))") uses the state folder \(path): "
                + "stop it, or choose another with --state-dir"
        case .stateOnNetwork(let path):
            "the state folder \(path) is on a network file system, where the index cannot be kept: "
                + "choose a local one with --state-dir"
        }
    }
}
