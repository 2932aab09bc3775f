import NIOCore
import NIOEmbedded
import Testing

@testable import LineServer

@Suite("A session that is closed")
struct ClosingTests {
    /// Stands for a client that reads when the test says so: the channel holds the first write until then, and the handler all
    /// others.
    private final class SlowReader: ChannelOutboundHandler, ChannelInboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias InboundIn = ByteBuffer

        private var isFirst = true
        private var held: [(data: NIOAny, promise: EventLoopPromise<Void>?)] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if isFirst { context.write(data, promise: promise) } else { held.append((data, promise)) }
            isFirst = false
        }

        func flush(context _: ChannelHandlerContext) {}

        func takeFirst(_ context: ChannelHandlerContext) { context.flush() }

        func takeAll(_ context: ChannelHandlerContext) {
            for (data, promise) in held { context.write(data, promise: promise) }
            held = []
            context.flush()
        }

        func handlerRemoved(context _: ChannelHandlerContext) {
            for (_, promise) in held { promise?.fail(ChannelError.ioOnClosedChannel) }
            held = []
        }
    }

    private final class Session: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
    }

    private struct Ends {
        let channel: EmbeddedChannel
        let reader: SlowReader
        let context: ChannelHandlerContext

        func wait(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }
        func takeFirst() { reader.takeFirst(context) }
        func takeAll() { reader.takeAll(context) }
    }

    /// Runs `body` with a session that is closed while its client has yet to take what it said.
    private func close(isAsked: Bool, _ body: (Ends) throws -> Void) throws {
        let channel = EmbeddedChannel()
        let pipeline = channel.pipeline.syncOperations
        let (reader, session) = (SlowReader(), Session())
        try pipeline.addHandlers([reader, session])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/socket")).wait()
        let context = try pipeline.context(handler: session)
        let output = SessionOutput()
        output.writer.raw("{\"totalCount\":47}\n")
        output.flush(context)
        output.writer.raw("OK\n")
        output.close(context, isAsked: isAsked)
        try body(Ends(channel: channel, reader: reader, context: try pipeline.context(handler: reader)))
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
        "as its client asks for nothing more waits for one that reads slowly, and not for one that takes nothing"
    )
    func asked() throws {
        try close(isAsked: true) { ends in
            ends.wait(.minutes(9))
            #expect(ends.channel.isActive)
            ends.takeFirst()
            ends.wait(.minutes(10))
            #expect(ends.channel.isActive)
            ends.wait(.minutes(10))
            #expect(!ends.channel.isActive)
        }
    }

    @Test("by the server waits for half a minute")
    func letGo() throws {
        try close(isAsked: false) { ends in
            ends.wait(.seconds(20))
            #expect(ends.channel.isActive)
            ends.takeFirst()
            ends.wait(.seconds(20))
            #expect(!ends.channel.isActive)
        }
    }

    @Test("is over at once when the client has taken everything", arguments: [false, true])
    func taken(isAsked: Bool) throws {
        try close(isAsked: isAsked) { ends in
            ends.takeAll()
            ends.channel.embeddedEventLoop.run()
            #expect(!ends.channel.isActive)
        }
    }
}
