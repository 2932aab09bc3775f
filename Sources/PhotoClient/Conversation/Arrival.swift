import LineProtocol

/// Which request of a conversation, counted from 1 in the order they were asked.
public struct RequestNumber: Hashable, Sendable {
    public let rawValue: UInt64

    /// Of what was sent as bytes (`Conversation.ask(unmatched:)`).
    static let unmatched = RequestNumber(rawValue: 0)
}

/// What the daemon's bytes mean to whoever asked. Lines are as they were sent, without their line ends.
public enum Arrival: Sendable {
    /// The other side is photod, of a version this client understands. Comes once, before all else.
    case greeted
    /// A JSON object of a request's reply; in a command list, of which command's, counted from 0.
    case line(ArraySlice<UInt8>, of: RequestNumber, part: Int)
    /// A command of a list is answered in full.
    case partEnd(part: Int, of: RequestNumber)
    /// The request, or the whole list, is answered in full. Of `subscribe` no such end comes.
    case end(RequestNumber)
    /// The request was refused: the lines before are not the whole answer. Of a list, `listIndex` says by which command,
    /// as the daemon counts them.
    case refused(Acknowledgement, RequestNumber)
    /// The subscription says something; `ready` at the end of its state.
    case event(EventLine, of: RequestNumber)
    /// The subscription is over, as `unsubscribe` asked. That request's own end follows.
    case unsubscribed(RequestNumber)
    /// No answer will come to this request, no event to this subscription any more.
    case failed(RequestNumber, ClientError)
    /// Nothing comes any more. `nil` where `close` asked for that.
    case closed(ClientError?)
}
