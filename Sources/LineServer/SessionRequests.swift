import LineProtocol
import NIOCore

/// How a session has one request answered, by its command's class.
extension SessionHandler {
    /// - Parameter start: when the request was taken up, monotonic nanoseconds.
    func perform(_ request: Request, _ context: ChannelHandlerContext, start: UInt64) {
        guard let number = runner.table.definitions.position(of: request.command) else {
            // Not counted: a client must not make the figures grow.
            return output.writer.refuse(
                .unknownCommand(request.command, knowing: runner.table.definitions)
            )
        }
        let command = runner.table.commands[number]
        do throws(ProtocolError) {
            let arguments = try Arguments(request, of: command.definition)
            switch command.answer {
            case .reading(let reading):
                if let kept = reading.kept,
                    try runner.answerKept(kept, arguments, to: output.writer)
                {
                    break
                }
                if let threads = reading.threads(for: request) {
                    let exchange = countedExchange(number, context, start: start)
                    return runner.answer(reading, arguments, by: threads, on: exchange)
                }
                try runner.answerShort(reading, arguments, to: output.writer)
            case .state(let state): try runner.answerState(state, arguments, to: output.writer)
            case .order(let order):
                let exchange = countedExchange(number, context, start: start)
                return runner.carryOut(order, arguments, on: exchange)
            case .subscription(let subscription): try subscribe(subscription, arguments, context)
            case .session(let own): try answer(own, arguments, context)
            }
            statistics.count(number, since: start)
        } catch {
            output.writer.refuse(error)
            statistics.count(number, since: start, isRefused: true)
        }
    }

    private func answer(
        _ command: SessionCommand,
        _ arguments: Arguments,
        _ context: ChannelHandlerContext
    ) throws(ProtocolError) {
        switch command {
        case .ping: output.writer.raw("OK\n")
        case .close:
            output.writer.raw("OK\n")
            output.close(context, isAsked: true)
        case .commands:
            runner.table.write(to: output.writer)
            output.writer.raw("OK\n")
        case .unsubscribe:
            subscription = nil
            output.writer.raw("OK\n")
        case .listBegin, .listEnd:
            throw arguments.failure("there is no list: send command_list_begin first")
        }
    }
}
