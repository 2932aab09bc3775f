import NIOCore

/// The open sessions, for events that go to many. Used on the event loop only.
///
/// Unchecked: every method asserts that it runs on the one event loop that all sessions live on.
public final class SessionTable<Service: LineService>: @unchecked Sendable {
    private let eventLoop: any EventLoop
    private var sessions: [ObjectIdentifier: SessionHandler<Service>] = [:]

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ session: SessionHandler<Service>) {
        eventLoop.preconditionInEventLoop()
        sessions[ObjectIdentifier(session)] = session
    }

    func remove(_ session: SessionHandler<Service>) {
        eventLoop.preconditionInEventLoop()
        sessions[ObjectIdentifier(session)] = nil
    }

    /// Whether any session has such a subscription.
    public func areSubscribed(where isMeant: (Service.Subscription) -> Bool) -> Bool {
        eventLoop.preconditionInEventLoop()
        return sessions.values.contains { $0.subscription.map(isMeant) ?? false }
    }

    /// Has such subscriptions take what happened, and their clients told of it.
    public func deliver(
        where isMeant: (Service.Subscription) -> Bool,
        _ event: (Service.Subscription) -> Void
    ) {
        eventLoop.preconditionInEventLoop()
        for session in sessions.values {
            if let subscription = session.subscription, isMeant(subscription) { session.deliver(event) }
        }
    }

    /// Ends every session. What a client has not read by then is lost.
    func closeAll() {
        eventLoop.preconditionInEventLoop()
        for session in sessions.values { session.boundContext?.close(promise: nil) }
    }
}
