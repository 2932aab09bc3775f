import Glibc
import NIOCore
import TestSupport
import Testing

@testable import LineServer

@Suite("What a session says")
struct SessionOutputTests {
    /// Keeps the context that a session's handler is given.
    private final class ContextKeeper: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private(set) var context: ChannelHandlerContext?

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }
        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }
    }

    /// A session's end of a connection, and the client's.
    private struct Ends {
        let output: SessionOutput
        let context: ChannelHandlerContext
        let client: Int32
    }

    /// Runs `body` on the event loop of a connection, then `afterwards` on this thread with the client's end.
    private func converse(
        _ body: @escaping @Sendable (Ends) throws -> Void,
        afterwards: (Int32) throws -> Void
    ) throws {
        try ChannelPair.run(handler: ContextKeeper()) { channel, client in
            try channel.eventLoop.submit {
                let keeper = try channel.pipeline.syncOperations.handler(type: ContextKeeper.self)
                let context = try #require(keeper.context)
                let output = SessionOutput()
                output.attach(context)
                try body(Ends(output: output, context: context, client: client))
            }.wait()
            try afterwards(client)
        }
    }

    @Test("an event that comes between two parts of an exchange's reply waits for the whole of it")
    func wholeReplies() throws {
        let reply = [UInt8](repeating: UInt8(ascii: "r"), count: 1 << 20)
        let event = "event\n"
        try converse { ends in
            ends.output.exchangeBegins()
            // One that comes before the reply does, and goes out at once.
            ends.output.writer.raw("event\n")
            ends.output.flush(ends.context)
            var buffer = ends.context.channel.allocator.buffer(capacity: reply.count)
            buffer.writeBytes(reply)
            ends.context.channel.writeAndFlush(buffer, promise: nil)
            // The client reads, so that there is room for an event, and the channel has not come to write on.
            _ = try ChannelPair.read(event.utf8.count + 65_536, from: ends.client)
            ends.output.writer.raw("event\n")
            ends.output.flush(ends.context)
        } afterwards: { client in
            let rest = try ChannelPair.read(reply.count - 65_536 + event.utf8.count, from: client)
            #expect(rest.firstIndex(of: UInt8(ascii: "e")) == reply.count - 65_536)
            #expect(String(decoding: rest.suffix(event.utf8.count), as: UTF8.self) == event)
        }
    }
}
