import NIOCore

/// Hangs up on who takes nothing of what it is sent: a browser that was stopped, a program that has forgotten its connection. Else
/// each of them holds a place among the connections, and what its answer is made of, for ever.
final class UnreadAnswers: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = NIOAny
    typealias OutboundOut = NIOAny

    /// As long as the daemon waits for a client. A video that stands still is no reason to read: a player that finds the
    /// connection closed asks for the rest by a range.
    static let limit = TimeAmount.minutes(10)

    private let limit: TimeAmount
    /// Pieces that were sent and that the kernel has not taken whole.
    private var unread = 0
    private var lastTaken = NIODeadline.distantPast
    /// Only while something is unread.
    private var timer: Scheduled<Void>?

    init(limit: TimeAmount = UnreadAnswers.limit) {
        self.limit = limit
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if unread == 0 { lastTaken = context.eventLoop.now }
        unread += 1
        let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
        let eventLoop = context.eventLoop
        promise.futureResult.assumeIsolated().whenComplete { _ in self.taken(eventLoop.now) }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // What was taken at once is no longer counted.
        if unread > 0, timer == nil { wait(limit, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func taken(_ now: NIODeadline) {
        unread -= 1
        lastTaken = now
        if unread == 0 { stop() }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.timer = nil
            guard self.unread > 0 else { return }
            let rest = self.lastTaken + self.limit - context.eventLoop.now
            if rest > .zero { self.wait(rest, context) } else { context.close(promise: nil) }
        }
    }
}
