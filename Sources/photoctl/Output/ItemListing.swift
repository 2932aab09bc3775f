import LineProtocol

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

    /// Files that could not be read: why comes first.
    static var unreadable: Listing {
        var listing = Listing(
            columns: [
                .init("REASON", "reason"), .init("FILE", text: location),
                .init("SIZE", isNumeric: true) { CellText.size($0["size"]) },
            ],
            fields: [Listing.field("reason"), location]
                + ["id", "localTime", "type", "monthKey", "size"].map(Listing.field),
            trailerMember: "page"
        )
        listing.nulField = path
        return listing
    }

    private static let columns: [Listing.Column] = [
        .init("TIME") { CellText.time($0["localTime"]) },
        .init("TYPE", "type"),
        .init("SIZE", isNumeric: true) { CellText.size($0["size"]) },
        .init("GROUP") { CellText.group($0["group"]) },
        // Only what is out of the ordinary.
        .init("STATE") { $0["state"]?.string == "ok" ? "" : CellText.plain($0["state"]) },
        .init("FILE", text: location),
    ]

    private static let records: [Listing.Text] =
        ["id", "localTime", "type", "monthKey", "group", "viewed", "size"].map(Listing.field)
        + [location]

    /// The path's very bytes, be they text or not.
    @Sendable static func path(_ item: JSONValue) -> [UInt8] {
        if let path = item["path"]?.string { return Array(path.utf8) }
        return PathWord.path(ofURI: CellText.plain(item["uri"])) ?? []
    }

    /// The path, or the uri where the path is no text.
    @Sendable static func location(_ item: JSONValue) -> String {
        item["path"]?.string ?? CellText.plain(item["uri"])
    }
}
