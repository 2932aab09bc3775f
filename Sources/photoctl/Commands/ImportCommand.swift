import ArgumentParser
import LineProtocol

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "File photos into folders of the library by their description.",
        discussion: """
            Fields: result (ok, planned, unchanged, error), the file, where it is now, name of the error, message. A folder \
            is taken with everything below it, a file with its companions. What the library has already stays where it \
            is; a name that is taken gets a number; nothing is ever overwritten. Ctrl-C stops after the file under way, unless --detach says otherwise. \
            With “-” paths are read from standard input, one a line, or ended by NUL as “find -print0” prints them. \
            Exits with 4 where one failed. “photoctl undo BATCH” puts everything back.
            """
    )

    @Argument(
        help: "Photos, videos, or folders of them; - reads their paths from standard input.",
        completion: .file()
    )
    var paths: [String]

    @Option(help: "The folder of the library; without it the only one there is.", completion: .directory)
    var into: String?

    @Option(
        help: "copy (without it), move, hardlink or reflink.",
        completion: .list(["copy", "move", "hardlink", "reflink"])
    )
    var action: String?

    @Option(
        help: ArgumentHelp(
            "Folders below it, from {group}, {year}, {month}, {monthKey}, {camera} and {original}; {group} without it.",
            valueName: "template"
        )
    )
    var layout: String?

    @Option(
        help: "What becomes of a photo the library has already: skip (without it), keep or trash.",
        completion: .list(["skip", "keep", "trash"])
    )
    var duplicates: String?

    @Flag(help: "Only show what would be done.")
    var dryRun = false

    @Flag(help: "Have it go on when this program is interrupted.")
    var detach = false

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let words = try PhotoWords(paths, as: PathArgument.word, byShot: true)
        guard !words.isEmpty else { return }
        let session = try Session(global)
        session.output.dropsUnwritable = !dryRun
        var outcome = BatchReply.Outcome()
        for part in words.parts {
            try part.send(request, by: session.connection)
            outcome += try BatchReply(session, canUndo: !dryRun).print(
                verb: dryRun ? "would be imported" : "imported"
            )
        }
        try outcome.check()
        try session.output.checkWritten()
    }

    private func request(_ words: [String]) -> Request {
        Request("import", words)
            .adding("into", into.map(PathArgument.word))
            .adding("action", action)
            .adding("layout", layout)
            .adding("duplicates", duplicates)
            .adding("dry-run", flag: dryRun)
            .adding("detach", flag: detach)
    }
}
