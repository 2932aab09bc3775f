import LineProtocol
import NIOCore

/// A session's side of its subscription: it is opened by a reader's thread, and then sent events as fast as the client
/// takes them.
extension SessionHandler {
    func subscribe(
        _ make: (Service, Arguments) throws -> Service.Subscription,
        _ arguments: Arguments,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) {
        guard self.subscription == nil else {
            throw ProtocolError(
                code: .exists,
                command: arguments.request.command,
                message: "this connection is subscribed already: send unsubscribe first"
            )
        }
        let subscription: Service.Subscription
        do { subscription = try make(runner.service, arguments) } catch {
            throw ProtocolError(error, of: arguments.request.command)
        }
        self.subscription = subscription
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
        // Refusals and openings have their own ends; what is left is a client that is gone.
        let exchange = exchange(context) { _ in bound.value.subscription = nil }
        runner.open(subscription.request, on: exchange) { result in
            bound.value.subscriptionOpened(result, boundContext.value)
        }
    }

    private func subscriptionOpened(
        _ result: Result<Service.Subscription.Opening, ProtocolError>,
        _ context: ChannelHandlerContext
    ) {
        exchangeEnded()
        switch result {
        case .success(let opening):
            subscription?.open(opening)
            sendEvents(context)
        case .failure(let error):
            subscription = nil
            output.writer.refuse(error)
        }
        work(context)
    }

    /// Has the subscription take what happened, and the client told of it.
    func deliver(_ event: (Service.Subscription) -> Void) {
        guard let subscription, let context = boundContext else { return }
        event(subscription)
        sendEvents(context)
    }

    /// Sends what the client has room for. One that falls too far behind is told how far it came, and let go: it goes
    /// on from there with `since`, and what is kept for it here stays little.
    func sendEvents(_ context: ChannelHandlerContext) {
        guard let subscription, subscription.isOpen, !output.isClosing else { return }
        while !output.isClosing, context.channel.isWritable, subscription.writePiece(to: output.writer) {
            output.flushPiece(context)
        }
        guard subscription.isTooFarBehind, !output.isClosing else { return output.flush(context) }
        subscription.writeOverflow(to: output.writer)
        self.subscription = nil
        output.close(context)
    }
}
