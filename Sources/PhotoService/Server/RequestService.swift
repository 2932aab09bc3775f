import LibraryIndex
import LineProtocol
import NIOCore
import NIOPosix
import PhotoModel
import Reconciling
import Threads

/// Answers requests: short ones at once, long ones on a few reader threads.
final class RequestService: Sendable {
    /// Commands in one list.
    static let listLimit = 1000

    let context: CommandContext
    let sessions: SessionTable
    private let readers: NIOThreadPool
    private let orders: OrderCommands

    init(context: CommandContext, sessions: SessionTable, readers: NIOThreadPool, orders: OrderCommands) {
        self.context = context
        self.sessions = sessions
        self.readers = readers
        self.orders = orders
    }

    // MARK: On the event loop

    func answerShort(_ arguments: Arguments, writer: ReplyWriter) throws(ProtocolError) {
        let length = writer.json.count
        do {
            // What is asked for most often is answered without a look at the index.
            if arguments.request.command == "months",
                let reply = context.months.reply(for: try arguments.assetType())
            {
                reply.withUnsafeBytes { writer.json.raw($0) }
            } else {
                try context.library.index.snapshot { reader in
                    try ReadingCommands(context: context, reader: reader, writer: writer).run(arguments)
                }
            }
            writer.raw("OK\n")
        } catch {
            writer.json.truncate(to: length)
            throw Self.refusal(of: arguments.request.command, error)
        }
    }

    // MARK: Elsewhere

    func answer(_ arguments: Arguments, on exchange: Exchange, start: UInt64) {
        let command = arguments.request.command
        guard arguments.definition.readsOnly else {
            return orders.perform(arguments, on: exchange, start: start)
        }
        readers.submit { [context] state in
            guard case .active = state else { return exchange.finish([], shouldClose: true) }
            let writer = ReplyWriter(drain: exchange.write)
            var refusal: ProtocolError?
            do {
                try context.library.index.snapshot { reader in
                    try ReadingCommands(context: context, reader: reader, writer: writer).run(arguments)
                }
                writer.raw("OK\n")
            } catch is Exchange.ClientIsGone {
                return exchange.finish([], shouldClose: true)
            } catch {
                let error = Self.refusal(of: command, error)
                writer.refuse(error)
                refusal = error
            }
            context.statistics.count(command, since: start, isRefused: refusal != nil)
            exchange.finish(writer.json.bytes)
        }
    }

    /// Answers a list from one snapshot, until the first refusal.
    func answer(list requests: [Request], on exchange: Exchange) {
        readers.submit { [context] state in
            guard case .active = state else { return exchange.finish([], shouldClose: true) }
            let writer = ReplyWriter(drain: exchange.write)
            var position = 0
            do {
                try context.library.index.snapshot { reader in
                    for request in requests {
                        let arguments = try Arguments(request)
                        guard arguments.definition.readsOnly else {
                            throw arguments.failure(
                                "\(request.command) cannot stand in a list: only what reads can"
                            )
                        }
                        try ReadingCommands(context: context, reader: reader, writer: writer).run(arguments)
                        writer.raw("list_OK\n")
                        position += 1
                    }
                }
                writer.raw("OK\n")
            } catch is Exchange.ClientIsGone {
                return exchange.finish([], shouldClose: true)
            } catch {
                let command = position < requests.count ? requests[position].command : ""
                writer.refuse(Self.refusal(of: command, error), listIndex: position)
            }
            exchange.finish(writer.json.bytes)
        }
    }

    /// Reads the state a subscription begins with.
    func open(
        _ request: Subscription.OpeningRequest,
        channel: any Channel,
        completion: @escaping @Sendable (Result<Subscription.Opening, ProtocolError>) -> Void
    ) {
        readers.submit { [context] state in
            let exchange = Exchange(channel: channel, setCleanup: { _ in }, finished: { _ in })
            var result: Result<Subscription.Opening, ProtocolError>
            do {
                guard case .active = state else { throw Exchange.ClientIsGone() }
                result = .success(try request.open(context: context, drain: exchange.write))
            } catch {
                result = .failure(Self.refusal(of: "subscribe", error))
            }
            channel.eventLoop.execute { [result] in completion(result) }
        }
    }

    static func refusal(of command: String, _ error: any Error) -> ProtocolError {
        switch error {
        case let error as ProtocolError: error
        default: ProtocolError(code: .system, command: command, message: "\(error)")
        }
    }
}
