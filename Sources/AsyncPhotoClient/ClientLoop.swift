import CShims
import Glibc
import PhotoClient
import Synchronization
import Threads

/// The thread that waits for the daemon, and the state it shares with the tasks that ask. Nobody holds the lock for longer than
/// calls take that do not wait.
final class ClientLoop: Sendable {
    private let state: Mutex<ClientState>
    /// An eventfd: the thread is to look at the state again.
    private let wakeUp: Int32

    /// - Throws: `system` where there is no descriptor left.
    init(_ connection: consuming PolledConnection) throws(ClientError) {
        wakeUp = photod_event_descriptor()
        guard wakeUp >= 0 else { throw .system(call: "eventfd", code: errno) }
        state = Mutex(ClientState(connection))
    }

    deinit { _ = Glibc.close(wakeUp) }

    /// - Throws: `system` where there is no thread left.
    func start() throws(ClientError) {
        guard let thread = NamedThread("photo-client", { self.run() }) else {
            throw .system(call: "pthread_create", code: EAGAIN)
        }
        // The thread ends with the connection, and nobody waits for that.
        thread.leave()
    }

    // MARK: Tasks

    func ask(_ question: Question) throws(ClientError) -> RequestNumber {
        defer { photod_event_raise(wakeUp) }
        return try state.withLock { state throws(ClientError) in try state.ask(question) }
    }

    func awaitReply(_ number: RequestNumber, _ waiter: PendingReply.Waiter) {
        tell(state.withLock { $0.awaitReply(number, waiter) })
    }

    func awaitEvent(_ number: RequestNumber, _ waiter: Inbox.Waiter) {
        let (news, hasRoomAgain) = state.withLock { state in
            let wasFull = state.isFull
            let news = state.awaitEvent(number, waiter)
            return (news, wasFull && !state.isFull)
        }
        tell(news)
        if hasRoomAgain { photod_event_raise(wakeUp) }
    }

    /// Nobody waits for this any more. `isDropped`: nor will anybody ask for its events.
    func cancel(_ number: RequestNumber, isDropped: Bool = false) {
        tell(state.withLock { $0.cancel(number, isDropped: isDropped) })
        photod_event_raise(wakeUp)
    }

    func close() {
        tell(state.withLock { $0.close() })
        photod_event_raise(wakeUp)
    }

    // MARK: The thread

    private func run() {
        while let need = state.withLock({ $0.need }) {
            // Where nothing is wanted of the daemon its hanging up must not wake either: poll skips negative descriptors.
            let descriptor = need.events == 0 ? -1 : need.descriptor
            var entries = [
                pollfd(fd: descriptor, events: need.events, revents: 0),
                pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&entries, 2, -1) < 0, errno != EINTR {
                let code = errno
                return tell(state.withLock { $0.close(because: .system(call: "poll", code: code)) })
            }
            if entries[1].revents != 0 { photod_event_clear(wakeUp) }
            let isReadable = entries[0].revents & ~Int16(POLLOUT) != 0
            tell(state.withLock { $0.move(isReadable: isReadable) })
        }
    }

    /// Outside of the lock: what they resume may ask at once.
    private func tell(_ news: ClientState.News) {
        for item in news { item() }
    }
}
