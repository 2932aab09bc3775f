import ArgumentParser
import LineProtocol

/// Which items to list, from where, and what of each: what commands that print pages share.
struct PageArguments: ParsableArguments {
    @Option(help: "The first moment: any beginning of YYYY-MM-DDTHH:MM:SS.")
    var from: String?

    @Option(help: "The moment to stop before.")
    var to: String?

    @Option(parsing: .unconditional, help: "How many to leave out at the beginning.")
    var offset: String?

    @Option(
        parsing: .unconditional,
        help: "How many to list, 1 to 1000; without it 20 in a table, all in other output."
    )
    var limit: String?

    @Flag(help: "List all in a table, too.")
    var all = false

    @Option(parsing: .unconditional, help: "Continue after the nextCursor of an earlier page.")
    var after: String?

    @Flag(help: "Only what is not marked as viewed.")
    var unviewed = false

    @Option(help: "From which end to list.", completion: .list(["newest", "oldest"]))
    var order: String?

    @Option(help: "The members to print, separated by commas.", completion: .list(ItemFields.names))
    var fields: String?

    /// - Parameter allChooses: whether `--all` says which items are meant, so that it says nothing of how many.
    /// - Throws: where they contradict each other, or how the output was asked for.
    func check(against global: GlobalOptions, allChooses: Bool = false) throws {
        guard fields == nil || global.output != .nul else {
            throw ValidationError("-0 prints paths alone; leave out --fields, or use --tsv or --json.")
        }
        guard limit == nil || !all || allChooses else {
            throw ValidationError("--limit and --all exclude each other; give one of them.")
        }
    }

    /// The request with the options that were given, but for where to begin and how many to list.
    private func filtered(_ request: Request) -> Request {
        request.adding("from", from).adding("to", to)
            .adding("unviewed", flag: unviewed).adding("order", order).adding("fields", fields)
    }

    /// The request for the only page, or the first of all.
    func first(_ request: Request, isWhole: Bool) -> Request {
        filtered(request).adding("offset", offset).adding("after", after)
            .adding("limit", isWhole ? Self.pageSize : limit)
    }

    /// The request for the page after a cursor, where all are wanted.
    func next(_ request: Request, after cursor: String) -> Request {
        filtered(request).adding("after", cursor).adding("limit", Self.pageSize)
    }

    /// The most that a page can hold.
    private static let pageSize = "1000"
}
