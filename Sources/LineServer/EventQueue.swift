/// What is told to subscribers.
public protocol LineEvent: Sendable {
    /// How much is kept while it waits, in lines.
    var weight: Int { get }
    /// It says how all is: of those that wait only the newest is worth telling.
    var isState: Bool { get }
}

/// Events that wait for one client, up to a limit.
public struct EventQueue<Event: LineEvent> {
    /// Lines that may wait while the state is read: much may happen meanwhile.
    private static var openingLimit: Int { 65_536 }
    /// Lines that may wait for the client, besides the event it is being told of.
    private static var waitingLimit: Int { 8192 }

    private var events: [Event] = []
    private var weight = 0
    /// More came than may wait. What comes then is not kept: the client is told how far it came.
    public private(set) var isTooFarBehind = false

    public init() {}

    /// The one to be told next.
    public var first: Event? { events.first }

    /// - Parameter isOpening: the client is not told of events yet.
    public mutating func append(_ event: Event, isOpening: Bool) {
        guard !isTooFarBehind else { return }
        if event.isState { dropStates() }
        events.append(event)
        weight += event.weight
        let limit = isOpening ? Self.openingLimit : Self.waitingLimit
        let allowed = isOpening ? 0 : events.first?.weight ?? 0
        isTooFarBehind = weight - allowed > limit
    }

    private mutating func dropStates() {
        weight -= events.reduce(0) { $1.isState ? $0 + $1.weight : $0 }
        events.removeAll(where: \.isState)
    }

    /// The first was told.
    public mutating func removeFirst() {
        guard let first = events.first else { return }
        events.removeFirst()
        weight -= first.weight
    }

    /// Nothing more is kept.
    public mutating func end() {
        isTooFarBehind = true
    }
}
