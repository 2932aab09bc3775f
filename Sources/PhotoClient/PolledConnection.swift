import Glibc
import LineProtocol

/// A connection whose calls never wait, for whoever waits elsewhere: in `poll`, `epoll`, or an event loop.
///
///     var connection = try PolledConnection()
///     let months = try connection.ask(Request("months"))
///     while !connection.isOver {
///         var entry = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
///         if connection.wantsToWrite { entry.events |= Int16(POLLOUT) }
///         poll(&entry, 1, -1)
///         if entry.revents & Int16(POLLOUT) != 0 { connection.writable() }
///         for arrival in connection.readable() { … }
///     }
///
/// No call throws for what the daemon does: that arrives, as `failed` for every request that waits, and `closed` at last. The
/// descriptor is the connection's and is closed with it: forget it elsewhere first.
public struct PolledConnection: ~Copyable, Sendable {
    /// What is read at a time, before others have their turn.
    private static let turn = 16 * 65_536

    private let socket: ConnectedSocket
    private var conversation: Conversation
    private var received = [UInt8](repeating: 0, count: 65_536)
    private var unsent: ArraySlice<UInt8> = []

    /// Connects to the first of `candidates` that answers. The greeting arrives later; what is asked before is sent then.
    ///
    /// - Throws: `unreachable`, also where the daemon has no room for another who waits.
    public init(to candidates: [SocketPath] = SocketPath.candidates()) throws(ClientError) {
        let socket = try ConnectedSocket(firstOf: candidates, waits: false)
        conversation = Conversation(with: socket.path)
        self.socket = socket
    }

    /// Where the daemon was found.
    public var path: SocketPath { socket.path }

    /// What to wait for: until it is readable, always; until it is writable, while `wantsToWrite`. Level-triggered: where more is
    /// there than a call reads, it is readable still.
    public var descriptor: Int32 { socket.descriptor.rawValue }

    /// Whether the daemon has not taken all yet that was asked.
    public var wantsToWrite: Bool { !unsent.isEmpty }

    /// Whether a reply is to come. Events alone are none.
    public var awaitsReply: Bool { conversation.awaitsReply }

    /// As `Conversation.awaitsMoreThanEvents`.
    package var awaitsMoreThanEvents: Bool { conversation.awaitsMoreThanEvents }

    /// Whether `closed` has arrived.
    public var isOver: Bool { conversation.isOver }
}

// MARK: - Asking

extension PolledConnection {
    /// As `Conversation.ask(_:)`; what the daemon takes at once is sent.
    public mutating func ask(_ request: Request) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request)
        writable()
        return number
    }

    /// As `Conversation.ask(_:identifiers:)`.
    public mutating func ask(
        _ request: Request,
        identifiers: [String]
    ) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request, identifiers: identifiers)
        writable()
        return number
    }

    /// As `Conversation.ask(_:json:)`.
    public mutating func ask(_ request: Request, json: [UInt8]) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request, json: json)
        writable()
        return number
    }

    /// As `Conversation.ask(list:)`.
    public mutating func ask(list requests: [Request]) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(list: requests)
        writable()
        return number
    }

    /// Nobody waits for this request any more; a subscription is ended.
    public mutating func forget(_ number: RequestNumber) {
        conversation.forget(number)
        writable()
    }

    /// Hangs up. `arrived()` says so to every request that waits.
    public mutating func fail(_ reason: ClientError) {
        socket.hangUp()
        conversation.fail(reason)
        unsent = []
    }
}

// MARK: - When the descriptor is ready

extension PolledConnection {
    /// Sends what the daemon takes. One that has hung up takes nothing; what it said before, or its silence, arrives.
    public mutating func writable() {
        while true {
            if unsent.isEmpty { unsent = conversation.takeOutput()[...] }
            if unsent.isEmpty { return }
            switch socket.send(unsent) {
            case .moved(let count): unsent = unsent.dropFirst(count)
            case .notNow: return
            case .end:
                unsent = []
                return
            case .failed(let code): return fail(.system(call: "send", code: code))
            }
        }
    }

    /// Reads what is there, and says what it means.
    public mutating func readable() -> [Arrival] {
        var count = 0
        while count < Self.turn, let length = read() { count += length }
        return arrived()
    }

    /// What has arrived and was not told yet.
    public mutating func arrived() -> [Arrival] {
        var arrivals: [Arrival] = []
        while let arrival = conversation.next() {
            arrivals.append(arrival)
            // What waited for the greeting can be sent.
            if case .greeted = arrival { writable() }
        }
        return arrivals
    }

    /// `nil` where nothing is there.
    private mutating func read() -> Int? {
        guard !conversation.isOver else { return nil }
        switch socket.receive(into: &received) {
        case .moved(let length):
            let bytes = received[..<length]
            bytes.withUnsafeBytes { conversation.receive($0) }
            return length
        case .notNow: return nil
        case .end: conversation.receiveEnd()
        case .failed(let code): fail(.system(call: "recv", code: code))
        }
        return nil
    }
}
