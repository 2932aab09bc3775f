import LineProtocol

/// The client's side of one connection as a state machine without I/O: requests become bytes to send, received bytes become
/// arrivals, each with the request it belongs to. Whatever moves the bytes (a blocking socket, a poll loop, a channel of
/// SwiftNIO) does this:
///
///     var conversation = Conversation(with: path)
///     let months = try conversation.ask(Request("months"))
///     let events = try conversation.ask(Request("subscribe", ["photos"]))
///
///     conversation.receive(bytes)                    // what was read, cut up anyhow
///     while let arrival = conversation.next() {
///         switch arrival {
///         case .line(let line, months, _): …         // {"monthKey":"2016-11",…}
///         case .event(let event, events): …          // kept apart, wherever it came
///         …
///         }
///     }
///     send(conversation.takeOutput())                // after the greeting, and after every `ask`
///
/// Every request that was asked ends in `end`, `refused` or `failed`, also where the daemon hangs up or sends what no daemon
/// sends, unless it was forgotten.
public struct Conversation: Sendable {
    /// The longest line taken, line end included. Lines of a reply have no limit of their own; this one is against memory
    /// running out.
    public static let lineLimit = 64 << 20

    private enum State {
        case greeting
        case open
        /// Nothing comes any more, and why.
        case ending(ClientError?)
        /// And everybody has been told.
        case over(ClientError?)
    }

    private let peer: SocketPath
    private var framer: LineFramer
    private var state = State.greeting
    private var hasReceivedEnd = false
    private var output: [UInt8] = []
    private var matcher = ReplyMatcher()

    /// - Parameters:
    ///   - peer: the socket, for messages.
    ///   - lineLimit: the longest line taken, line end included.
    public init(with peer: SocketPath, lineLimit: Int = Conversation.lineLimit) {
        self.peer = peer
        framer = LineFramer(limit: lineLimit, checksFirstByte: false)
    }

    /// Whether a reply is to come. Events alone are none.
    public var awaitsReply: Bool { matcher.awaitsReply }

    /// Whether anything is to come but the events of one subscription. It comes behind those that come before, also where they
    /// are a state that has not ended.
    package var awaitsMoreThanEvents: Bool { matcher.awaitsMoreThanEvents }

    /// Whether all that will ever arrive has arrived.
    public var isOver: Bool {
        if case .over = state { true } else { false }
    }
}

// MARK: - Asking

extension Conversation {
    /// Asks one request, `subscribe`, `unsubscribe` and `close` among them.
    ///
    /// - Throws: `unsendable` where the protocol cannot carry it, or why the conversation is over.
    public mutating func ask(_ request: Request) throws(ClientError) -> RequestNumber {
        // Any other request has a reply like all others, also one that this version does not know.
        let shape: RequestQueue.Shape =
            switch request.command {
            case "subscribe": .subscribe
            case "unsubscribe": .unsubscribe
            case "close": .close
            default: .reply
            }
        return try ask(try RequestLines.of(request), shape)
    }

    /// Asks a request with its ids as a list after it (`ids=@`), for more of them than a line holds. An id must be
    /// one line of text; a path with a line feed is sent as its `file://` uri.
    ///
    /// - Throws: `unsendable` where an id is none: what follows a line that ends the list would be carried out.
    public mutating func ask(
        _ request: Request,
        identifiers: [String]
    ) throws(ClientError) -> RequestNumber {
        try ask(try RequestLines.of(request, identifiers: identifiers), .reply)
    }

    /// Asks a request with a JSON text after it (`json=@`), for more of it than a line holds.
    ///
    /// - Throws: `unsendable` where it is no text that lines can carry. Whether it is JSON is not looked at.
    public mutating func ask(_ request: Request, json: [UInt8]) throws(ClientError) -> RequestNumber {
        try ask(try RequestLines.of(request, json: json), .reply)
    }

    /// Asks reading commands that are answered from one snapshot, at most 1000.
    public mutating func ask(list requests: [Request]) throws(ClientError) -> RequestNumber {
        try ask(try RequestLines.of(list: requests), .list(count: requests.count, answered: 0))
    }

