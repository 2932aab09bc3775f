import LineProtocol

/// `photo` for people: what the photo is in a compact block, then why its date and description are what they
/// are. What a daemon leaves out is left out here.
enum PhotoView {
    static func text(of photo: JSONValue) -> String {
        let rows =
            [("date", date(photo)), ("place", place(photo)), ("camera", CameraText.line(photo))]
            + [("lens", text(photo["lens"])), ("content", content(photo)), ("duration", duration(photo))]
            + [("title", text(photo["title"]))]
            + description(photo)
            + [
                ("keywords", keywords(photo)), ("group", group(photo)), ("marks", marks(photo)),
                ("state", state(photo)),
            ]
            + [("companions", companions(photo)), ("path", text(.string(ItemListing.location(photo))))]
            + [("import", text(photo["batch"])), ("id", text(photo["id"]))]
        let block = rows.filter { !$0.1.isEmpty }.map(row).joined()
        return text(photo["filename"]) + "\n" + block
            + reasons("Why this date", photo["why"]?["date"])
            + reasons("Why this description", photo["why"]?["description"])
    }

    // MARK: The photo

    private static func date(_ photo: JSONValue) -> String {
        let time = CellText.time(photo["localTime"])
        guard !time.isEmpty else { return "undated" }
        let clock = [time, CellText.plain(photo["offset"])].filter { !$0.isEmpty }.joined(separator: " ")
        let precision = photo["precision"]?.string.map { "to the \($0)" } ?? ""
        let rule = photo["dateSource"]?.string.map { "by \($0)" } ?? ""
        return joined([clock, precision, rule])
    }

    private static func place(_ photo: JSONValue) -> String {
        guard let latitude = photo["latitude"]?.double, let longitude = photo["longitude"]?.double else {
            return ""
        }
        let altitude = photo["altitude"]?.double.map { "\(CellText.decimal($0, places: 0)) m high" } ?? ""
        return joined([
            CellText.decimal(latitude, places: 5), CellText.decimal(longitude, places: 5), altitude,
        ])
    }

    private static func content(_ photo: JSONValue) -> String {
        var size = ""
        if let width = photo["width"]?.integer, let height = photo["height"]?.integer {
            size = "\(width) × \(height)"
        }
        return joined([
            size, CellText.size(photo["size"]), CellText.plain(photo["mimeType"]),
            CellText.plain(photo["videoCodec"]), CellText.plain(photo["audioCodec"]),
        ])
    }

    private static func duration(_ photo: JSONValue) -> String {
        guard let seconds = photo["duration"]?.double, seconds > 0 else { return "" }
        return seconds < 60
            ? CellText.decimal(seconds, places: 1) + " s" : CellText.duration(seconds: seconds)
    }

    /// A description may have lines.
    private static func description(_ photo: JSONValue) -> [(String, String)] {
        let lines = CellText.plain(photo["description"]).split(whereSeparator: \.isNewline)
        return lines.enumerated().map { index, line in
            (index == 0 ? "description" : "", PrintableText.sanitized(String(line)))
        }
    }

    private static func keywords(_ photo: JSONValue) -> String {
        (photo["keywords"]?.texts ?? []).map(PrintableText.sanitized).joined(separator: ", ")
    }

    private static func group(_ photo: JSONValue) -> String {
        let why = photo["why"]?["group"]
        let reason =
            switch why?["rule"]?.string {
            case "override": "set by hand"
            case "folder": "by \(CellText.plain(why?["from"]))"
            case "description": "by the description"
            default: ""
            }
        return joined([CellText.group(photo["group"]), reason])
    }

    private static func marks(_ photo: JSONValue) -> String {
        let favorite =
            switch photo["favorite"]?.bool {
            case true?: "favorite"
            case false?: "no favorite"
            case nil: ""
            }
        let rating = photo["rating"]?.integer.map { "rating \($0)" } ?? ""
        return joined([favorite, rating, photo["viewed"]?.bool == true ? "viewed" : "not viewed"])
    }

    /// Only what is out of the ordinary.
    private static func state(_ photo: JSONValue) -> String {
        let state = CellText.plain(photo["state"])
        return state == "ok" ? "" : joined([state, CellText.plain(photo["why"]?["unreadable"])])
    }

    private static func companions(_ photo: JSONValue) -> String {
        joined(
            (photo["companions"]?.array ?? []).map(CellText.plain).map { uri in
                guard let path = PathWord.path(ofURI: uri),
                    let name = path.split(separator: UInt8(ascii: "/")).last
                else { return uri }
                return String(decoding: name, as: UTF8.self)
            }
        )
    }

    // MARK: Why

    private static let headings = [
        Table.Heading(text: "", isNumeric: false), Table.Heading(text: "RULE", isNumeric: false),
        Table.Heading(text: "VALUE", isNumeric: false), Table.Heading(text: "REASON", isNumeric: false),
    ]

    /// The candidates, the one that won with a mark.
    private static func reasons(_ title: String, _ why: JSONValue?) -> String {
        var table = Table(headings)
        for candidate in why?["candidates"]?.array ?? [] {
            table.append([
                candidate["verdict"]?.string == "accepted" ? "*" : "", CellText.plain(candidate["rule"]),
                // Of a text with lines the first says which it is.
                CellText.plain(candidate["value"]).split(whereSeparator: \.isNewline).first.map(String.init)
                    ?? "",
                CellText.plain(candidate["reason"]),
            ])
        }
        return table.isEmpty ? "" : "\n\(title)\n" + table.text(withHeadings: false, indent: 2)
    }

    private static func row(_ label: String, _ value: String) -> String {
        label + String(repeating: " ", count: max(13 - label.count, 1)) + value + "\n"
    }

    private static func joined(_ parts: [String]) -> String {
        PrintableText.sanitized(parts.filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private static func text(_ value: JSONValue?) -> String {
        PrintableText.sanitized(CellText.plain(value))
    }
}
