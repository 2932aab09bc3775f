import LineProtocol

/// `status` for people: the state first, what is wrong last. What a daemon leaves out is left out here.
enum StatusView {
    static func text(of status: JSONValue) -> String {
        let lines =
            [head(status), state(status), library(status)] + details(status) + roots(status)
            + problems(status)
        return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }

    private static func head(_ status: JSONValue) -> String {
        var text = "photod \(text(status["version"]))"
        if let pid = status["pid"]?.integer { text += ", process \(pid)" }
        if let uptime = status["uptime"]?.double { text += ", up \(CellText.duration(seconds: uptime))" }
        return text
    }

    private static func state(_ status: JSONValue) -> String {
        let state = text(status["state"])
        guard state == "scanning", let done = status["progress"]?["done"]?.integer,
            let total = status["progress"]?["total"]?.integer, total > 0
        else { return row("state", state) }
        return row("state", "\(state), \(done) of \(total) (\(Int(Double(done) / Double(total) * 100)) %)")
    }

    private static func library(_ status: JSONValue) -> String {
        guard status["photos"] != nil else { return row("library", "its index is being made anew") }
        return row(
            "library",
            "\(CellText.count(status["photos"], "photo")), \(CellText.count(status["videos"], "video")) in "
                + CellText.count(status["months"], "month")
        )
    }

    private static func details(_ status: JSONValue) -> [String] {
        var lines = status["clock"].map { [row("clock", text($0))] } ?? []
        let unreadable = status["unreadable"]?.members ?? []
        if !unreadable.isEmpty {
            lines.append(
                row(
                    "unreadable",
                    unreadable.map { "\(text($0.value)) \(PrintableText.sanitized($0.name))" }
                        .joined(separator: ", ")
                )
            )
        }
        if let watches = status["watches"] {
            let polled = watches["polled"]?.integer ?? 0
            lines.append(
                row(
                    "watches",
                    "\(text(watches["used"])) of \(text(watches["limit"]))"
                        + (polled > 0 ? ", \(polled) polled" : "")
                )
            )
        }
        lines.append(preparation(status["prepare"]))
        let workers = status["workers"]?.members ?? []
        if !workers.isEmpty {
            lines.append(
                row(
                    "workers",
                    workers.map { "\(ObjectView.label($0.name)) \(worker($0.value))" }
                        .joined(separator: ", ")
                )
            )
        }
        return lines
    }

    /// Of programs that are started when there is work: how many run.
    private static func worker(_ value: JSONValue) -> String {
        guard value.members != nil else { return text(value) }
        return value["running"]?.integer ?? 0 > 0 ? "\(text(value["running"])) running" : "at rest"
    }

    /// Thumbnails that are made before anybody asks.
    private static func preparation(_ value: JSONValue?) -> String {
        let sizes = (value?["sizes"]?.array ?? []).map { text($0) }.joined(separator: " and ")
        guard !sizes.isEmpty else { return "" }
        switch value?["state"]?.string {
        case "working": return row("thumbnails", "\(sizes) are being prepared")
        case "battery": return row("thumbnails", "\(sizes) are prepared when the machine is not on battery")
        case "ready": return row("thumbnails", "\(sizes) are prepared")
        default: return row("thumbnails", "\(sizes): \(text(value?["state"]))")
        }
    }

    private static func roots(_ status: JSONValue) -> [String] {
        var table = Table(RootListing.listing.headings)
        for root in status["roots"]?.array ?? [] {
            table.append(RootListing.listing.columns.map { $0.text(root) })
        }
        return table.isEmpty ? [] : ["", String(table.text().dropLast())]
    }

    private static func problems(_ status: JSONValue) -> [String] {
        (status["problems"]?.array ?? []).flatMap { problem in
            ["problem: \(text(problem["problem"]))", "  remedy: \(text(problem["remedy"]))"]
        }
    }

    private static func row(_ label: String, _ value: String) -> String {
        value.isEmpty ? "" : label + String(repeating: " ", count: max(12 - label.count, 1)) + value
    }

    private static func text(_ value: JSONValue?) -> String {
        PrintableText.sanitized(CellText.plain(value))
    }
}
