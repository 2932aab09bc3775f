import NIOCore
import PhotoClient

/// A conversation with the daemon on a channel, one request after another. The channel is read only while somebody waits for
/// what comes: who takes a reply slowly holds the daemon up, and not memory.
final class ConversationHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var conversation: Conversation
    private var waiter: EventLoopPromise<[Heard]>?
    private var context: ChannelHandlerContext?
    private var isGone = false

    init(with path: SocketPath) {
        conversation = Conversation(with: path)
    }

    // MARK: What is asked of it, on the event loop

    func ask(_ question: Question) throws(ClientError) {
        switch question.identifiers {
        case nil: _ = try conversation.ask(question.request)
        case let identifiers?: _ = try conversation.ask(question.request, identifiers: identifiers)
        }
        flush()
    }

    /// Everything that is there, or the first that comes.
    func hear(_ promise: EventLoopPromise<[Heard]>) {
        let heard = gather()
        if !heard.isEmpty { return promise.succeed(heard) }
        if isGone { return promise.succeed([.failed(.closed)]) }
        waiter = promise
        context?.read()
    }

    // MARK: The channel

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        Self.unwrapInboundIn(data).withUnsafeReadableBytes { conversation.receive($0) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        answer()
        if waiter != nil { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isGone = true
        conversation.receiveEnd()
        answer()
        waiter?.succeed([.failed(.closed)])
        waiter = nil
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer() {
        guard let waiter else { return }
        let heard = gather()
        guard !heard.isEmpty else { return }
        self.waiter = nil
        waiter.succeed(heard)
    }

    private func flush() {
        let output = conversation.takeOutput()
        guard !output.isEmpty, let context else { return }
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(bytes: output)), promise: nil)
    }

    private func gather() -> [Heard] {
        var heard: [Heard] = []
        var lines = ByteBuffer()
        func endLines() {
            guard lines.readableBytes > 0 else { return }
            heard.append(.lines(lines))
            lines = ByteBuffer()
        }
        while let arrival = conversation.next() {
            switch arrival {
            // What was asked before the greeting is sent then.
            case .greeted: flush()
            case .line(let line, _, _):
                lines.writeBytes(line)
                lines.writeInteger(UInt8(ascii: "\n"))
            case .event(let event, _):
                endLines()
                heard.append(.event(event))
            case .end, .unsubscribed:
                endLines()
                heard.append(.ended)
            case .refused(let acknowledgement, _):
                endLines()
                heard.append(.refused(acknowledgement))
            case .failed(_, let reason):
                endLines()
                heard.append(.failed(reason))
            case .partEnd, .closed: break
            }
        }
        endLines()
        return heard
    }
}

/// What is asked, with ids on lines of their own where there are any.
struct Question: Sendable {
    let request: LineRequest
    var identifiers: [String]?

    init(_ request: LineRequest, identifiers: [String]? = nil) {
        self.request = request
        self.identifiers = identifiers
    }
}
