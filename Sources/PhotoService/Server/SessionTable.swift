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

    var subscribers: [SessionHandler] {
        eventLoop.preconditionInEventLoop()
        return sessions.values.filter { $0.subscription != nil }
    }
}
