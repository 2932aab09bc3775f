import Glibc
import LineProtocol
import NIOCore

/// What a session has to say to its client: lines are collected and go out together. On the event loop.
final class SessionOutput {
    /// Lines are sent when there are this many bytes of them, at the latest.
    private static let pieceSize = 64 << 10
    /// How long a client that is let go may take over the last bytes before the connection is closed all the same.
    private static let patience = TimeAmount.seconds(30)

    let writer = ReplyWriter()
    private(set) var isClosing = false
    private var buffer: ByteBuffer?
    /// The client's socket, while the channel has it open.
    private var socket: NIOBSDSocket.Handle?
    /// Bytes went through the channel, which may hold some of them still.
    private var isChannelInUse = false
    /// An exchange writes to the channel, at moments of its own.
    private var isShared = false
    /// Closes the connection of a client that does not take the last bytes.
    private var closing: Scheduled<Void>?

    /// The channel is open.
    func attach(_ context: ChannelHandlerContext) {
        // A channel that keeps its socket to itself is written through.
        socket = try? context.pipeline.syncOperations.withUnsafeTransportIfAvailable(
            of: NIOBSDSocket.Handle.self
        ) { $0 }
    }

    /// The channel is closed, and its descriptor may be another's soon.
    func detach() { socket = nil }

    /// An exchange writes to the channel from here on: what follows must neither overtake it nor go between two parts
    /// of one of its lines.
    func exchangeBegins() { isShared = true }

    /// The exchange has given the channel its last bytes.
    func exchangeEnded() {
        isShared = false
        isChannelInUse = true
    }

    /// Sends what is collected, where it is much.
    func flushPiece(_ context: ChannelHandlerContext) {
        if writer.json.count > Self.pieceSize { flush(context) }
    }

    func flush(_ context: ChannelHandlerContext) {
        guard writer.json.count > 0 else { return }
        let sent = sendAtOnce(context)
        if sent < writer.json.count { send(from: sent, context) }
        writer.json.removeAll(keepingCapacityUpTo: Self.pieceSize)
    }

    /// Writes to the socket itself, where the channel holds nothing: the way through the pipeline, its list of pending
    /// writes and back costs a short reply a tenth of its whole round trip. Returns how many bytes the kernel took.
    private func sendAtOnce(_ context: ChannelHandlerContext) -> Int {
        guard let socket, !holdsBytes(context), context.channel.isActive else { return 0 }
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        // What an error means, the channel finds out when it is given the bytes.
        return writer.json.withUnsafeBytes { max(0, Glibc.send(socket, $0.baseAddress, $0.count, flags)) }
    }

    private func holdsBytes(_ context: ChannelHandlerContext) -> Bool {
        guard isChannelInUse || isShared else { return false }
        isChannelInUse = heldBytes(context.channel) != 0
        return isChannelInUse
    }

    private func send(from start: Int, _ context: ChannelHandlerContext) {
        if buffer == nil || buffer?.capacity ?? 0 > Self.pieceSize {
            buffer = context.channel.allocator.buffer(capacity: 1024)
        }
        // What was written before is mostly sent by now, and then its memory is this buffer's alone again.
        buffer?.clear()
        writer.json.withUnsafeBytes { bytes in
            _ = buffer?.writeBytes(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        isChannelInUse = true
        if let buffer { context.writeAndFlush(NIOAny(buffer), promise: nil) }
    }

    /// Sends what is collected and closes once the client has taken it, or after a while.
    ///
    /// - Parameter isAsked: the client asks for nothing more. It has what it asked for, however slowly it reads, as long as it
    ///   takes something now and then.
    func close(_ context: ChannelHandlerContext, isAsked: Bool = false) {
        guard !isClosing else { return }
        isClosing = true
        var buffer = context.channel.allocator.buffer(capacity: writer.json.count)
        writer.json.withUnsafeBytes { _ = buffer.writeBytes($0) }
        writer.json.removeAll()
        let channel = context.channel
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(NIOAny(buffer), promise: written)
        if isAsked {
            closeUnlessTaken(channel, holding: heldBytes(channel))
        } else {
            closing = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        }
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            closing?.cancel()
            channel.close(promise: nil)
        }
    }

    /// Closes the connection where its client takes nothing of what the channel holds for as long as of any reply.
    private func closeUnlessTaken(_ channel: any Channel, holding held: Int) {
        closing = channel.eventLoop.assumeIsolated().scheduleTask(in: ReplyBacklog.patience) { [self] in
            let rest = heldBytes(channel)
            guard rest < held else { return channel.close(promise: nil) }
            closeUnlessTaken(channel, holding: rest)
        }
    }

    private func heldBytes(_ channel: any Channel) -> Int {
        // A channel that does not tell holds nothing that is waited for.
        (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
