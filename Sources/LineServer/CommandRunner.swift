import LineProtocol
import NIOCore

/// Has requests answered by the handlers of their commands: short ones at once, long ones on a few threads. It has what
/// all sessions share.
final class CommandRunner<Service: LineService>: Sendable {
    let service: Service
    let table: CommandTable<Service>
    let sessions: SessionTable<Service>
    let places: any ClientPlaces
    let spool: ReplySpool
    let heap: HeapTrimming
    private let readers: ReaderThreads

    init(
        service: Service,
        table: CommandTable<Service>,
        sessions: SessionTable<Service>,
        places: any ClientPlaces,
        spool: ReplySpool,
        heap: HeapTrimming,
        readers: ReaderThreads
    ) {
        self.service = service
        self.table = table
        self.sessions = sessions
        self.places = places
        self.spool = spool
        self.heap = heap
        self.readers = readers
    }

    // MARK: On the event loop

    /// Answers where the answer is kept. Returns whether it was.
    func answerKept(
        _ kept: ReadingAnswer<Service>.Kept,
        _ arguments: Arguments,
        to writer: ReplyWriter
    ) throws(ProtocolError) -> Bool {
        try whole(arguments, writer) { try kept(service, arguments, writer) }
    }

    func answerShort(
        _ reading: ReadingAnswer<Service>,
        _ arguments: Arguments,
        to writer: ReplyWriter
    ) throws(ProtocolError) {
        _ = try whole(arguments, writer) {
            try service.read(isShared: false, to: writer) { _ = try reading.body($0, arguments) }
            return true
        }
    }

    func answerState(
        _ state: @Sendable (Service, Service.Reading?, ReplyWriter) throws -> Void,
        _ arguments: Arguments,
        to writer: ReplyWriter
    ) throws(ProtocolError) {
        _ = try whole(arguments, writer) {
            let length = writer.json.count
            do {
                try service.read(isShared: false, to: writer) { try state(service, $0, writer) }
            } catch let error where service.isWithoutState(error) {
                writer.json.truncate(to: length)
                try state(service, nil, writer)
            }
            return true
        }
    }

    /// Ends with `OK` what `body` writes, where it says that it did; of what fails nothing is left.
    private func whole(
        _ arguments: Arguments,
        _ writer: ReplyWriter,
        _ body: () throws -> Bool
    ) throws(ProtocolError) -> Bool {
        let length = writer.json.count
        do {
            guard try body() else { return false }
            writer.raw("OK\n")
            return true
        } catch {
            writer.json.truncate(to: length)
            throw ProtocolError(error, of: arguments.request.command)
        }
    }

    /// Has an order carried out.
    func carryOut(
        _ order: @Sendable (Service, Arguments, Exchange) throws -> Void,
        _ arguments: Arguments,
        on exchange: Exchange
    ) {
        do { try order(service, arguments, exchange) } catch {
            exchange.finish(refusing: ProtocolError(error, of: arguments.request.command))
        }
    }

    // MARK: Elsewhere

    func answer(
        _ reading: ReadingAnswer<Service>,
        _ arguments: Arguments,
        by threads: ReaderThreads.Length,
        on exchange: Exchange
    ) {
        readers.run(threads, for: exchange) { [self] in
            let writer = threads == .listing ? ReplyWriter(drain: exchange.write) : ReplyWriter()
            end(arguments.request.command, writer, exchange) {
                try reading.prepare?(service, arguments.request)
                var rest: Rest?
                try service.read(isShared: false, to: writer) { rest = try reading.body($0, arguments) }
                guard let rest else { return true }
                conclude(rest, arguments.request.command, after: writer.json.bytes, exchange)
                return false
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// Has the answer completed when its rest is known: no thread waits for that.
    private func conclude(_ rest: Rest, _ command: String, after begun: [UInt8], _ exchange: Exchange) {
        rest.begin { [self] conclusion in
            let writer = ReplyWriter()
            writer.json.raw(begun)
            end(command, writer, exchange) {
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
        } catch {
            // Lines that were sent already stand; the refusal tells that they are not all.
            writer.endBrokenLine()
            exchange.fail(error, of: command, after: writer.json.bytes)
        }
    }

    /// Reads the state a subscription begins with. The exchange ends when the client has it.
    func open(
        _ request: Service.Subscription.OpeningRequest,
        on exchange: Exchange,
        completion: @escaping @Sendable (Result<Service.Subscription.Opening, ProtocolError>) -> Void
    ) {
        readers.run(.listing, for: exchange) { [service] in
            do {
                let opening = try service.open(request, drain: exchange.write)
                exchange.whenTaken { completion(.success(opening)) }
            } catch is Exchange.ClientIsGone {
                exchange.abandon()
            } catch {
                let refusal = ProtocolError(error, of: "subscribe")
                exchange.whenTaken { completion(.failure(refusal)) }
            }
        } orElse: {
            exchange.abandon()
        }
    }

    // MARK: Lists

    /// Answers a list from one moment, until the first refusal.
    func answer(list: RequestList, on exchange: Exchange) {
        readers.run(.listing, for: exchange) { [self] in
            let writer = ReplyWriter(drain: exchange.write)
            var position = 0
            var command = ""
            do {
                try prepare(list, &command)
                command = ""
                try service.read(isShared: true, to: writer) { reading in
                    for entry in list.entries {
                        let request = try entry.get()
                        command = request.command
                        try answer(request, reading, to: writer)
                        writer.raw("list_OK\n")
                        try writer.flushPiece()
                        position += 1
                    }
                }
                writer.raw("OK\n")
                exchange.finish(writer.json.bytes)
            } catch {
                writer.endBrokenLine()
                exchange.fail(error, of: command, after: writer.json.bytes, listIndex: position)
            }
        } orElse: {
            exchange.abandon()
        }
    }

    /// - Parameter command: the one that something is done for.
    private func prepare(_ list: RequestList, _ command: inout String) throws {
        for case .success(let request) in list.entries {
            guard case .reading(let reading)? = table[request.command]?.answer,
                let prepare = reading.prepare
            else { continue }
            command = request.command
            try prepare(service, request)
        }
    }

    private func answer(_ request: Request, _ reading: Service.Reading, to writer: ReplyWriter) throws {
        guard let command = table[request.command] else {
            throw ProtocolError.unknownCommand(request.command, knowing: table.definitions)
        }
        let arguments = try Arguments(request, of: command.definition)
        switch command.answer {
        case .state(let state): try state(service, reading, writer)
        case .reading(let answer):
            if let rest = try answer.body(reading, arguments) { try rest.wait()(writer) }
        case .session(.ping): break
        case .session(.commands): table.write(to: writer)
        case .order, .subscription, .session(.close), .session(.unsubscribe), .session(.listBegin),
            .session(.listEnd):
            throw arguments.failure("it cannot stand in a list: only what reads the index can")
        }
    }
}
