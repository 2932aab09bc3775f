import LineProtocol
import LineServer
import PhotoModel

extension OrderCommands {
    func frame(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let order = try FrameOrder(arguments)
        let task = FrameTask(order, number: context.frames.newNumber(), context: context, exchange)
        exchange.atEnd { task.end() }
        readers.run(.listing, for: exchange) {
            task.begin()
        } orElse: {
            task.abandon()
        }
    }

    func video(_ arguments: Arguments, _ exchange: Exchange) throws(ProtocolError) {
        let word = arguments.request.positionals.first ?? ""
        try FrameOrder.checkLocal(word, arguments)
        let number = context.frames.newNumber()
        let task = DescriptionTask(word, number: number, context: context, exchange)
        exchange.atEnd { task.end() }
        readers.run(.listing, for: exchange) {
            task.begin()
        } orElse: {
            task.abandon()
        }
    }
}
