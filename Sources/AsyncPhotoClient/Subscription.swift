import PhotoClient
import PhotoReplies

/// The events of a subscription. It ends where the daemon hangs up or refuses, with that error, and where the task that takes
/// events is cancelled, with `cancelled`; letting it go ends it too.
public final class Subscription: AsyncSequence, Sendable {
    public typealias Element = Event

    private let number: RequestNumber
    /// Who holds only the subscription keeps the connection.
    private let client: Client
    private let loop: ClientLoop

    init(_ number: RequestNumber, of client: Client, on loop: ClientLoop) {
        self.number = number
        self.client = client
        self.loop = loop
    }

    deinit { loop.cancel(number, isDropped: true) }

    public func makeAsyncIterator() -> Iterator { Iterator(subscription: self) }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let subscription: Subscription

        /// - Throws: `ClientError`; `overflow` names the clock to subscribe again with.
        public func next() async throws -> Event? { try await subscription.next() }
    }

    private func next() async throws -> Event? {
        let (loop, number) = (self.loop, self.number)
        let outcome: Inbox.Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { loop.awaitEvent(number, $0) }
        } onCancel: {
            loop.cancel(number)
        }
        return try outcome.get().map { Event(ReplyObject(line: $0.line, json: $0.json)) }
    }
}
