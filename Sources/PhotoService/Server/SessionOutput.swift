import LineProtocol
import NIOCore

/// What a session has to say to its client: lines are collected and go out together. On the event loop.
final class SessionOutput {
    /// Lines are sent when there are this many bytes of them, at the latest.
    private static let pieceSize = 64 << 10
    /// How long a client may take over the last bytes before the connection is closed all the same.
    private static let patience = TimeAmount.seconds(30)

    let writer = ReplyWriter()
    private(set) var isClosing = false
    private var buffer: ByteBuffer?

    /// Sends what is collected, where it is much.
    func flushPiece(_ context: ChannelHandlerContext) {
        if writer.json.count > Self.pieceSize { flush(context) }
    }

    func flush(_ context: ChannelHandlerContext) {
        guard writer.json.count > 0 else { return }
        if buffer == nil || buffer?.capacity ?? 0 > Self.pieceSize {
            buffer = context.channel.allocator.buffer(capacity: 1024)
        }
        // What was written before is mostly sent by now, and then its memory is this buffer's alone again.
        buffer?.clear()
        writer.json.withUnsafeBytes { _ = buffer?.writeBytes($0) }
        writer.json.removeAll(keepingCapacityUpTo: Self.pieceSize)
        if let buffer { context.writeAndFlush(NIOAny(buffer), promise: nil) }
    }

    /// Sends what is collected and closes once the client has taken it, or after a while.
    func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        var buffer = context.channel.allocator.buffer(capacity: writer.json.count)
        writer.json.withUnsafeBytes { _ = buffer.writeBytes($0) }
        writer.json.removeAll()
        let channel = context.channel
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(buffer), promise: written)
        let patience = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        written.futureResult.whenComplete { _ in
            patience.cancel()
            channel.close(promise: nil)
        }
    }
}
