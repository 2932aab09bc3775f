import LineProtocol
import LineServer

/// The commands of the gallery's own socket.
enum ControlCommands {
    static let table = CommandTable<ControlService>(
        since: "0.1.0",
        [ui, subscribe, .unsubscribe(since: "0.1.0")]
    )

    private static let ui = Command<ControlService>(
        "ui",
        usage: "COMMAND [JSON] [screen=NAME] [timeout=10]",
        words: 1...2,
        options: ["screen", "timeout", "json"],
        since: "0.1.0",
        summary: "changes what screens show, or tells it: screens, tree, constants, forget",
        .order { service, arguments, exchange in
            try answer(ScreenRequest(arguments), service, exchange)
        }
    )

    private static let subscribe = Command<ControlService>(
        "subscribe",
        usage: "ui [screen=NAME]",
        words: 1...1,
        options: ["screen"],
        since: "0.1.0",
        summary: "sends what happens on screens",
        .subscription { _, arguments in try ScreenSubscription(arguments) }
    )

    private static func answer(
        _ request: ScreenRequest,
        _ service: ControlService,
        _ exchange: Exchange
    ) throws(ProtocolError) {
        let screens = service.screens
        switch request {
        case .screens: try tell(nil, service, exchange, ScreenLines.state)
        case .tree(let name): try tell(name, service, exchange, ScreenLines.tree)
        case .constants(let name): try tell(name, service, exchange, ScreenLines.constants)
        case .forget(let name):
            try screens.forget(name)
            exchange.finishWithOK()
        case .command(let command, let screen, let time):
            let waiter = CommandWaiter { line in
                try line.withUnsafeBytes { try exchange.write($0) }
            } end: { error in
                if let error { exchange.fail(error, of: "ui") } else { exchange.finishWithOK() }
            }
            let leave = try screens.give(command, to: screen, waitingFor: time, waiter)
            exchange.atEnd(leave)
        }
    }

    /// A tree may be long, and there may be many: another thread writes the lines.
    private static func tell(
        _ name: ScreenName?,
        _ service: ControlService,
        _ exchange: Exchange,
        _ line: @escaping @Sendable (Screen) -> [UInt8]
    ) throws(ProtocolError) {
        let found = try service.screens.look(at: name)
        service.readers.run(.listing, for: exchange) {
            do {
                for screen in found { try line(screen).withUnsafeBytes { try exchange.write($0) } }
                exchange.finishWithOK()
            } catch { exchange.fail(error, of: "ui") }
        } orElse: {
            exchange.abandon()
        }
    }
}
