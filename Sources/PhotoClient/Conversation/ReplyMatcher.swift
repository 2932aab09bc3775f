import LineProtocol

/// Which request a received line belongs to. Replies come in the order of the requests, each in the shape its request gives
/// it; events of a subscription may come between any two lines.
struct ReplyMatcher {
    enum Meaning {
        /// `nil`: it belongs to somebody who waits no more.
        case arrival(Arrival?)
        /// After it nothing that comes could be understood, or nothing comes.
        case last(Arrival?, ClientError)
    }

    private var waiting = RequestQueue()
    private var lastNumber: UInt64 = 0
    /// The subscription whose state was sent.
    private var subscription: RequestQueue.Entry?
    /// `close` was answered.
    private var isClosing = false
    private var isMatching = true
    /// Where a line means two things, the second.
    private var following: Arrival?

    /// Whether a reply is to come. Events alone are none.
    var awaitsReply: Bool {
        switch waiting.first?.shape {
        case nil, .subscribe: false
        case .reply, .list, .unsubscribe, .close: true
        }
    }

    /// Whether anything is to come but the events of one subscription.
    var awaitsMoreThanEvents: Bool {
        guard subscription == nil, case .subscribe = waiting.first?.shape else { return waiting.count > 0 }
        return waiting.count > 1
    }

    /// Whether the daemon has said all that it was asked for, and was asked to hang up then.
    var isDone: Bool { isClosing && waiting.first == nil }

    mutating func expect(_ shape: RequestQueue.Shape, isForgotten: Bool = false) -> RequestNumber {
        lastNumber += 1
        let number = RequestNumber(rawValue: lastNumber)
        waiting.append(.init(number: number, shape: shape, isForgotten: isForgotten))
        return number
    }

    /// From now on lines belong to nobody.
    mutating func stopMatching() { isMatching = false }

    /// Nobody waits for this request any more. Returns whether it is a subscription that has to be ended.
    mutating func forget(_ number: RequestNumber) -> Bool {
        if subscription?.number == number, subscription?.isForgotten == false {
            subscription?.isForgotten = true
            return true
        }
        guard case .subscribe = waiting.forget(number)?.shape else { return false }
        return true
    }

    mutating func takeFollowing() -> Arrival? {
        defer { following = nil }
        return following
    }

    /// The next of those whom nothing will reach any more.
    mutating func takeAbandoned() -> RequestNumber? {
        while let entry = subscription ?? waiting.first {
            if subscription == nil { waiting.removeFirst() } else { subscription = nil }
            if !entry.isForgotten { return entry.number }
        }
        return nil
    }

    mutating func match(_ line: ReplyLine) -> Meaning {
        guard isMatching else { return Self.unmatched(line) }
        switch line {
        case .data(let bytes): return data(bytes)
        case .listOK: return partEnded()
        case .ok: return ended()
        case .refused(let acknowledgement): return refused(acknowledgement)
        case .malformed(let bytes): return Self.violation(bytes)
        }
    }
}

// MARK: - Lines

extension ReplyMatcher {
    private mutating func data(_ line: ArraySlice<UInt8>) -> Meaning {
        do throws(JSONError) {
            if mayHaveEvents, let event = try EventLine(line) { return tell(event) }
        } catch {
            return Self.violation(line)
        }
        guard let request = waiting.first else { return Self.violation(line) }
        var part = 0
        switch request.shape {
        case .subscribe: return Self.violation(line)
        case .list(let count, let answered):
            guard answered < count else { return Self.violation(line) }
            part = answered
        case .reply, .unsubscribe, .close: break
        }
        return .arrival(request.isForgotten ? nil : .line(line, of: request.number, part: part))
    }

    /// Whether a subscription is open, or about to be.
    private var mayHaveEvents: Bool {
        if subscription != nil { return true }
        guard case .subscribe = waiting.first?.shape else { return false }
        return true
    }

    private mutating func tell(_ event: EventLine) -> Meaning {
        guard let owner = subscription ?? waiting.first else { return Self.violation(event.line) }
        if event.name == "ready", subscription == nil {
            subscription = owner
            waiting.removeFirst()
        }
        let arrival: Arrival? = owner.isForgotten ? nil : .event(event, of: owner.number)
        // The daemon hangs up after it, and answers nothing more.
        return event.name == "overflow" ? .last(arrival, .overflow(clock: event.clock)) : .arrival(arrival)
    }

    private mutating func partEnded() -> Meaning {
        guard let request = waiting.first, case .list(let count, let answered) = request.shape,
            answered < count
        else { return Self.violation("list_OK".utf8) }
        waiting.first?.shape = .list(count: count, answered: answered + 1)
        return .arrival(request.isForgotten ? nil : .partEnd(part: answered, of: request.number))
    }

    private mutating func ended() -> Meaning {
        guard let request = waiting.first else { return Self.violation("OK".utf8) }
        switch request.shape {
        case .subscribe: return Self.violation("OK".utf8)
        case .list(let count, let answered) where answered < count: return Self.violation("OK".utf8)
        case .close: isClosing = true
        case .reply, .list, .unsubscribe: break
        }
        waiting.removeFirst()
        let end: Arrival? = request.isForgotten ? nil : .end(request.number)
        guard case .unsubscribe = request.shape, let over = subscription else { return .arrival(end) }
        subscription = nil
        if over.isForgotten { return .arrival(end) }
        following = end
        return .arrival(.unsubscribed(over.number))
    }

    private mutating func refused(_ acknowledgement: Acknowledgement) -> Meaning {
        // What was not asked for can only be why the daemon hangs up.
        guard let request = waiting.first else { return .last(nil, .refused(acknowledgement)) }
        waiting.removeFirst()
        return .arrival(request.isForgotten ? nil : .refused(acknowledgement, request.number))
    }

    private static func unmatched(_ line: ReplyLine) -> Meaning {
        switch line {
        case .data(let bytes): .arrival(.line(bytes, of: .unmatched, part: 0))
        case .listOK: .arrival(.partEnd(part: 0, of: .unmatched))
        case .ok: .arrival(.end(.unmatched))
        case .refused(let acknowledgement): .arrival(.refused(acknowledgement, .unmatched))
        case .malformed(let bytes): violation(bytes)
        }
    }

    /// No daemon of this protocol sends this here.
    private static func violation(_ line: some Collection<UInt8>) -> Meaning {
        .last(nil, .malformedReply(ClientError.excerpt(line)))
    }
}
