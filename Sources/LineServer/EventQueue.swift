/// What is told to subscribers.
public protocol LineEvent: Sendable {
    /// How much is kept while the event waits, in lines.
    var weight: Int { get }
    /// The event says how all is: of those that wait only the newest is worth telling.
    var isState: Bool { get }
}

/// Events that wait for one client, up to a limit.
public struct EventQueue<Event: LineEvent> {
    /// Lines that may wait while the state is read: much may happen meanwhile.
    private static var openingLimit: Int { 65_536 }
    /// Lines that may wait for the client, besides the event it is being told of.
    private static var waitingLimit: Int { 8192 }

    /// `nil`: told, or a state that is older than another.
    private var events: [Event?] = []
    /// Where the one to be told next is.
    private var head = 0
    /// Where a state waits.
    private var state: Int?
    private var weight = 0
    /// How much of it came while the state was read and has not been told yet, at most.
    private var openingWeight = 0
    /// More came than may wait. What comes then is not kept: the client is told how far it came.
    public private(set) var isTooFarBehind = false

    public init() {}

    /// The one to be told next.
    public var first: Event? { head < events.count ? events[head] : nil }

    /// - Parameter isOpening: the client is not told of events yet.
    public mutating func append(_ event: Event, isOpening: Bool) {
        guard !isTooFarBehind else { return }
        if event.isState {
            if let state { remove(at: state) }
            state = events.count
        }
        events.append(event)
        openingWeight = isOpening ? weight + event.weight : min(openingWeight, weight)
        weight += event.weight
        // Who was let in with much to be told is not behind for that.
        let limit = isOpening ? Self.openingLimit : Self.waitingLimit + openingWeight
        let allowed = isOpening ? 0 : first?.weight ?? 0
        isTooFarBehind = weight - allowed > limit
    }

    /// The first was told.
    public mutating func removeFirst() {
        guard head < events.count else { return }
        remove(at: head)
    }

    private mutating func remove(at index: Int) {
        weight -= events[index]?.weight ?? 0
        events[index] = nil
        if state == index { state = nil }
        while head < events.count, events[head] == nil { head += 1 }
        // All that was told is let go of at once, and so each moves once or twice.
        guard head > events.count / 2 else { return }
        events.removeFirst(head)
        state = state.map { $0 - head }
        head = 0
    }

    /// Nothing more is kept.
    public mutating func end() {
        isTooFarBehind = true
    }
}
