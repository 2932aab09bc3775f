import ArgumentParser
import LineProtocol

struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "changes",
        abstract: "List what changed since a clock.",
        discussion: """
            Fields: change, id, month, old month. The last record tells where to continue: “clock”, the clock, whether \
            more is left, whether this is a fresh instance, of which everything is listed as inserted.
            """
    )

    @Option(help: "A clock that photod gave.")
    var since: String

    @Option(parsing: .unconditional, help: "How many to list; all without it.")
    var limit: String?

    @OptionGroup var global: GlobalOptions

    func run() throws {
        let session = try Session(global)
        let request = Request("changes").adding("since", since).adding("limit", limit)
        let outcome = try session.print(request, as: Self.listing)
        guard session.format != .json, let end = outcome.trailer else { return }
        if session.format == .table {
            session.output.write("clock \(PrintableText.sanitized(CellText.plain(end["clock"])))\n")
        } else {
            let members = ["clock", "more", "isFreshInstance"]
            session.write(fields: ["clock"] + members.map { CellText.plain(end[$0]) })
        }
        try session.output.flush()
    }

    private static let listing = Listing(
        columns: [
            .init("CHANGE", "change"), .init("PHOTO", "id"), .init("MONTH", "monthKey"),
            .init("BEFORE", "oldMonthKey"),
        ],
        members: ["change", "id", "monthKey", "oldMonthKey"],
        trailerMember: "isFreshInstance"
    )
}
