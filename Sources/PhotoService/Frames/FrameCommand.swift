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
}
