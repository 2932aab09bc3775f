import LineProtocol
import PhotoClient

/// The exit codes, as the manual lists them.
enum ExitStatus: Int32 {
    case done = 0
    /// Also: `doctor` found an error, or there is nothing to be done or shown.
    case nothingMatched = 1
    case usage = 2
    case unreachable = 3
    /// Refused by the daemon, or some items failed.
    case refused = 4
    case timedOut = 5

    /// `verify` says so by the same number: what it was asked for is not so.
    static let differencesFound = nothingMatched
}

/// Why the program ends other than well.
struct Failure: Error {
    let status: ExitStatus
    /// `nil` where nothing is to be said.
    let message: String?

    init(_ status: ExitStatus, _ message: String? = nil) {
        self.status = status
        self.message = message
    }

    init(_ error: ClientError) {
        self.init(Self.status(error), error.description)
    }

    private static func status(_ error: ClientError) -> ExitStatus {
        switch error {
        case .refused(let acknowledgement):
            acknowledgement.replyCode == .timeout ? .timedOut : .refused
        case .timedOut: .timedOut
        case .unsendable: .usage
        case .overflow, .cancelled: .refused
        case .unreachable, .notPhotod, .closed, .malformedReply, .system: .unreachable
        }
    }
}
