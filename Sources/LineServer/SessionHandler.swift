import LineProtocol
import NIOCore
import Threads

/// One client's connection, on the event loop. Short requests are answered at once; long ones on a reader's thread,
/// and waiting ones when what they wait for has come. Replies keep the order of requests: while one is under way the
/// next is not begun, and nothing more is read than a client may have sent ahead.
final class SessionHandler<Service: LineService>: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What may be received and not yet worked off.
    private static var backlogLimit: Int { 4 * ProtocolVersion.requestLimit }
    /// How long, in nanoseconds, a client that sent many requests is served before the others have their turn.
    private static var turn: UInt64 { 2_000_000 }

    let runner: CommandRunner<Service>
    let statistics: ServerStatistics
    let output = SessionOutput()
    var subscription: Service.Subscription?
    /// A request is under way that is answered later.
    private var isBusy = false
    /// Bytes since the last such request ended.
    private var received = 0
    /// While this handler is in its channel.
    private(set) var boundContext: ChannelHandlerContext?
    private var requests: RequestReader
    private var isReading = true
    /// The client sends nothing more, and may still read: what it has asked for is answered.
    private var isInputClosed = false
    /// Requests are being worked off: what is answered at once within must not begin another loop.
    private var isWorking = false
    /// Whether it counts among the clients that there is room for.
    private var hasPlace = false
    /// What is to be done when the request under way has ended, or the client has gone.
    private var endings: [@Sendable () -> Void] = []

    init(runner: CommandRunner<Service>) {
        self.runner = runner
        statistics = runner.service.statistics
        requests = RequestReader(knowing: runner.table.definitions)
    }

    // MARK: Channel

    func handlerAdded(context: ChannelHandlerContext) {
        boundContext = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        boundContext = nil
    }

    func channelActive(context: ChannelHandlerContext) {
        statistics.connectionOpened()
        runner.sessions.add(self)
        output.attach(context)
        PeerCheck.check(context.channel).assumeIsolated().whenComplete { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(true): welcome(context)
            case .success(false), .failure: refuse(context, .permission, Self.refusalOfStrangers)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        output.detach()
        statistics.connectionClosed()
        runner.sessions.remove(self)
        if hasPlace { runner.places.giveClient() }
        hasPlace = false
        // Nobody is there for what it asked, and the exchange under way may keep this session for a while.
        cleanUp()
        subscription = nil
        requests = RequestReader(knowing: runner.table.definitions)
        runner.heap.memoryWasFreed(received: received)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !output.isClosing else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes { bytes in
            requests.append(bytes)
            runner.heap.memoryWasUsed(bytes.count)
            received += bytes.count
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        work(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            sendEvents(context)
            work(context)
        }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed {
            isInputClosed = true
            work(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The peer is gone, or as good as gone; there is nobody to tell.
        context.close(promise: nil)
    }

    private func welcome(_ context: ChannelHandlerContext) {
        hasPlace = runner.places.takeClient()
        guard hasPlace else { return refuse(context, .busy, runner.places.refusalOfClients) }
        output.writer.json.raw(Array((Service.greeting + "\n").utf8))
        output.flush(context)
    }

    private static var refusalOfStrangers: String {
        "this daemon serves the user it runs as: run \(Service.program), or this client, as the same user"
    }

    /// Says in place of the greeting why there is none.
    private func refuse(_ context: ChannelHandlerContext, _ code: ReplyCode, _ message: String) {
        output.writer.refuse(ProtocolError(code: code, command: "", message: message))
        output.close(context)
    }

    // MARK: Requests

    /// Works off what was received, as far as the client takes the replies.
    func work(_ context: ChannelHandlerContext) {
        guard !isWorking else { return }
        isWorking = true
        var isDry = false
        var start = MonotonicClock.now()
        let turnEnds = start + Self.turn
        do throws(LineFramer.Violation) {
            while !isBusy, !output.isClosing, context.channel.isWritable {
                guard let demand = try requests.next() else {
                    isDry = true
                    break
                }
                meet(demand, context, start: start)
                output.flushPiece(context)
                start = MonotonicClock.now()
                if start > turnEnds {
                    workLater(context)
                    break
                }
            }
        } catch {
            violated(error, context)
        }
        isWorking = false
        output.flush(context)
        // A subscriber may listen without ever asking anything more.
        if isDry, isInputClosed, subscription == nil { output.close(context, isAsked: true) }
        setReading(context)
    }

    private func workLater(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context) = bound.value
            handler.work(context)
        }
    }

    private func violated(_ violation: LineFramer.Violation, _ context: ChannelHandlerContext) {
        if case .tooLarge = violation {
            let limit = "a line has at most \(ProtocolVersion.requestLimit) bytes"
            let remedies = RequestUpload.Kind.taken(by: runner.table.definitions).map(\.lineRemedy)
            let message = ([limit] + remedies).joined(separator: ": ")
            output.writer.refuse(ProtocolError(code: .tooLarge, command: "", message: message))
        }
        output.close(context)
    }

    /// A client that sends ahead without end is not read on until its requests are worked off.
    private func setReading(_ context: ChannelHandlerContext) {
        let wanted = requests.bufferedBytes < Self.backlogLimit && !output.isClosing
        guard wanted != isReading else { return }
        isReading = wanted
        context.channel.setOption(.autoRead, value: wanted).assumeIsolated().whenFailure { _ in
            context.close(promise: nil)
        }
    }

    /// - Parameter start: when the demand was taken up, monotonic nanoseconds.
    private func meet(_ demand: RequestReader.Demand, _ context: ChannelHandlerContext, start: UInt64) {
        switch demand {
        case .ping:
            output.writer.raw("OK\n")
            statistics.count(CommandTable<Service>.ping, since: start)
        case .request(let request): perform(request, context, start: start)
        case .list(let list):
            let number = runner.table.definitions.position(of: SessionCommand.listEnd.rawValue) ?? 0
            runner.answer(list: list, on: countedExchange(number, context, start: start))
        case .refusal(let error, let listIndex, let closes):
            output.writer.refuse(error, listIndex: listIndex)
            statistics.countRefusal(of: error.command, since: start)
            if closes { output.close(context) }
        }
    }

    // MARK: Later answers

    /// For a request that is answered from elsewhere, and counted then. Until it is answered, no other is begun.
    func countedExchange(
        _ number: Int,
        _ context: ChannelHandlerContext,
        start: UInt64
    ) -> Exchange {
        exchange(context) { [statistics] ending in
            if ending != .abandoned {
                statistics.count(number, since: start, isRefused: ending == .refused)
            }
        }
    }

    /// An exchange that is this session's from now on.
    ///
    /// - Parameter counted: called on the event loop with its end, before the next request is begun.
    func exchange(
        _ context: ChannelHandlerContext,
        counted: @escaping @Sendable (Exchange.Ending) -> Void
    ) -> Exchange {
        isBusy = true
        output.flush(context)
        output.exchangeBegins()
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
        return Exchange(channel: context.channel, spool: runner.spool) { ending in
            handler.value.endings.append(ending)
        } finished: { ending in
            counted(ending)
            handler.value.exchangeEnded()
            if ending == .abandoned { return handler.value.output.close(boundContext.value) }
            handler.value.work(boundContext.value)
        }
    }

    func exchangeEnded() {
        isBusy = false
        output.exchangeEnded()
        runner.heap.memoryWasFreed(received: received)
        received = 0
        cleanUp()
    }

    private func cleanUp() {
        let endings = endings
        self.endings = []
        for end in endings { end() }
    }
}
