import LibraryIndex
import LineProtocol
import NIOCore
import NIOPosix
import PhotoModel
import Reconciling
import Threads

/// Answers requests: short ones at once, long ones on a few threads.
final class RequestService: Sendable {
    let context: CommandContext
    let sessions: SessionTable
    private let readers: ReaderThreads
    private let orders: OrderCommands

    init(context: CommandContext, sessions: SessionTable, readers: ReaderThreads, orders: OrderCommands) {
        self.context = context
        self.sessions = sessions
        self.readers = readers
        self.orders = orders
    }

    // MARK: On the event loop

    /// Answers what is asked for most often, where the answer is kept, without a look at the index. Returns
    /// whether it was.
    func answerKept(_ arguments: Arguments, writer: ReplyWriter) throws(ProtocolError) -> Bool {
        switch arguments.request.command {
        case "months":
            guard let reply = context.months.reply(for: try arguments.assetType()) else { return false }
            reply.withUnsafeBytes { writer.json.raw($0) }
        case "groups":
            let asked = try GroupsQuery(arguments)
            guard let reply = context.groups.reply(for: asked.type) else { return false }
            writer.groups(reply, limit: asked.limit)
        default: return false
        }
        writer.raw("OK\n")
        return true
    }

    func answerShort(_ arguments: Arguments, writer: ReplyWriter) throws(ProtocolError) {
        let length = writer.json.count
        do {
            try context.snapshot { snapshot in
                try ReadingCommands(context: context, snapshot: snapshot, writer: writer).run(arguments)
            }
            writer.raw("OK\n")
        } catch {
            writer.json.truncate(to: length)
            throw Self.refusal(of: arguments.request.command, error)
        }
    }

    // MARK: Elsewhere

    func answer(_ arguments: Arguments, on exchange: Exchange) {
        guard arguments.definition.readsOnly else { return orders.perform(arguments, on: exchange) }
        let isEndless = ReadingCommands.pace(of: arguments.request) == .endless
        readers.run(waitingForClients: isEndless) { [context] in
            let writer = isEndless ? ReplyWriter(drain: exchange.write) : ReplyWriter()
            do {
                if ReadingCommands.searchesText(arguments.request) { try context.library.catchUpText() }
                try context.snapshot { snapshot in
                    try ReadingCommands(context: context, snapshot: snapshot, writer: writer).run(arguments)
                }
                writer.raw("OK\n")
                exchange.finish(writer.json.bytes)
            } catch is Exchange.ClientIsGone {
                exchange.abandon()
            } catch {
                // Lines that were sent already stand; the refusal tells that they are not all.
                let refusal = Self.refusal(of: arguments.request.command, error)
                exchange.finish(refusing: refusal, after: writer.json.bytes)
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// Answers a list from one snapshot, until the first refusal.
    func answer(list: RequestList, on exchange: Exchange) {
        readers.run(waitingForClients: true) { [context] in
            let writer = ReplyWriter(drain: exchange.write)
            var position = 0
            var command = ""
            do {
                if list.entries.contains(where: ReadingCommands.searchesText) {
                    command = "find"
                    try context.library.catchUpText()
                    command = ""
                }
                try context.snapshot(isShared: true) { snapshot in
                    for entry in list.entries {
                        let request = try entry.get()
                        command = request.command
                        let arguments = try Arguments(request)
                        guard arguments.definition.readsOnly else {
                            throw arguments.failure("it cannot stand in a list: only what reads can")
                        }
                        try ReadingCommands(context: context, snapshot: snapshot, writer: writer).run(
                            arguments
                        )
                        writer.raw("list_OK\n")
                        try writer.flushPiece()
                        position += 1
                    }
                }
                writer.raw("OK\n")
                exchange.finish(writer.json.bytes)
            } catch is Exchange.ClientIsGone {
                exchange.abandon()
            } catch {
                exchange.finish(
                    refusing: Self.refusal(of: command, error),
                    after: writer.json.bytes,
                    listIndex: position
                )
            }
        } orElse: {
            exchange.abandon()
        }
    }

    enum OpeningResult: Sendable {
        case opened(Subscription.Opening)
        case refused(ProtocolError)
        case clientIsGone
    }

    /// Reads the state a subscription begins with.
    func open(
        _ request: Subscription.OpeningRequest,
        channel: any Channel,
        completion: @escaping @Sendable (OpeningResult) -> Void
    ) {
        let exchange = Exchange(channel: channel, setCleanup: { _ in }, finished: { _ in })
        let end: @Sendable (OpeningResult) -> Void = { result in
            channel.eventLoop.execute { completion(result) }
        }
        readers.run(waitingForClients: true) { [context] in
            do {
                end(.opened(try request.open(context: context, drain: exchange.write)))
            } catch is Exchange.ClientIsGone {
                end(.clientIsGone)
            } catch {
                end(.refused(Self.refusal(of: "subscribe", error)))
            }
        } orElse: {
            end(.clientIsGone)
        }
    }

    static func refusal(of command: String, _ error: any Error) -> ProtocolError {
        switch error {
        case let error as ProtocolError: error
        default: ProtocolError(code: .system, command: command, message: "\(error)")
        }
    }
}
