import Glibc
import LineProtocol
import PhotoClient

/// What a task asks.
enum Question: Sendable {
    case request(Request)
    case identified(Request, [String])
    case list([Request])
    case subscription(Request)
}

/// A reply that a task waits for, or is about to.
struct PendingReply {
    /// The lines of each part; one part, where it is no command list.
    typealias Outcome = Result<[[[UInt8]]], ClientError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    let isList: Bool
    var parts: [[[UInt8]]] = []
    var lines: [[UInt8]] = []
    /// Where it came before the task waits.
    var outcome: Outcome?
    var waiter: Waiter?

    mutating func endPart() {
        parts.append(lines)
        lines = []
    }
}

/// The events that a task has not taken yet.
struct Inbox {
    /// `nil`: there are no more.
    typealias Outcome = Result<EventLine?, ClientError>
    typealias Waiter = CheckedContinuation<Outcome, Never>

    private(set) var events: [EventLine] = []
    private var taken = 0
    /// After the last event, from then on.
    var end: Outcome?
    var waiters: [Waiter] = []

    var count: Int { events.count - taken }

    mutating func append(_ event: EventLine) { events.append(event) }

    mutating func next() -> Outcome? {
        guard taken < events.count else { return end }
        defer {
            taken += 1
            if taken * 2 >= events.count {
                events.removeSubrange(..<taken)
                taken = 0
            }
        }
        return .success(events[taken])
    }
}

/// A connection and who waits for what of it. Those who are to be told are given back as `News`, to be told when no lock is
/// held.
struct ClientState: ~Copyable {
    typealias News = [@Sendable () -> Void]

    /// What the thread is to wait for.
    struct Need: Sendable {
        let descriptor: Int32
        let events: Int16
    }

    /// As many events as may lie here before the daemon is not read any more.
    private static let eventLimit = 4096

    private var connection: PolledConnection
    private var replies: [RequestNumber: PendingReply] = [:]
    private var inboxes: [RequestNumber: Inbox] = [:]

    init(_ connection: consuming PolledConnection) {
        self.connection = connection
    }

    /// Whether nobody takes the events that are here. Those of a subscription that has ended become no more.
    var isFull: Bool {
        inboxes.values.reduce(0) { $1.end == nil ? $0 + $1.count : $0 } >= Self.eventLimit
    }

    /// `nil` where all is over.
    var need: Need? {
        if connection.isOver { return nil }
        var events: Int16 = 0
        // Who waits for a reply has it read, whatever lies before it, a state that nobody takes among that.
        if !isFull || connection.awaitsMoreThanEvents { events |= Int16(POLLIN) }
        if connection.wantsToWrite { events |= Int16(POLLOUT) }
        return Need(descriptor: connection.descriptor, events: events)
    }

    mutating func move(isReadable: Bool) -> News {
        connection.writable()
        return deliver(isReadable ? connection.readable() : connection.arrived())
    }

    mutating func close(because reason: ClientError = .cancelled) -> News {
        connection.fail(reason)
        return deliver(connection.arrived())
    }
}

// MARK: - Asking

extension ClientState {
    mutating func ask(_ question: Question) throws(ClientError) -> RequestNumber {
        let number: RequestNumber
        switch question {
        case .request(let request):
            guard request.command != "subscribe" else {
                throw .unsendable("events do not end: subscribe with “subscribe(to:since:)”")
            }
            number = try connection.ask(request)
            replies[number] = PendingReply(isList: false)
        case .identified(let request, let identifiers):
            number = try connection.ask(request, identifiers: identifiers)
            replies[number] = PendingReply(isList: false)
        case .list(let requests):
            number = try connection.ask(list: requests)
            replies[number] = PendingReply(isList: true)
        case .subscription(let request):
            number = try connection.ask(request)
            inboxes[number] = Inbox()
        }
        return number
    }

    mutating func awaitReply(_ number: RequestNumber, _ waiter: PendingReply.Waiter) -> News {
        if let outcome = replies[number]?.outcome {
            replies[number] = nil
            return [{ waiter.resume(returning: outcome) }]
        }
        replies[number]?.waiter = waiter
        return []
    }

    mutating func awaitEvent(_ number: RequestNumber, _ waiter: Inbox.Waiter) -> News {
        if let outcome = inboxes[number]?.next() { return [{ waiter.resume(returning: outcome) }] }
        inboxes[number]?.waiters.append(waiter)
        return []
    }

    mutating func cancel(_ number: RequestNumber, isDropped: Bool) -> News {
        connection.forget(number)
        if let reply = replies[number], reply.outcome == nil { return end(number, .failure(.cancelled)) }
        let news = inboxes[number]?.end == nil ? endEvents(number, .failure(.cancelled)) : []
        if isDropped { inboxes[number] = nil }
        return news
    }
}

// MARK: - Arrivals

extension ClientState {
    private mutating func deliver(_ arrivals: [Arrival]) -> News {
        var news: News = []
        for arrival in arrivals {
            switch arrival {
            case .line(let line, let number, _): replies[number]?.lines.append(Array(line))
            case .partEnd(_, let number): replies[number]?.endPart()
            case .end(let number):
                if replies[number]?.isList == false { replies[number]?.endPart() }
                news += end(number, .success(replies[number]?.parts ?? []))
            case .event(let event, let number): news += take(event, number)
            case .unsubscribed(let number): news += endEvents(number, .success(nil))
            case .refused(let acknowledgement, let number):
                news += end(number, .failure(.refused(acknowledgement)))
                news += endEvents(number, .failure(.refused(acknowledgement)))
            case .failed(let number, let reason):
                news += end(number, .failure(reason))
                news += endEvents(number, .failure(reason))
            case .greeted, .closed: break
            }
        }
        return news
    }

    private mutating func end(_ number: RequestNumber, _ outcome: PendingReply.Outcome) -> News {
        guard let waiter = replies[number]?.waiter else {
            replies[number]?.outcome = outcome
            return []
        }
        replies[number] = nil
        return [{ waiter.resume(returning: outcome) }]
    }

    private mutating func take(_ event: EventLine, _ number: RequestNumber) -> News {
        guard let inbox = inboxes[number], !inbox.waiters.isEmpty else {
            inboxes[number]?.append(event)
            return []
        }
        guard let waiter = inboxes[number]?.waiters.removeFirst() else { return [] }
        return [{ waiter.resume(returning: .success(event)) }]
    }

    private mutating func endEvents(_ number: RequestNumber, _ outcome: Inbox.Outcome) -> News {
        let waiters = inboxes[number]?.waiters ?? []
        inboxes[number]?.waiters = []
        inboxes[number]?.end = outcome
        var news: News = []
        for waiter in waiters { news.append({ waiter.resume(returning: outcome) }) }
        return news
    }
}
