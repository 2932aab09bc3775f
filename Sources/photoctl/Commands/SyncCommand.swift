import ArgumentParser
import LineProtocol

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Wait until every change made before is visible.",
        discussion: """
            Fields: the clock. Folders that are offline, of which nothing can be promised, are named on standard error. \
            Exits with 5 where the time was not enough.
            """
    )

    @Option(parsing: .unconditional, help: "Seconds to wait; 60 without it.")
    var timeout: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        // What is no time the daemon refuses at once.
        let time = timeout.flatMap(AnswerTime.read) ?? .seconds(60)
        let session = try Session(global, waiting: time + AnswerTime.grace)
        try session.connection.send(Request("sync").adding("timeout", timeout))
        var unreachable: [String] = []
        while let line = try session.connection.nextLine() {
            let answer = try session.decode(line)
            unreachable += (answer["unreachable"]?.array ?? []).map { CellText.plain($0) }
            switch session.format {
            case .json: session.write(line: line)
            case .table:
                session.output.write(
                    "in step at \(PrintableText.sanitized(CellText.plain(answer["clock"])))\n"
                )
            case .tabbed, .nulTerminated: session.write(fields: [CellText.plain(answer["clock"])])
            }
        }
        try session.output.flush()
        for path in unreachable {
            StandardError.write(
                "photoctl: \(path) is offline: not in step with it; “photoctl doctor” says why\n"
            )
        }
    }
}

struct RescanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescan",
        abstract: "Compare a folder, or the whole library, with the index again."
    )

    @Argument(help: "A folder or a file in the library; all of it without one.", completion: .directory)
    var path: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let words = path.map { [PathArgument.word($0)] } ?? []
        try Session(global).printObject(Request("rescan", words), view: ObjectView.text)
    }
}
