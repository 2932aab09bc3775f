import LineProtocol
import NIOCore
import Threads

/// One client's connection, on the event loop. Short requests are answered at once; long ones on a reader's thread,
/// and waiting ones when what they wait for has come. Replies keep the order of requests: while one is under way the
/// next is not begun, and nothing more is read than a client may have sent ahead.
final class SessionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What may be received and not yet worked off.
    private static let backlogLimit = 4 * ProtocolVersion.requestLimit

    let service: RequestService
    private var framer = LineFramer()
    private let writer = ReplyWriter()
    private var outgoing: ByteBuffer?
    private var mode = Mode.commands
    /// A request is under way that is answered later.
    private var isBusy = false
    private var isClosing = false
    private var isReading = true
    /// Lines are being worked off: what is answered at once within must not begin another loop.
    private var isWorking = false
    private(set) var subscription: Subscription?
    /// What to undo when the request under way has ended, or the client has gone.
    private var cleanup: (@Sendable () -> Void)?

    enum Mode {
        case commands
        case list([Request])
        case upload(Request, IdentifierUpload)
    }

    init(service: RequestService) {
        self.service = service
    }

    // MARK: Channel

    func channelActive(context: ChannelHandlerContext) {
        service.context.statistics.connectionOpened()
        service.sessions.add(self)
        PeerCheck.check(context.channel).assumeIsolated().whenComplete { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(true): send(greeting: context)
            case .success(false), .failure: refuse(stranger: context)
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        service.context.statistics.connectionClosed()
        service.sessions.remove(self)
        cleanUp()
        subscription = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        unwrapInboundIn(data).withUnsafeReadableBytes { framer.append($0) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        work(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { work(context) }
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The peer is gone, or as good as gone; there is nobody to tell.
        context.close(promise: nil)
    }

    private func send(greeting context: ChannelHandlerContext) {
        writer.raw(ProtocolVersion.greeting)
        writer.raw("\n")
        flush(context)
    }

    private func refuse(stranger context: ChannelHandlerContext) {
        writer.refuse(
            ProtocolError(
                code: .permission,
                command: "",
                message:
                    "this daemon serves the user it runs as: run photod, or this client, as the same user"
            )
        )
        close(context)
    }

    // MARK: Lines

    private func work(_ context: ChannelHandlerContext) {
        guard !isWorking else { return }
        isWorking = true
        do throws(LineFramer.Violation) {
            while !isBusy, !isClosing, context.channel.isWritable, let line = try framer.nextLine() {
                take(line, context)
                if writer.json.count > 64 << 10 { flush(context) }
            }
        } catch {
            violated(error, context)
        }
        isWorking = false
        flush(context)
        setReading(context)
    }

    private func violated(_ violation: LineFramer.Violation, _ context: ChannelHandlerContext) {
        if case .tooLarge = violation {
            writer.refuse(
                ProtocolError(
                    code: .tooLarge,
                    command: "",
                    message:
                        "a line has at most \(ProtocolVersion.requestLimit) bytes: send long lists with ids=@"
                )
            )
        }
        close(context)
    }

    /// A client that sends ahead without end is not read on until its requests are worked off.
    private func setReading(_ context: ChannelHandlerContext) {
        let wanted = framer.bufferedBytes < Self.backlogLimit && !isClosing
        guard wanted != isReading else { return }
        isReading = wanted
        context.channel.setOption(.autoRead, value: wanted).assumeIsolated().whenFailure { _ in
            context.close(promise: nil)
        }
    }

    private func take(_ line: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        switch mode {
        case .commands:
            takeCommand(line, context)
        case .list(let requests):
            takeListed(line, after: requests, context)
        case .upload(let request, var upload):
            do throws(ProtocolError) {
                guard case .complete(let ids) = try upload.add(line) else {
                    mode = .upload(request, upload)
                    return
                }
                mode = .commands
                perform(Request(request.command, ids), context)
            } catch {
                writer.refuse(error)
                close(context)
            }
        }
    }

    private func takeCommand(_ line: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        let start = MonotonicClock.now()
        // The one request whose only use is to be fast.
        if Self.isPing(line) {
            writer.raw("OK\n")
            service.context.statistics.count(Statistics.ping, since: start)
            return
        }
        do throws(ProtocolError) {
            guard let request = try RequestParser.parse(line) else { return }
            switch request.command {
            case "command_list_begin":
                _ = try Arguments(request)
                mode = .list([])
            case "command_list_end":
                throw ProtocolError(
                    code: .argument,
                    command: request.command,
                    message: "there is no list: send command_list_begin first"
                )
            default:
                if IdentifierUpload.follows(request) {
                    _ = try Arguments(request)
                    mode = .upload(request, IdentifierUpload(command: request.command))
                } else {
                    perform(request, context)
                }
            }
        } catch {
            refuse(error, start: start)
        }
    }

    private static func isPing(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count == 4 else { return false }
        return line.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) == UInt32(bigEndian: 0x7069_6E67) }
    }

    private func takeListed(
        _ line: ArraySlice<UInt8>,
        after requests: [Request],
        _ context: ChannelHandlerContext
    ) {
        do throws(ProtocolError) {
            guard let request = try RequestParser.parse(line) else { return }
            if request.command == "command_list_end" {
                mode = .commands
                answerLater(context) { service, exchange in service.answer(list: requests, on: exchange) }
                return
            }
            guard requests.count < RequestService.listLimit else {
                throw ProtocolError(
                    code: .tooLarge,
                    command: request.command,
                    message: "a list has at most \(RequestService.listLimit) commands: send it in parts"
                )
            }
            mode = .list(requests + [request])
        } catch {
            writer.refuse(error, listIndex: requests.count)
            if error.code == .tooLarge { close(context) }
            // What else the list holds must not be taken for commands of its own.
            mode = .list(requests + [Request("")])
        }
    }

    // MARK: Requests

    private func perform(_ request: Request, _ context: ChannelHandlerContext) {
        let start = MonotonicClock.now()
        do throws(ProtocolError) {
            let arguments = try Arguments(request)
            switch request.command {
            case "close":
                writer.raw("OK\n")
                close(context)
            case "subscribe":
                try subscribe(arguments, context)
            case "unsubscribe":
                subscription = nil
                writer.raw("OK\n")
            default:
                if arguments.definition.readsOnly, ReadingCommands.isShort(request) {
                    try service.answerShort(arguments, writer: writer)
                } else {
                    answerLater(context) { service, exchange in
                        service.answer(arguments, on: exchange, start: start)
                    }
                    return
                }
            }
            service.context.statistics.count(request.command, since: start, isRefused: false)
        } catch {
            refuse(error, start: start)
        }
    }

    private func refuse(_ error: ProtocolError, start: UInt64) {
        writer.refuse(error)
        service.context.statistics.count(error.command, since: start, isRefused: true)
    }

    /// Begins a request that is answered from elsewhere. Until it is, no other is begun.
    private func answerLater(
        _ context: ChannelHandlerContext,
        _ begin: (RequestService, Exchange) -> Void
    ) {
        isBusy = true
        flush(context)
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
        let exchange = Exchange(channel: context.channel) { cleanup in
            handler.value.cleanup = cleanup
        } finished: { shouldClose in
            handler.value.exchangeEnded(boundContext.value, shouldClose: shouldClose)
        }
        begin(service, exchange)
    }

    private func exchangeEnded(_ context: ChannelHandlerContext, shouldClose: Bool) {
        isBusy = false
        cleanUp()
        if shouldClose { return close(context) }
        work(context)
    }

    private func cleanUp() {
        let body = cleanup
        cleanup = nil
        body?()
    }

    // MARK: Subscriptions

    private func subscribe(_ arguments: Arguments, _ context: ChannelHandlerContext) throws(ProtocolError) {
        guard subscription == nil else {
            throw ProtocolError(
                code: .exists,
                command: "subscribe",
                message: "this connection is subscribed already: send unsubscribe first"
            )
        }
        let subscription = Subscription(topics: try arguments.topics(), since: try arguments.clock())
        self.subscription = subscription
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
        isBusy = true
        flush(context)
        service.open(subscription.request, channel: context.channel) { result in
            bound.value.subscriptionOpened(result, boundContext.value)
        }
    }

    private func subscriptionOpened(
        _ result: Result<Subscription.Opening, ProtocolError>,
        _ context: ChannelHandlerContext
    ) {
        isBusy = false
        switch result {
        case .failure(let error):
            subscription = nil
            writer.refuse(error)
        case .success(let opening):
            subscription?.open(opening)
            deliverHeld(context)
        }
        work(context)
    }

    private func deliverHeld(_ context: ChannelHandlerContext) {
        guard let subscription else { return }
        for event in subscription.takeHeld() { write(event, context) }
    }

    /// Sends what a transaction, or a change of state, means to this client.
    func deliver(_ event: SubscriptionEvent) {
        guard let subscription, !isClosing, let context = boundContext else { return }
        if subscription.hold(event) { return }
        write(event, context)
        flush(context)
    }

    /// A client that does not read gets told how far it came, and is let go.
    private func write(_ event: SubscriptionEvent, _ context: ChannelHandlerContext) {
        guard let subscription, !isClosing, subscription.wants(event) else { return }
        guard context.channel.isWritable else {
            subscription.writeOverflow(to: writer)
            close(context)
            return
        }
        subscription.write(event, to: writer)
        if writer.json.count > 64 << 10 { flush(context) }
    }

    // MARK: Writing

    private(set) var boundContext: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) {
        boundContext = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        boundContext = nil
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard writer.json.count > 0 else { return }
        if outgoing == nil || outgoing?.capacity ?? 0 > 64 << 10 {
            outgoing = context.channel.allocator.buffer(capacity: 1024)
        }
        // What was written before is mostly sent by now, and then its memory is this buffer's alone again.
        outgoing?.clear()
        writer.json.withUnsafeBytes { _ = outgoing?.writeBytes($0) }
        writer.json.removeAll(keepingCapacityUpTo: 64 << 10)
        if let outgoing { context.writeAndFlush(wrapOutboundOut(outgoing), promise: nil) }
    }

    /// Closes once everything written has been taken, or after a while.
    private func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        var buffer = context.channel.allocator.buffer(capacity: writer.json.count)
        writer.json.withUnsafeBytes { _ = buffer.writeBytes($0) }
        writer.json.removeAll()
        let channel = context.channel
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: written)
        let patience = context.eventLoop.scheduleTask(in: .seconds(30)) { channel.close(promise: nil) }
        written.futureResult.whenComplete { _ in
            patience.cancel()
            channel.close(promise: nil)
        }
    }
}
