import ArgumentParser
import LineProtocol

// Commands about the daemon itself.

struct PingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping",
        abstract: "Ask whether photod answers.",
        discussion: """
            Exits with 0 where it does, with 3 where it is not there, and with 5 where it is and does not answer in time.
            """
    )

    @Option(parsing: .unconditional, help: "Seconds to wait for the answer.")
    var timeout: String = "10"

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard AnswerTime.read(timeout) != nil else {
            throw ValidationError(
                "--timeout \(timeout) is no time; write seconds from 0 to 86400, such as 10."
            )
        }
    }

    func run() throws {
        let session = try Session(global, waiting: AnswerTime.read(timeout))
        try session.printObject(Request("ping"), view: ObjectView.text)
        if session.format == .table {
            session.output.write(
                "photod answers on \(PrintableText.sanitized(session.connection.path.description))\n"
            )
            try session.output.flush()
        }
    }
}

struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show counters and latencies since the start.",
        discussion: "Fields: name (dotted), value."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws { try Session(global).printObject(Request("stats"), view: ObjectView.text) }
}

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the configuration in force.",
        discussion: "Fields: name (dotted), value."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws { try Session(global).printObject(Request("config"), view: ObjectView.text) }
}

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have photod read its configuration again."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws { try Session(global).printObject(Request("reload"), view: ObjectView.text) }
}

struct CommandsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "commands",
        abstract: "List the commands of photod's protocol.",
        discussion: "Fields: command, usage, the first version that has it."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let listing = Listing(
            columns: [.init("COMMAND", "command"), .init("SINCE", "since"), .init("USAGE", "usage")],
            members: ["command", "usage", "since"]
        )
        _ = try Session(global).print(Request("commands"), as: listing)
    }
}
