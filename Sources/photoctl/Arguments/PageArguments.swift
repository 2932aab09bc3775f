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

    @Option(parsing: .unconditional, help: "How many to list, 1 to 1000; 20 without it.")
    var limit: String?

    @Option(help: "Continue after the nextCursor of an earlier page.")
    var after: String?

    @Option(help: "Only photos or only videos.", completion: .list(["photo", "video"]))
    var type: String?

    @Flag(help: "Only what is not marked as viewed.")
    var unviewed = false

    @Option(help: "The members to print, separated by commas.", completion: .list(ItemFields.names))
    var fields: String?

    /// - Throws: where they contradict how the output was asked for.
    func check(against global: GlobalOptions) throws {
        guard fields == nil || global.output != .nul else {
            throw ValidationError("-0 prints paths alone; leave out --fields, or use --tsv or --json.")
        }
    }

    /// The request with the options that were given.
    func added(to request: Request) -> Request {
        request.adding("from", from).adding("to", to).adding("offset", offset).adding("limit", limit)
            .adding("after", after).adding("type", type).adding("unviewed", flag: unviewed)
            .adding("fields", fields)
    }
}

extension Session {
    /// Prints a page of items, and on a terminal how to go on.
    ///
    /// - Throws: `nothingMatched` for a page without any.
    func printPage(_ request: Request, fields: String?) throws {
        let outcome = try print(request, as: ItemListing.listing(fields: fields))
        if format == .table, let page = outcome.trailer?["page"], outcome.rows > 0 {
            output.write(Self.footer(page, shown: outcome.rows) + "\n")
            try output.flush()
        }
        if outcome.rows == 0 { throw Failure(.nothingMatched) }
    }

    /// `20 of 47; more with --offset 20`.
    private static func footer(_ page: JSONValue, shown: Int) -> String {
        var text = "\(shown) of \(CellText.plain(page["total"]))"
        guard page["hasMore"]?.bool == true else { return text }
        if let offset = page["nextOffset"]?.integer {
            text += "; more with --offset \(offset)"
        } else if let cursor = page["nextCursor"]?.string {
            text += "; more with --after \(PrintableText.sanitized(cursor))"
        }
        return text
    }
}
