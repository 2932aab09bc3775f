import Glibc
import LineProtocol

/// Why a conversation with the daemon failed. `description` is for people and names the remedy.
public enum ClientError: Error, Sendable {
    /// No socket could be connected to; each that was tried, with the reason.
    case unreachable([(path: SocketPath, reason: String)])
    /// Something else listens there; what it said, as far as it can be shown.
    case notPhotod(path: SocketPath, greeting: String)
    /// The daemon refused. The connection can be used on, unless the code is `too-large`.
    case refused(Acknowledgement)
    /// The request cannot be asked: the protocol cannot carry it, or some word of it would read as something else. Nothing
    /// was sent.
    case unsendable(String)
    /// Nothing came for as long as was to be waited.
    case timedOut
    /// The daemon hung up in the middle of a reply, or of a subscription.
    case closed
    /// A line that no daemon of this protocol sends there.
    case malformedReply(String)
    /// Events came faster than they were taken. Nothing is missed by who subscribes again with this clock.
    case overflow(clock: String?)
    /// This program did not wait for the answer, or closed the connection.
    case cancelled
    case system(call: String, code: Int32)
}

extension ClientError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreachable(let attempts):
            let tried = attempts.map { "  \($0.path): \($0.reason)\n" }.joined()
            return "photod is not reachable:\n\(tried)"
                + "Start it with “systemctl --user start photod.socket” or “photod --library DIR”, or name its socket "
                + "with --socket or PHOTOD_SOCKET."
        case .notPhotod(let path, let greeting):
            return
                "what listens on \(path) is not photod: it said “\(greeting)”. Check --socket and PHOTOD_SOCKET."
        case .refused(let acknowledgement):
            return acknowledgement.description
        case .unsendable(let reason):
            return "this cannot be asked: \(reason)"
        case .timedOut:
            return "photod did not answer in time. It may be busy; try again, or look at its log."
        case .closed:
            return
                "photod closed the connection in the middle of an answer. It may have been stopped; look at its log."
        case .malformedReply(let line):
            return
                "photod sent a line that this client does not understand: “\(line)”. Are both of one version?"
        case .overflow(let clock):
            return "events came faster than they were taken: subscribe again"
                + (clock.map { " with since=\($0), and nothing is missed" } ?? "")
        case .cancelled:
            return
                "the answer was not waited for, or the connection was closed here: ask again, on a connection that is open"
        case .system(let call, let code):
            return "\(call): \(Self.text(of: code))"
        }
    }

    /// The system's text for an `errno`.
    static func text(of code: Int32) -> String {
        guard let text = strerror(code) else { return "error \(code)" }
        return String(cString: text)
    }

    /// The beginning of a line, to show what it is.
    package static func excerpt(_ line: some Collection<UInt8>) -> String {
        String(decoding: line.prefix(80), as: UTF8.self)
    }
}
