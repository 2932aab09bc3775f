import ArgumentParser
import LineProtocol

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Put back what an import or trash did.",
        discussion: """
            Fields: result (ok, error), the file, where it is now, name of the error, message. A file that has changed \
            since, or whose old place is taken, stays; the others go back. Exits with 4 where one failed.
            """
    )

    @Argument(help: "The batch, as “photoctl batches” lists it.")
    var batch: String

    @OptionGroup var global: GlobalOptions

    func run() throws {
        try BatchReply(Session(global), canUndo: false).print(Request("undo", [batch]), verb: "put back")
    }
}

struct BatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batches",
        abstract: "List imports and what went to the trash, newest first.",
        discussion: "Fields: batch, kind, time, ok, errors, state (done, recovered, undone, unfinished)."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws {
        _ = try Session(global).print(Request("batches"), as: Self.listing)
    }

    private static let listing = Listing(
        columns: [
            .init("BATCH", "batch"), .init("KIND", "kind"), .init("TIME", "time"),
            .init("OK", "ok", isNumeric: true), .init("ERRORS", "errors", isNumeric: true),
            .init("STATE", "state"),
        ],
        members: ["batch", "kind", "time", "ok", "errors", "state"]
    )
}
