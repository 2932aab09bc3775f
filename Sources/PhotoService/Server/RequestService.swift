import LibraryIndex
import LineProtocol
import NIOCore
import PhotoModel
import Reconciling
import Threads

/// Answers requests: short ones at once, long ones on a few threads.
final class RequestService: Sendable {
    let context: CommandContext
    let sessions: SessionTable
    let spool: ReplySpool
    let heap: HeapTrimming
    private let readers: ReaderThreads
    private let looks: DiskLooks
    private let orders: OrderCommands

    init(
        context: CommandContext,
        sessions: SessionTable,
        spool: ReplySpool,
        heap: HeapTrimming,
        readers: ReaderThreads,
        looks: DiskLooks,
        orders: OrderCommands
    ) {
        self.context = context
        self.sessions = sessions
        self.spool = spool
        self.heap = heap
        self.readers = readers
        self.looks = looks
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
        let command = arguments.request.command
        do {
            try context.snapshot { snapshot in
                try commands(snapshot, writer).run(arguments)
            }
            writer.raw("OK\n")
        } catch {
            writer.json.truncate(to: length)
            if let error = error as? IndexError, error.isCorruption, try answerWithoutIndex(command, writer) {
                return
            }
            throw Self.refusal(of: command, error)
        }
    }

    /// There is no index just now. Returns whether the command could be answered nevertheless.
    private func answerWithoutIndex(_ command: String, _ writer: ReplyWriter) throws(ProtocolError) -> Bool {
        let daemon = DaemonCommands(context: context, reader: nil, writer: writer)
        do {
            guard try daemon.run(command) else { return false }
        } catch {
            throw Self.refusal(of: command, error)
        }
        writer.raw("OK\n")
        return true
    }

    // MARK: Elsewhere

    func answer(_ arguments: Arguments, on exchange: Exchange) {
        guard arguments.definition.readsOnly else { return orders.perform(arguments, on: exchange) }
        let isEndless = ReadingCommands.pace(of: arguments.request) == .endless
        readers.run(isEndless ? .listing : .page, for: exchange) { [self] in
            let writer = isEndless ? ReplyWriter(drain: exchange.write) : ReplyWriter()
            end(arguments.request.command, writer, exchange) {
                if ReadingCommands.searchesText(arguments.request) { try context.library.catchUpText() }
                let look = try context.snapshot { try commands($0, writer).begin(arguments) }
                guard let look else { return true }
                conclude(look, arguments, after: writer.json.bytes, exchange)
                return false
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// Has the answer completed when the disk was looked at: no thread waits for that.
    private func conclude(
        _ look: DiskLook,
        _ arguments: Arguments,
        after begun: [UInt8],
        _ exchange: Exchange
    ) {
        looks.perform(look) { [self] conclusion in
            let writer = ReplyWriter()
            writer.json.raw(begun)
            end(arguments.request.command, writer, exchange) {
                try conclusion(writer)
                return true
            }
        }
    }

    /// Ends an exchange with what `body` writes, where that is all, or with a refusal.
    private func end(
        _ command: String,
        _ writer: ReplyWriter,
        _ exchange: Exchange,
        _ body: () throws -> Bool
    ) {
        do {
            guard try body() else { return }
            writer.raw("OK\n")
            exchange.finish(writer.json.bytes)
        } catch is Exchange.ClientIsGone {
            exchange.abandon()
        } catch {
            // Lines that were sent already stand; the refusal tells that they are not all.
            writer.endBrokenLine()
            exchange.finish(refusing: Self.refusal(of: command, error), after: writer.json.bytes)
        }
    }

    /// Answers a list from one snapshot, until the first refusal.
    func answer(list: RequestList, on exchange: Exchange) {
        readers.run(.listing, for: exchange) { [self] in
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
                        try commands(snapshot, writer).run(arguments)
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
                writer.endBrokenLine()
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

    private func commands(_ snapshot: Snapshot, _ writer: ReplyWriter) -> ReadingCommands {
        ReadingCommands(context: context, looks: looks, snapshot: snapshot, writer: writer)
    }

    enum OpeningResult: Sendable {
        case opened(Subscription.Opening)
        case refused(ProtocolError)
    }

    /// Reads the state a subscription begins with. The exchange ends when the client has it.
    func open(
        _ request: Subscription.OpeningRequest,
        on exchange: Exchange,
        completion: @escaping @Sendable (OpeningResult) -> Void
    ) {
        readers.run(.listing, for: exchange) { [context] in
            do {
                let opening = try request.open(context: context, drain: exchange.write)
                exchange.whenTaken { completion(.opened(opening)) }
            } catch is Exchange.ClientIsGone {
                exchange.abandon()
            } catch {
                let refusal = Self.refusal(of: "subscribe", error)
                exchange.whenTaken { completion(.refused(refusal)) }
            }
        } orElse: {
            exchange.abandon()
        }
    }

    static func refusal(of command: String, _ error: any Error) -> ProtocolError {
        switch error {
        case let error as ProtocolError: error
        case let error as ReplySpool.Failure:
            ProtocolError(code: error.code, command: command, message: "\(error)")
        default: ProtocolError(code: .system, command: command, message: "\(error)")
        }
    }
}
