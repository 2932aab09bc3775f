import LineProtocol

/// `video` for people.
enum VideoView {
    static func text(of video: JSONValue) -> String {
        let rows = [
            ("pictures", pictures(video)), ("sound", text(video["audioCodec"])),
            ("duration", duration(video)), ("container", text(video["container"])),
            ("frames", frames(video)), ("path", PrintableText.sanitized(ItemListing.location(video))),
            ("id", text(video["id"])),
        ]
        return rows.filter { !$0.1.isEmpty }.map { label, value in
            label + String(repeating: " ", count: 13 - label.count) + value + "\n"
        }.joined()
    }

    private static func pictures(_ video: JSONValue) -> String {
        var parts: [String] = []
        if let width = video["width"]?.integer, let height = video["height"]?.integer {
            parts.append("\(width) × \(height)")
        }
        if let degrees = video["rotation"]?.integer, degrees != 0 { parts.append("turned by \(degrees)°") }
        if video["mirrored"]?.bool == true { parts.append("mirrored") }
        if let rate = video["frameRate"]?.double {
            parts.append("\(CellText.decimal(rate, places: 3)) a second")
        }
        parts.append(text(video["videoCodec"]))
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func duration(_ video: JSONValue) -> String {
        guard let seconds = video["duration"]?.double else { return "" }
        return seconds < 60
            ? CellText.decimal(seconds, places: 1) + " s" : CellText.duration(seconds: seconds)
    }

    private static func frames(_ video: JSONValue) -> String {
        video["supported"]?.bool == true ? "can be taken" : "none: " + text(video["reason"])
    }

    private static func text(_ value: JSONValue?) -> String { PrintableText.sanitized(CellText.plain(value)) }
}
