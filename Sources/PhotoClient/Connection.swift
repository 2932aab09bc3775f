import Glibc
import LineProtocol

/// A connection whose calls wait for the daemon.
///
///     let connection = try Connection()
///     try connection.send(Request("months"))
///     while let line = try connection.nextLine() {
///         let month = try JSONValue.parse(line)
///     }
///
/// Requests may be sent ahead of their replies; replies come in the order of the requests. A reply is read line by
/// line with `nextLine()`, which gives `nil` at its end and throws `refused` where the daemon refused.
public final class Connection {
    /// How long to wait for the next bytes of a reply; `nil` waits for ever.
    public var readTimeout: Duration?

    private let socket: ConnectedSocket
    private var conversation: Conversation
    private var received = [UInt8](repeating: 0, count: 65_536)
    /// Events that came between the lines of a reply.
    private var heldEvents: [[UInt8]] = []

    /// Connects to the first of `candidates` that answers, and checks its greeting.
    ///
    /// - Throws: `unreachable`, `notPhotod`, `refused`, `timedOut` or `closed`.
    public init(
        to candidates: [SocketPath] = SocketPath.candidates(),
        readTimeout: Duration? = nil
    ) throws(ClientError) {
        let socket = try ConnectedSocket(firstOf: candidates, waits: true)
        conversation = Conversation(with: socket.path)
        self.socket = socket
        self.readTimeout = readTimeout
        // The greeting comes first, or the reason why there is none.
        _ = try next()
    }

    /// Where the daemon was found.
    public var path: SocketPath { socket.path }
}

// MARK: - Sending

extension Connection {
    /// Sends one request. Further ones may be sent before its reply is read.
    ///
    /// While the daemon does not take them, what it sends is read and kept, so that a client that sends many requests
    /// ahead and a daemon that waits for it to read cannot block each other.
    ///
    /// A daemon that hangs up meanwhile is no error here: it may have said why, and the reply, or its absence, tells.
    ///
    /// - Throws: `unsendable` where the protocol cannot carry it.
    @discardableResult
    public func send(_ request: Request) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request)
        try sendOutput()
        return number
    }

    /// Sends a request with its ids as a list after it (`ids=@`).
    @discardableResult
    public func send(_ request: Request, identifiers: [String]) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request, identifiers: identifiers)
        try sendOutput()
        return number
    }

    /// Sends a request with a JSON text after it (`json=@`).
    @discardableResult
    public func send(_ request: Request, json: [UInt8]) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(request, json: json)
        try sendOutput()
        return number
    }

    /// Sends reading commands that are answered from one snapshot. `nextLine()` gives `nil` at the end of each, and once more
    /// at the end of all.
    @discardableResult
    public func send(list requests: [Request]) throws(ClientError) -> RequestNumber {
        let number = try conversation.ask(list: requests)
        try sendOutput()
        return number
    }

    /// Sends bytes as they are, be they requests or not; see `Conversation.ask(unmatched:)`.
    package func send(_ bytes: [UInt8]) throws(ClientError) {
        conversation.ask(unmatched: bytes)
        try sendOutput()
    }

    private func sendOutput() throws(ClientError) {
        var output = conversation.takeOutput()[...]
        while !output.isEmpty {
            switch socket.send(output) {
            case .moved(let count): output = output.dropFirst(count)
            case .notNow:
                let ready = try wait(for: Int16(POLLIN | POLLOUT))
                if ready & Int16(POLLIN) != 0, try !receive() { return }
            case .end: return
            case .failed(let code): throw .system(call: "send", code: code)
            }
        }
    }
}

// MARK: - Receiving

extension Connection {
    /// The next line of the reply under way, as it was sent, without its line end: one JSON object. `nil` at the
    /// reply's end.
    ///
    /// Of a subscription the lines are its events. Those that come while a reply is under way are held until it is read.
    ///
    /// - Throws: `refused` where the daemon refused, `closed` where it hung up before the reply's end, `overflow` after the
    ///   event that says so.
    public func nextLine() throws(ClientError) -> ArraySlice<UInt8>? {
        if !heldEvents.isEmpty, !conversation.awaitsReply { return heldEvents.removeFirst()[...] }
        while true {
            switch try next() {
            case .line(let line, _, _): return line
            case .end, .partEnd: return nil
            case .event(let event, _):
                guard conversation.awaitsReply else { return event.line[...] }
                heldEvents.append(event.line)
            case .refused(let acknowledgement, _): throw .refused(acknowledgement)
            case .failed(_, let reason): throw reason
            case .closed(let reason): throw reason ?? .closed
            case .greeted, .unsubscribed: continue
            }
        }
    }

    /// Sends a request and reads its whole reply.
    public func request(_ request: Request) throws(ClientError) -> [ArraySlice<UInt8>] {
        try send(request)
        var lines: [ArraySlice<UInt8>] = []
        while let line = try nextLine() { lines.append(line) }
        return lines
    }

    /// The same for a command and its words: `request("count", "2016-11")`.
    public func request(_ command: String, _ words: String...) throws(ClientError) -> [ArraySlice<UInt8>] {
        try request(Request(command, words))
    }

    /// What comes next, for who has several requests under way, or a subscription beside them. Events that `nextLine()`
    /// holds are not among it.
    ///
    /// - Throws: what ended the connection, where there is nobody left to tell.
    public func next() throws(ClientError) -> Arrival {
        while true {
            if let arrival = conversation.next() {
                if case .closed(let reason) = arrival { throw reason ?? .closed }
                return arrival
            }
            if conversation.isOver { throw .closed }
            if readTimeout != nil { _ = try wait(for: Int16(POLLIN)) }
            _ = try receive()
        }
    }

    /// Reads what is there, or waits for it. `false` at the end of the stream.
    private func receive() throws(ClientError) -> Bool {
        switch socket.receive(into: &received) {
        case .moved(let count):
            received.withUnsafeBytes { conversation.receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            return true
        case .end:
            conversation.receiveEnd()
            return false
        // The socket waits: it has something, or the end.
        case .notNow: return true
        case .failed(let code): throw .system(call: "recv", code: code)
        }
    }

    /// Waits for `events`, at most for the read timeout.
    ///
    /// - Returns: what is possible, an error or a hang-up counted as readable, since reading then tells which.
    private func wait(for events: Int16) throws(ClientError) -> Int16 {
        let clock = ContinuousClock()
        let deadline = readTimeout.map { clock.now + $0 }
        while true {
            var timeout: Int32 = -1
            if let deadline {
                let left = max(deadline - clock.now, .zero)
                // Rounded up: a wait that ends a fraction too early would spin until the deadline.
                timeout = Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
            }
            var entry = pollfd(fd: socket.descriptor.rawValue, events: events, revents: 0)
            let count = poll(&entry, 1, timeout)
            if count > 0 {
                let isBroken = entry.revents & Int16(POLLERR | POLLHUP) != 0
                return isBroken ? entry.revents | Int16(POLLIN) : entry.revents
            }
            if count == 0 { throw .timedOut }
            guard errno == EINTR else { throw .system(call: "poll", code: errno) }
        }
    }
}
