import LineProtocol

extension Session {
    /// Prints items: a page on a terminal, with how to go on; elsewhere, and where it was asked for, all of them, page
    /// after page, so that no more than a page is held here however many there are.
    ///
    /// - Throws: `nothingMatched` where there is none.
    func printItems(_ request: Request, _ arguments: PageArguments) throws {
        let isWhole = arguments.limit == nil && (arguments.all || format != .table)
        let listing = ItemListing.listing(fields: arguments.fields)
        var outcome = try print(arguments.first(request, isWhole: isWhole), as: listing)
        var rows = outcome.rows
        while isWhole, let cursor = outcome.trailer?["page"]?["nextCursor"]?.string {
            outcome = try print(arguments.next(request, after: cursor), as: listing)
            rows += outcome.rows
        }
        if format == .table, rows > 0 {
            output.write(Self.footer(outcome.trailer?["page"], shown: rows) + "\n")
            try output.flush()
        }
        try noteSweep()
        if rows == 0 { throw nothingMatched }
    }

    /// A person at a terminal is told so; a program has the exit status.
    var nothingMatched: Failure {
        Failure(.nothingMatched, format == .table && StandardError.isTerminal ? "nothing matches" : nil)
    }

    /// `20 of 47; more with --offset 20`.
    private static func footer(_ page: JSONValue?, shown: Int) -> String {
        var text = "\(shown) of \(CellText.plain(page?["total"]))"
        guard page?["hasMore"]?.bool == true else { return text }
        if let offset = page?["nextOffset"]?.integer {
            text += "; more with --offset \(offset)"
        } else if let cursor = page?["nextCursor"]?.string {
            text += "; more with --after \(PrintableText.sanitized(cursor))"
        }
        return text
    }
}
