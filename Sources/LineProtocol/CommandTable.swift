/// Every command of the protocol.
public enum CommandTable {
    /// As many ids as the longest list can hold: one takes 36 bytes and a line end at least.
    private static let many = ProtocolVersion.uploadLimit / 32

    private static let page = ["offset", "limit", "after", "type", "group", "other", "unviewed", "fields"]
    private static let pageUsage =
        "[offset=0] [limit=20] [after=CURSOR] [type=photo|video] [group=NAME|other=1] [unviewed=1] [fields=NAME,…]"

    private static let groupPageUsage =
        "[from=DATE] [to=DATE] [offset=0] [limit=20] [after=CURSOR] [type=photo|video] [unviewed=1] "
        + "[fields=NAME,…]"

    /// In the order the manual explains them.
    public static let all: [CommandDefinition] = [
        define("ping", reads: true, summary: "answers at once: the daemon lives"),
        define("close", summary: "ends the connection"),
        define("commands", reads: true, summary: "lists the commands"),
        define("config", reads: true, summary: "shows the configuration in force"),
        define("reload", summary: "reads the configuration again"),
        define("status", reads: true, summary: "shows what the daemon is doing, and what is wrong"),
        define("stats", reads: true, summary: "shows counters and latencies since the start"),
        define(
            "months",
            usage: "[type=photo|video]",
            options: ["type"],
            reads: true,
            summary: "counts the photos and videos of every month, newest first"
        ),
        define(
            "count",
            usage: "MONTH",
            words: 1...1,
            reads: true,
            summary: "counts the photos and videos of one month"
        ),
        define(
            "photos",
            usage: "MONTH|from=DATE to=DATE \(pageUsage)",
            words: 0...1,
            options: ["from", "to"] + page,
            reads: true,
            summary: "lists photos and videos, newest first, by pages"
        ),
        define(
            "groups",
            usage: "[type=photo|video] [limit=N]",
            options: ["type", "limit"],
            reads: true,
            summary: "counts the photos and videos of every group, by name"
        ),
        define(
            "group",
            usage: "NAME|other=1 \(groupPageUsage)",
            words: 0...1,
            options: ["from", "to"] + page.filter { $0 != "group" },
            reads: true,
            summary: "lists the photos and videos of one group, newest first, by pages"
        ),
        define(
            "photo",
            usage: "ID|URI|PATH [refresh=0]",
            words: 1...1,
            options: ["refresh"],
            reads: true,
            summary: "shows everything known about one photo, and why"
        ),
        define(
            "find",
            usage: "[WORD…] [near=LAT,LON,KM] [favorite=1] [from=DATE] [to=DATE] \(pageUsage)",
            words: 0...FindRequest.wordLimit,
            options: ["near", "favorite", "from", "to"] + page,
            reads: true,
            summary: "finds photos and videos by words, place, mark and time, newest first, by pages"
        ),
        define(
            "favorites",
            usage: "[near=LAT,LON,KM] [from=DATE] [to=DATE] \(pageUsage)",
            options: ["near", "from", "to"] + page,
            reads: true,
            summary: "lists favourites, newest first, by pages"
        ),
        define(
            "unreadable",
            usage: "[REASON] [offset=0] [limit=20] [after=CURSOR] [fields=NAME,…]",
            words: 0...1,
            options: ["offset", "limit", "after", "fields"],
            reads: true,
            summary: "lists the files that could not be read, and why, newest first, by pages"
        ),
        define(
            "viewed",
            usage: "ID…|ids=@",
            words: 0...many,
            options: ["ids"],
            summary: "marks photos as viewed"
        ),
        define(
            "import",
            usage: "PATH… [into=DIR] [action=copy|move|hardlink|reflink] [layout={group}] "
                + "[duplicates=skip|keep|trash] [dry-run=1] [detach=1]",
            words: 1...many,
            options: ["into", "action", "layout", "duplicates", "dry-run", "detach"],
            summary: "files photos into folders by their description"
        ),
        define("batches", summary: "lists imports, newest first"),
        define("undo", usage: "BATCH", words: 1...1, summary: "puts back what an import did"),
        define(
            "changes",
            usage: "since=CLOCK [limit=N]",
            options: ["since", "limit"],
            reads: true,
            summary: "lists what changed since a clock"
        ),
        define(
            "subscribe",
            usage: "[months|groups|photos|status …] [since=CLOCK]",
            words: 0...SubscriptionTopic.allCases.count,
            options: ["since"],
            summary: "sends events as they happen"
        ),
        define("unsubscribe", summary: "ends a subscription"),
        define(
            "sync",
            usage: "[timeout=60]",
            options: ["timeout"],
            summary: "waits until every change made before it is visible"
        ),
        define(
            "rescan",
            usage: "[PATH]",
            words: 0...1,
            summary: "compares a folder, or all, with the index again"
        ),
        define("verify", summary: "compares everything with the disk, mends it and tells what differed"),
        define("roots", reads: true, summary: "lists the library's folders"),
        define("root-add", usage: "PATH", words: 1...1, summary: "adds a folder to the library"),
        define(
            "root-remove",
            usage: "PATH",
            words: 1...1,
            summary: "takes a folder out of the library; its files stay"
        ),
        define(
            "options",
            usage: "PATH",
            words: 1...1,
            reads: true,
            summary: "shows which options hold in a folder, and where each comes from"
        ),
        define(
            "command_list_begin",
            summary: "begins a list of reading commands that are answered from one snapshot"
        ),
        define("command_list_end", summary: "ends a command list and has it answered"),
    ]

    /// `nil` where there is no such command.
    public static subscript(name: String) -> CommandDefinition? {
        all.first { $0.name == name }
    }

    private static func define(
        _ name: String,
        usage: String = "",
        words: ClosedRange<Int> = 0...0,
        options: [String] = [],
        reads: Bool = false,
        summary: String
    ) -> CommandDefinition {
        CommandDefinition(
            name: name,
            usage: usage.isEmpty ? name : "\(name) \(usage)",
            since: "0.1.0",
            positionals: words,
            options: options,
            readsOnly: reads,
            summary: summary
        )
    }
}

/// What `subscribe` can send.
public enum SubscriptionTopic: String, Sendable, CaseIterable {
    case months
    case groups
    case photos
    case status
}
