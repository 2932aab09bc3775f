import LineProtocol

/// Every command of a program, in the order its manual explains them.
public final class CommandTable<Service: LineService>: Sendable {
    public let commands: [Command<Service>]
    public let definitions: CommandDefinitions

    /// - Parameters:
    ///   - since: the program's first release, which has the commands of every server: `ping`, `close`, `commands` and
    ///     command lists.
    ///   - own: the program's own commands.
    public init(since: String, _ own: [Command<Service>]...) {
        commands = Self.first(since) + own.flatMap(\.self) + Self.last(since)
        definitions = CommandDefinitions(commands.map(\.definition))
    }

    /// Where `ping` stands in every table.
    static var ping: Int { 0 }

    /// `nil` where there is no such command.
    public subscript(name: String) -> Command<Service>? {
        definitions.position(of: name).map { commands[$0] }
    }

    /// The reply to `commands`.
    func write(to writer: ReplyWriter) {
        for command in commands {
            let definition = command.definition
            writer.json.beginObject()
            writer.json.member("command", definition.name)
            writer.json.member("usage", definition.usage)
            writer.json.member("since", definition.since)
            writer.json.key("options")
            writer.json.beginArray()
            for option in definition.options { writer.json.string(option) }
            writer.json.endArray()
            writer.json.member("inLists", command.readsOnly)
            writer.json.endObject()
            writer.json.endLine()
        }
    }

    private static func first(_ since: String) -> [Command<Service>] {
        [
            .session(.ping, since: since, summary: "answers at once: the daemon lives"),
            .session(.close, since: since, summary: "ends the connection"),
            .session(.commands, since: since, summary: "lists the commands"),
        ]
    }

    private static func last(_ since: String) -> [Command<Service>] {
        [
            .session(
                .listBegin,
                since: since,
                summary: "begins a list of reading commands that are answered from one snapshot"
            ),
            .session(.listEnd, since: since, summary: "ends a command list and has it answered"),
        ]
    }
}

extension Command {
    /// For a program that has `subscribe`.
    public static func unsubscribe(since: String) -> Command {
        session(.unsubscribe, since: since, summary: "ends a subscription")
    }

    fileprivate static func session(_ command: SessionCommand, since: String, summary: String) -> Command {
        Command(command.rawValue, since: since, summary: summary, .session(command))
    }
}
