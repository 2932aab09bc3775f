import ArgumentParser
import LineProtocol

struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Put back what an import, an edit or trash did.",
        discussion: """
            Fields: result (ok, error), the file, where it is now, name of the error, message. A file that has changed \
            since, or whose old place is taken, stays; the others go back. So is it with photos that somebody has edited \
            since. Exits with 1 where --last finds nothing to undo, and with 4 where one \
            failed, or the newest batch is under way.
            """
    )

    @Argument(help: "The batch, as “photoctl batches” lists it.")
    var batch: String?

    @Flag(help: "The newest one that is not undone yet.")
    var last = false

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard (batch == nil) == last else {
            throw ValidationError("Name a batch, or write --last; “photoctl batches” lists them.")
        }
    }

    func run() throws {
        let session = try Session(global)
        session.output.dropsUnwritable = true
        let batch = try batch ?? Self.last(session)
        do {
            try BatchReply(session, canUndo: false).print(Request("undo", [batch]), verb: "put back")
        } catch let failure as Failure where last && failure.status == .refused {
            throw Failure(
                .refused,
                "\(failure.message ?? "it failed"): what is left of \(batch) can be tried again where that helps; the batches before it are undone "
                    + "by their names, which “photoctl batches” lists"
            )
        }
        try session.output.checkWritten()
    }

    private static func last(_ session: Session) throws -> String {
        try session.connection.send(Request("batches"))
        var newest = NewestBatch()
        while let line = try session.connection.nextLine() { newest.read(try session.decode(line)) }
        switch newest.choice {
        case .batch(let batch): return batch
        case .none:
            throw Failure(
                .nothingMatched,
                "there is nothing to undo: “photoctl batches” lists what was done"
            )
        case .unfinished(let batch):
            throw Failure(
                .refused,
                """
                the newest batch, \(batch), is under way, or was interrupted: wait for its end with “photoctl sync”, see \
                in “photoctl status” what it needs, or name another batch
                """
            )
        }
    }
}

struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Tell what a batch did, one line for each photo or video.",
        discussion: """
            Fields: result (ok, pending, error, open), whether it is undone, the id or the file, what was or where it went, of an \
            edit what is, and why it is pending or an error.
            """
    )

    @Argument(help: "The batch, as “photoctl batches” lists it.")
    var batch: String

    @OptionGroup var global: GlobalOptions

    func run() throws {
        _ = try Session(global).print(Request("batch", [batch]), as: Self.listing)
    }

    private static let listing: Listing = {
        let subject: Listing.Text = { CellText.plain($0["id"] ?? $0["path"] ?? $0["uri"]) }
        let before: Listing.Text = { line in
            line["was"].map(EditCommand.values) ?? CellText.plain(line["to"] ?? line["toUri"])
        }
        let after: Listing.Text = { EditCommand.values($0["now"]) }
        var listing = Listing(
            columns: [
                .init("RESULT") { $0["undone"]?.bool == true ? "undone" : CellText.plain($0["result"]) },
                .init("PHOTO", text: subject), .init("WAS, OR WENT TO", text: before),
                .init("IS", text: after), .init("WHY", "message"),
            ],
            fields: [
                Listing.field("result"), Listing.field("undone"), subject, before, after,
                Listing.field("message"),
            ],
            trailerMember: "state"
        )
        listing.isRow = { $0["number"] != nil }
        return listing
    }()
}

struct BatchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batches",
        abstract: "List imports, edits and what went to the trash, newest first.",
        discussion:
            "Fields: batch, kind, time, ok, errors, state (done, recovered, undone, unfinished), pending, left."
    )

    @OptionGroup var global: GlobalOptions

    func run() throws {
        _ = try Session(global).print(Request("batches"), as: Self.listing)
    }

    private static let listing = Listing(
        columns: [
            .init("BATCH", "batch"), .init("KIND", "kind"), .init("TIME", "time"),
            .init("OK", "ok", isNumeric: true), .init("PENDING", "pending", isNumeric: true),
            .init("ERRORS", "errors", isNumeric: true), .init("STATE", "state"),
            .init("LEFT", "left", isNumeric: true),
        ],
        members: ["batch", "kind", "time", "ok", "errors", "state", "pending", "left"]
    )
}
