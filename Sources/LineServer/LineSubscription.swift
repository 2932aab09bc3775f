/// One client's subscription: what it is told as it happens. It begins by reading the state, on a reader's thread; what
/// happens meanwhile waits. Used on the event loop only.
public protocol LineSubscription: AnyObject {
    /// What is read at the beginning.
    associatedtype OpeningRequest: Sendable
    /// What has to be known of the state that was read to go on from it.
    associatedtype Opening: Sendable

    var request: OpeningRequest { get }

    /// The state was read and sent.
    func open(_ opening: Opening)

    var isOpen: Bool { get }

    /// Writes a piece of what waits. Returns whether there was anything.
    func writePiece(to writer: ReplyWriter) -> Bool

    /// More came than may wait: the client is told how far it came, and let go.
    var isTooFarBehind: Bool { get }

    func writeOverflow(to writer: ReplyWriter)
}

/// The subscription of a program which has no `subscribe`: there is none.
public final class NoSubscription: LineSubscription {
    public struct Nothing: Sendable {}

    public let request = Nothing()

    private init() {}

    public func open(_ opening: Nothing) {}
    public var isOpen: Bool { false }
    public func writePiece(to writer: ReplyWriter) -> Bool { false }
    public var isTooFarBehind: Bool { false }
    public func writeOverflow(to writer: ReplyWriter) {}
}
