import LineProtocol
import NIOCore

/// A request that is answered from another thread than the event loop: where its reply goes, and how its end is told.
public final class Exchange: Sendable {
    struct ClientIsGone: Error {}

    enum Ending: Sendable {
        case answered
        case refused
        /// Nobody is there to be answered, or the daemon is ending.
        case abandoned
    }

    private let channel: any Channel
    private let backlog: ReplyBacklog
    private let addEnding: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let finished: @Sendable (Ending) -> Void

    /// - Parameters:
    ///   - spool: where the reply lies as far as the client has not taken it.
    ///   - finished: called on the event loop when the channel has the whole reply.
    init(
        channel: any Channel,
        spool: ReplySpool,
        addEnding: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        finished: @escaping @Sendable (Ending) -> Void
    ) {
        self.channel = channel
        backlog = ReplyBacklog(channel: channel, spool: spool)
        self.addEnding = addEnding
        self.finished = finished
    }

    public var eventLoop: any EventLoop { channel.eventLoop }

    /// What else to do when the exchange has ended, answered or not. Call it on the event loop, where the request began.
    public func atEnd(_ body: @escaping @Sendable () -> Void) {
        addEnding(body)
    }

    /// Takes over a piece of the reply, of whole lines. It waits for nobody; a client that is slow gets it later, from a file
    /// that this may write to: not for the event loop, but now and then.
    ///
    /// - Throws: what `fail` ends the exchange with.
    public func write(_ bytes: UnsafeRawBufferPointer) throws {
        try backlog.append(bytes)
    }

    /// Whether the client has taken nearly all that was written: who writes much goes on only then, lest it pile up.
    public var hasRoom: Bool { backlog.hasRoom }

    /// Calls `body` once, on some thread, when there is room; never where the client goes before.
    public func whenRoom(_ body: @escaping @Sendable () -> Void) { backlog.whenRoom(body) }

    /// Sends the reply's last bytes, `OK` among them, and ends the exchange. From any thread, as all that end it.
    public func finish(_ bytes: [UInt8]) {
        end(bytes, .answered)
    }

    public func finishWithOK(after bytes: [UInt8] = []) {
        end(bytes + Array("OK\n".utf8), .answered)
    }

    /// - Parameter bytes: what the reply held so far.
    public func finish(refusing error: ProtocolError, after bytes: [UInt8] = [], listIndex: Int = 0) {
        var reply = bytes
        error.appendLine(to: &reply, listIndex: listIndex)
        end(reply, .refused)
    }

    /// Ends the exchange where its reply, or a piece of it, could not be made or taken over: refused, unless its client has gone.
    ///
    /// - Parameter bytes: what the reply held so far.
    public func fail(_ error: any Error, of command: String, after bytes: [UInt8] = [], listIndex: Int = 0) {
        if error is ClientIsGone { return abandon() }
        finish(refusing: ProtocolError(error, of: command), after: bytes, listIndex: listIndex)
    }

    /// Calls `body` on the event loop, in place of an end, when the channel has all of the reply.
    func whenTaken(_ body: @escaping @Sendable () -> Void) {
        backlog.end([], done: body)
    }

    public func abandon() {
        let finished = self.finished
        channel.eventLoop.execute { finished(.abandoned) }
    }

    private func end(_ bytes: [UInt8], _ ending: Ending) {
        let finished = self.finished
        backlog.end(bytes) { finished(ending) }
    }
}
