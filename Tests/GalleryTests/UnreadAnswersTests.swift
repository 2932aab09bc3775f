import NIOCore
import NIOEmbedded
import Testing

@testable import Gallery

@Suite("Answers that nobody reads")
struct UnreadAnswersTests {
    /// A kernel that takes what is sent when a test says so.
    private final class SlowKernel: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private var waiting: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            waiting.append(promise)
        }

        func flush(context: ChannelHandlerContext) {}

        func takeOne() { waiting.removeFirst()?.succeed() }
    }

    private let kernel = SlowKernel()
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandlers([kernel, UnreadAnswers(limit: .minutes(10))])
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/browser")).wait()
    }

    private func send(_ count: Int) {
        for _ in 0..<count { channel.write(ByteBuffer(string: "piece"), promise: nil) }
        channel.flush()
    }

    @Test("who takes none of them for ten minutes is hung up on")
    func unread() {
        send(3)
        channel.embeddedEventLoop.advanceTime(by: .minutes(10) - .seconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("who takes one now and then is not, however long it takes")
    func slow() {
        send(10)
        for _ in 0..<9 {
            channel.embeddedEventLoop.advanceTime(by: .minutes(9))
            kernel.takeOne()
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .minutes(10))
        #expect(!channel.isActive)
    }

    @Test("who has taken them all is left alone, and has its time again for the next")
    func read() {
        for _ in 0..<3 {
            send(2)
            channel.embeddedEventLoop.advanceTime(by: .minutes(9))
            kernel.takeOne()
            kernel.takeOne()
            channel.embeddedEventLoop.advanceTime(by: .hours(1))
            #expect(channel.isActive)
        }
        _ = try? channel.finish()
    }
}
