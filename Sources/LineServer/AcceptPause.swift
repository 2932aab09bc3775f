import NIOCore

/// Takes no client on for a moment where one could not be, for want of a descriptor or memory: asked again at once, the
/// kernel says the same for as long as that client waits.
///
/// NIO's own `AcceptBackoffHandler` does not do that: after an error its channel is still registered for reading, and so
/// accepts in a loop.
final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    private static let length = TimeAmount.milliseconds(100)

    private let refused: @Sendable (Int32) -> Void

    /// - Parameter refused: told of each such error (an error number).
    init(refused: @escaping @Sendable (Int32) -> Void) {
        self.refused = refused
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError else { return context.fireErrorCaught(error) }
        refused(error.errnoCode)
        let channel = context.channel
        Self.setReading(false, channel)
        context.eventLoop.scheduleTask(in: Self.length) { Self.setReading(true, channel) }
    }

    /// A channel that is closed has nothing to be set, and nothing to accept.
    private static func setReading(_ isReading: Bool, _ channel: any Channel) {
        guard channel.isActive else { return }
        channel.setOption(.autoRead, value: isReading).whenFailure { _ in channel.close(promise: nil) }
    }
}
