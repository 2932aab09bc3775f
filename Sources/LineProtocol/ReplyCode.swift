/// Why a request was refused. Numbers and names are part of the protocol and never change.
public enum ReplyCode: Int, Sendable, CaseIterable {
    /// A malformed line, an unknown option, a value out of its range.
    case argument = 2
    /// The daemon is not allowed to do it, or this client is not allowed to ask.
    case permission = 4
    case unknownCommand = 5
    /// Whatever was named is not there; a malformed id included.
    case noSuch = 50
    /// The operating system refused: disk full, input/output error.
    case system = 52
    /// Try again later.
    case busy = 54
    /// The daemon knows what is meant and cannot do it here.
    case unsupported = 55
    case exists = 56
    case timeout = 57
    /// A line or an upload over its limit, after which the connection closes; or what a screen is to show.
    case tooLarge = 58

    /// The name after the braces of an `ACK` line.
    public var name: String {
        switch self {
        case .argument: "argument"
        case .permission: "permission"
        case .unknownCommand: "unknown-command"
        case .noSuch: "no-such"
        case .system: "system"
        case .busy: "busy"
        case .unsupported: "unsupported"
        case .exists: "exists"
        case .timeout: "timeout"
        case .tooLarge: "too-large"
        }
    }
}
