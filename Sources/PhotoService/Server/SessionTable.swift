import LineProtocol
import NIOCore

/// The open sessions, for events that go to many. Used on the event loop only.
///
/// Unchecked: every method asserts that it runs on the one event loop that all sessions live on.
final class SessionTable: @unchecked Sendable {
    private let eventLoop: any EventLoop
    private var sessions: [ObjectIdentifier: SessionHandler] = [:]

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ session: SessionHandler) {
        eventLoop.preconditionInEventLoop()
        sessions[ObjectIdentifier(session)] = session
    }

    func remove(_ session: SessionHandler) {
        eventLoop.preconditionInEventLoop()
        sessions[ObjectIdentifier(session)] = nil
    }

    /// The sessions that are subscribed to any of these.
    func subscribers(of topics: [SubscriptionTopic]) -> [SessionHandler] {
        eventLoop.preconditionInEventLoop()
        return sessions.values.filter { session in
            guard let subscription = session.subscription else { return false }
            return topics.contains { subscription.wants($0) }
        }
    }

    /// Ends every session. What a client has not read by then is lost.
    func closeAll() {
        eventLoop.preconditionInEventLoop()
        for session in sessions.values { session.boundContext?.close(promise: nil) }
    }
}
