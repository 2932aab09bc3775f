import ArgumentParser
import LineProtocol

struct PhotosCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photos",
        abstract: "List the photos and videos of a month or a time, newest first.",
        discussion: """
            Fields: id, local time, type, month, group, viewed, size, path (the uri where the path is not UTF-8); with \
            --fields, those. With -0 the path alone, byte for byte. Exits with 1 where nothing matched.
            """
    )

    @Argument(help: "YYYY-MM, or undated. Without it give --from or --to.", completion: .months)
    var month: String?

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

    @Option(help: "Only this group.")
    var group: String?

    @Flag(help: "Only what has no group.")
    var other = false

    @Flag(help: "Only what is not marked as viewed.")
    var unviewed = false

    @Option(help: "The members to print, separated by commas.", completion: .list(ItemFields.names))
    var fields: String?

    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard fields == nil || global.output != .nul else {
            throw ValidationError("-0 prints paths alone; leave out --fields, or use --tsv or --json.")
        }
    }

    func run() throws {
        let session = try Session(global)
        let outcome = try session.print(request, as: ItemListing.listing(fields: fields))
        if session.format == .table, let page = outcome.trailer?["page"], outcome.rows > 0 {
            session.output.write(Self.footer(page, shown: outcome.rows) + "\n")
            try session.output.flush()
        }
        if outcome.rows == 0 { throw Failure(.nothingMatched) }
    }

    private var request: Request {
        Request("photos", month.map { [$0] } ?? [])
            .adding("from", from).adding("to", to).adding("offset", offset).adding("limit", limit)
            .adding("after", after).adding("type", type).adding("group", group).adding("other", flag: other)
            .adding("unviewed", flag: unviewed).adding("fields", fields)
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

/// How items are listed.
enum ItemListing {
    static func listing(fields: String?) -> Listing {
        var listing: Listing
        if let names = fields?.split(separator: ",").map(String.init) {
            listing = Listing(
                columns: names.map { .init(ObjectView.label($0).uppercased(), $0) },
                members: names,
                trailerMember: "page"
            )
        } else {
            listing = Listing(columns: columns, fields: records, trailerMember: "page")
        }
        listing.nulField = path
        return listing
    }

    private static let columns: [Listing.Column] = [
        .init("TIME") { CellText.time($0["localTime"]) },
        .init("TYPE", "type"),
        .init("SIZE", isNumeric: true) { CellText.size($0["size"]) },
        .init("GROUP") { $0["group"]?.string ?? "Other" },
        // Only what is out of the ordinary.
        .init("STATE") { $0["state"]?.string == "ok" ? "" : CellText.plain($0["state"]) },
        .init("FILE", text: location),
    ]

    private static let records: [Listing.Text] =
        ["id", "localTime", "type", "monthKey", "group", "viewed", "size"].map(Listing.field)
        + [location]

    /// The path's very bytes, be they text or not.
    @Sendable private static func path(_ item: JSONValue) -> [UInt8] {
        if let path = item["path"]?.string { return Array(path.utf8) }
        return PathWord.path(ofURI: CellText.plain(item["uri"])) ?? []
    }

    /// The path, or the uri where the path is no text.
    @Sendable static func location(_ item: JSONValue) -> String {
        item["path"]?.string ?? CellText.plain(item["uri"])
    }
}
