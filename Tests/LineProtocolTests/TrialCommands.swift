import LineProtocol

extension CommandDefinitions {
    /// Commands like photod's, in short.
    static let trial = CommandDefinitions([
        command("ping"),
        command("months", options: ["type"]),
        command("count", usage: "MONTH", words: 1...1),
        command("photos", usage: "MONTH", words: 0...1, options: ["from", "to"] + page),
        command("groups", options: ["type", "limit"]),
        command(
            "group",
            usage: "NAME",
            words: 0...1,
            options: ["from", "to"] + page.filter { $0 != "group" }
        ),
        command("photo", usage: "ID", words: 1...1),
        command(
            "find",
            usage: "[WORD…]",
            words: 0...FindRequest.wordLimit,
            options: ["near", "favorite", "located", "dated", "from", "to"] + page
        ),
        command("favorites", options: ["near", "from", "to"] + page),
        command("changes", usage: "since=CLOCK", options: ["since"]),
        command("subscribe", usage: "[TOPIC…]", words: 0...9, options: ["since"]),
        command("sync", options: ["timeout"]),
        command("rescan", usage: "[PATH]", words: 0...1),
    ])

    private static let page = ["offset", "limit", "after", "type", "group", "other", "unviewed", "fields"]

    private static func command(
        _ name: String,
        usage: String = "",
        words: ClosedRange<Int> = 0...0,
        options: [String] = []
    ) -> CommandDefinition {
        CommandDefinition(
            name,
            usage: usage,
            words: words,
            options: options,
            since: "1",
            summary: "is tried"
        )
    }
}