    /// Asks bytes as they are. What they ask for is not known here, so that from now on nothing is matched: lines and ends
    /// arrive under no request's number, and events as lines.
    package mutating func ask(unmatched bytes: [UInt8]) {
        matcher.stopMatching()
        output += bytes
    }

    /// The bytes to send since the last call. None before the greeting: what is no photod is told nothing.
    public mutating func takeOutput() -> [UInt8] {
        guard case .open = state else { return [] }
        defer { output = [] }
        return output
    }

    /// Nobody waits for this request any more: what arrives for it is dropped, in its turn. The daemon does it all the same,
    /// but for a subscription, which is ended.
    public mutating func forget(_ number: RequestNumber) {
        guard !isEnding, matcher.forget(number) else { return }
        output += "unsubscribe\n".utf8
        _ = matcher.expect(.unsubscribe, isForgotten: true)
    }

    private mutating func ask(_ bytes: [UInt8], _ shape: RequestQueue.Shape) throws(ClientError)
        -> RequestNumber
    {
        switch state {
        case .ending(let reason), .over(let reason): throw reason ?? .closed
        case .greeting, .open: break
        }
        output += bytes
        return matcher.expect(shape)
    }
}

// MARK: - Receiving

extension Conversation {
    /// Takes what was received, cut up anyhow.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        if !isEnding { framer.append(bytes) }
    }

    /// The daemon sends nothing more.
    public mutating func receiveEnd() { hasReceivedEnd = true }

    /// Ends the conversation from this side, as where a call failed or nobody waits for it any more.
    public mutating func fail(_ reason: ClientError) { end(reason) }

    /// What the received bytes mean, one thing at a time; `nil` where more are needed, or all is over. Drop the line it gives
    /// before the next `receive`, which else copies what is held.
    public mutating func next() -> Arrival? {
        if let arrival = matcher.takeFollowing() { return arrival }
        while true {
            switch state {
            case .over: return nil
            case .ending(let reason): return farewell(reason)
            case .greeting, .open: break
            }
            if let line = nextLine() {
                if let arrival = read(line) { return arrival }
            } else if !isEnding {
                guard hasReceivedEnd else { return nil }
                end(reasonOfEnd)
            }
        }
    }

    private mutating func nextLine() -> ArraySlice<UInt8>? {
        do throws(LineFramer.Violation) {
            return try framer.nextLine()
        } catch {
            end(.malformedReply("a line without an end"))
            return nil
        }
    }

    /// `nil` where the line means nothing to anybody, or ended the conversation.
    private mutating func read(_ line: ArraySlice<UInt8>) -> Arrival? {
        guard case .open = state else { return greet(line) }
        switch matcher.match(ReplyLine(line)) {
        case .arrival(let arrival): return arrival
        case .last(let arrival, let reason):
            end(reason)
            return arrival
        }
    }

    private mutating func greet(_ line: ArraySlice<UInt8>) -> Arrival? {
        // “OK photod 1” today; a later program version may follow after a space.
        let greeting = String(describing: ProtocolVersion.greeting)
        if let refusal = Acknowledgement(line) {
            // A daemon that serves somebody else says so in the place of a greeting.
            end(.refused(refusal))
        } else if line.elementsEqual(greeting.utf8) || line.starts(with: (greeting + " ").utf8) {
            state = .open
            return .greeted
        } else {
            end(.notPhotod(path: peer, greeting: ClientError.excerpt(line)))
        }
        return nil
    }

    /// Why the daemon's hanging up is an error; `nil` where it was asked to.
    private var reasonOfEnd: ClientError? {
        guard framer.bufferedBytes == 0 else { return .closed }
        if case .greeting = state { return .notPhotod(path: peer, greeting: "") }
        return matcher.isDone ? nil : .closed
    }

    private var isEnding: Bool {
        switch state {
        case .ending, .over: true
        case .greeting, .open: false
        }
    }

    private mutating func end(_ reason: ClientError?) {
        guard !isEnding else { return }
        state = .ending(reason)
        framer = LineFramer()
        output = []
    }

    /// Tells those who wait, one after another, that it is over, and then that it is.
    private mutating func farewell(_ reason: ClientError?) -> Arrival {
        if let number = matcher.takeAbandoned() { return .failed(number, reason ?? .closed) }
        state = .over(reason)
        return .closed(reason)
    }
}
