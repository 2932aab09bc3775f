import LineProtocol
import PhotoClient
import PhotoReplies

/// A connection for Swift's tasks. It has one thread, which waits for the daemon; no task's thread ever does.
///
///     let client = try Client()
///     for month in try await client.values(Month.self, of: Request("months")) {
///         print(month.key ?? "", month.counts.total ?? 0)
///     }
///     let page = try await client.items(Request("photos", ["2016-11"]).adding("limit", "100"))
///
///     for try await event in try client.subscribe(to: [.photos], since: clock) {
///         clock = event.clock ?? clock
///         if case .change(let change) = event.content { … }
///     }
///
/// Tasks may ask at the same time: what is asked first is answered first. A task that is cancelled gets `cancelled` at once; its
/// request is carried out all the same. When the daemon hangs up, every task that waits is told, and so is each that asks
/// later: make another client then. A client that is let go closes its connection.
public final class Client: Sendable {
    private let loop: ClientLoop

    /// Connects to the first of `candidates` that answers. That it is photod is known when it has greeted: until then requests
    /// wait.
    ///
    /// - Throws: `unreachable`, or `system` where there is no descriptor or thread left.
    public init(to candidates: [SocketPath] = SocketPath.candidates()) throws(ClientError) {
        loop = try ClientLoop(PolledConnection(to: candidates))
        try loop.start()
    }

    deinit { loop.close() }

    /// Closes the connection. Who waits gets `cancelled`.
    public func close() { loop.close() }

    // MARK: Lines

    /// The lines of a reply, as they were sent. A list that may be as long as the library is asked for in pages.
    public func lines(_ request: Request) async throws(ClientError) -> [[UInt8]] {
        try await parts(.request(request)).first ?? []
    }

    /// The same for a request with its ids as a list after it (`ids=@`).
    public func lines(_ request: Request, identifiers: [String]) async throws(ClientError) -> [[UInt8]] {
        try await parts(.identified(request, identifiers)).first ?? []
    }

    /// The lines of the replies to reading commands that are answered from one snapshot.
    public func lines(list requests: [Request]) async throws(ClientError) -> [[[UInt8]]] {
        try await parts(.list(requests))
    }

    private func parts(_ question: Question) async throws(ClientError) -> [[[UInt8]]] {
        let loop = self.loop
        let number = try loop.ask(question)
        let reply: PendingReply.Outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { loop.awaitReply(number, $0) }
        } onCancel: {
            loop.cancel(number)
        }
        return try reply.get()
    }

    // MARK: Values

    /// The lines of a reply as values: `values(Month.self, of: Request("months"))`.
    public func values<Value: ReplyValue>(
        _ type: Value.Type,
        of request: Request
    ) async throws(ClientError) -> [Value] {
        var values: [Value] = []
        for line in try await lines(request) {
            do throws(JSONError) {
                values.append(try Value(line: line))
            } catch {
                throw .malformedReply(ClientError.excerpt(line))
            }
        }
        return values
    }

    /// A page of `photos`, `group`, `find`, `favorites` or `unreadable`.
    public func items(_ request: Request) async throws(ClientError) -> ItemPage {
        let lines = try await self.lines(request)
        do throws(JSONError) {
            return try ItemPage(lines: lines)
        } catch {
            throw .malformedReply(error.description)
        }
    }

    /// What changed since a clock.
    public func changes(since clock: String, limit: Int? = nil) async throws(ClientError) -> ChangeList {
        let request = Request("changes").adding("since", clock).adding("limit", limit.map { String($0) })
        let lines = try await self.lines(request)
        do throws(JSONError) {
            return try ChangeList(lines: lines)
        } catch {
            throw .malformedReply(error.description)
        }
    }

    // MARK: Events

    /// The state of these topics, of all but videos where none is named, and then what happens. A connection has one subscription.
    ///
    /// Who takes events more slowly than they come is not read to any more while nothing else is asked, until the daemon says
    /// `overflow`.
    public func subscribe(
        to topics: [SubscriptionTopic] = [],
        since clock: String? = nil
    ) throws(ClientError) -> Subscription {
        let request = Request("subscribe", topics.map(\.rawValue)).adding("since", clock)
        return Subscription(try loop.ask(.subscription(request)), of: self, on: loop)
    }
}
