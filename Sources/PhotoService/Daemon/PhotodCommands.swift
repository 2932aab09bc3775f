import BatchService
import LineProtocol
import LineServer

/// photod's commands, in the order the manual explains them: what each is called and takes, its class and its handler.
enum PhotodCommands {
    typealias Entry = Command<PhotodService>

    static let table = CommandTable<PhotodService>(
        since: "0.1.0",
        daemon,
        counts,
        photos,
        pictures,
        orders,
        changes,
        roots
    )

    /// As many ids as the longest list can hold: one takes 36 bytes and a line end at least.
    static let many = ProtocolVersion.uploadLimit / 32

    static let page = [
        "offset", "limit", "after", "type", "group", "other", "unviewed", "order", "fields",
    ]
    private static let pageUsage =
        "[offset=0] [limit=20] [after=CURSOR] [type=photo|video] [group=NAME|other=1] [unviewed=1] "
        + "[order=newest|oldest] [fields=NAME,…]"

    private static let groupPageUsage =
        "[from=DATE] [to=DATE] [offset=0] [limit=20] [after=CURSOR] [type=photo|video] [unviewed=1] "
        + "[order=newest|oldest] [fields=NAME,…]"

    private static let daemon: [Entry] = [
        Entry(
            "config",
            since: "0.1.0",
            summary: "shows the configuration in force",
            .state { try $0.daemon($1, $2).config() }
        ),
        Entry(
            "reload",
            since: "0.1.0",
            summary: "reads the configuration again",
            .order { $0.orders.reload($1, $2) }
        ),
        Entry(
            "status",
            since: "0.1.0",
            summary: "shows what the daemon is doing, and what is wrong",
            .state { try $0.daemon($1, $2).status() }
        ),
        Entry(
            "stats",
            since: "0.1.0",
            summary: "shows counters and latencies since the start",
            .state { try $0.daemon($1, $2).stats() }
        ),
    ]

    private static let counts: [Entry] = [
        Entry(
            "months",
            usage: "[type=photo|video]",
            options: ["type"],
            since: "0.1.0",
            summary: "counts the photos and videos of every month, newest first",
            .short(kept: { try $0.context.replies.writeMonths($1, to: $2) }) { try $0.months($1) }
        ),
        Entry(
            "count",
            usage: "MONTH",
            words: 1...1,
            since: "0.1.0",
            summary: "counts the photos and videos of one month",
            .short { try $0.count($1) }
        ),
    ]

    private static let photos: [Entry] = [
        Entry(
            "photos",
            usage: "MONTH|from=DATE to=DATE|all=1 \(pageUsage)",
            words: 0...1,
            options: ["from", "to", "all"] + page,
            since: "0.1.0",
            summary: "lists photos and videos, newest first, by pages",
            .short(unless: ReadingCommands.isLargePage) { try $0.photos($1) }
        ),
        Entry(
            "items",
            usage: "ID…|ids=@ [fields=NAME,…]",
            words: 0...many,
            options: ["ids", "fields"],
            since: "0.1.0",
            summary: "tells of photos and videos by their ids, from the index alone",
            .listing { try $0.items($1) }
        ),
        Entry(
            "groups",
            usage: "[type=photo|video] [limit=N]",
            options: ["type", "limit"],
            since: "0.1.0",
            summary: "counts the photos and videos of every group, by name",
            .long(kept: { try $0.context.replies.writeGroups($1, to: $2) }) { try $0.groups($1) }
        ),
        Entry(
            "group",
            usage: "NAME|other=1 \(groupPageUsage)",
            words: 0...1,
            options: ["from", "to"] + page.filter { $0 != "group" },
            since: "0.1.0",
            summary: "lists the photos and videos of one group, newest first, by pages",
            .long { try $0.group($1) }
        ),
        Entry(
            "photo",
            usage: "ID|URI|PATH [refresh=0]",
            words: 1...1,
            options: ["refresh"],
            since: "0.1.0",
            summary: "shows everything known about one photo, and why",
            .longInParts { try $0.photo($1) }
        ),
        Entry(
            "find",
            usage: "[WORD…] [near=LAT,LON,KM] [favorite=1] [located=0|1] [dated=embedded|name|guessed] "
                + "[rating=4|3..5|unset] [keyword=NAME] [from=DATE] [to=DATE] \(pageUsage)",
            words: 0...FindRequest.wordLimit,
            options: ["near", "favorite", "located", "dated", "rating", "keyword", "from", "to"] + page,
            since: "0.1.0",
            summary:
                "finds photos and videos by words, place, marks, date and its source, newest first, by pages",
            .long(prepare: { try $0.context.prepareSearch($1) }) { try $0.find($1) }
        ),
        Entry(
            "favorites",
            usage: "[near=LAT,LON,KM] [from=DATE] [to=DATE] \(pageUsage)",
            options: ["near", "from", "to"] + page,
            since: "0.1.0",
            summary: "lists favourites, newest first, by pages",
            .long { try $0.find($1) }
        ),
        Entry(
            "unreadable",
            usage: "[REASON] [offset=0] [limit=20] [after=CURSOR] [fields=NAME,…]",
            words: 0...1,
            options: ["offset", "limit", "after", "fields"],
            since: "0.1.0",
            summary: "lists the files that could not be read, and why, newest first, by pages",
            .long { try $0.unreadable($1) }
        ),
    ]

    private static let orders: [Entry] = [
        Entry(
            "viewed",
            usage: "ID…|ids=@ [unset=1]",
            words: 0...many,
            options: ["ids", "unset"],
            since: "0.1.0",
            summary: "marks photos as viewed, or as not viewed",
            .order { try $0.orders.viewed($1, $2) }
        ),
        Entry(
            "edit",
            usage: "ID…|ids=@ [date=DATE|filename|mtime|photo:ID+1h] [offset=+02:00] [shift=+1h30m] "
                + "[location=LAT,LON[,ALT]|none] [description=TEXT] [title=TEXT] [rating=0–5|unset] [keywords=+NAME,-NAME] "
                + "[favorite=yes|no|unset] [group=NAME|other=1] [unset=date,location,description,title,rating,keywords] [each=1] [write=sidecar|file|both|index] [break-links=1] [dry-run=1]",
            words: 0...many,
            options: [
                "ids", "date", "offset", "shift", "location", "description", "title", "rating", "keywords",
                "favorite",
                "group", "other", "unset", "each", "write", "break-links", "dry-run",
            ],
            since: "0.1.0",
            summary:
                "edits what photos and videos are said to be: date, place, description, favourite, group",
            .order { try $0.context.edits.edit($1, to: $2) }
        ),
        Entry(
            "import",
            usage: "PATH…|ids=@ [into=DIR] [action=copy|move|hardlink|reflink] [layout={group}] "
                + "[duplicates=skip|keep|trash] [dry-run=1] [detach=1]",
            words: 0...many,
            options: ["ids", "into", "action", "layout", "duplicates", "dry-run", "detach"],
            since: "0.1.0",
            summary: "files photos into folders by their description",
            .order { $0.context.imports.import(try ImportOrder($1), to: $2) }
        ),
        Entry(
            "trash",
            usage: "ID…|ids=@",
            words: 0...many,
            options: ["ids"],
            since: "0.1.0",
            summary: "moves photos and videos to the trash, each with what belongs to it",
            .order { $0.context.imports.trash(try $1.uploadedIdentifiers(), to: $2) }
        ),
        Entry(
            "batches",
            since: "0.1.0",
            summary: "lists imports, edits and what went to the trash, newest first",
            .order { $0.orders.batches($2) }
        ),
        Entry(
            "batch",
            usage: "BATCH",
            words: 1...1,
            since: "0.1.0",
            summary: "tells what a batch did, one line for each photo or video",
            .order { $0.orders.batch($1, $2) }
        ),
        Entry(
            "undo",
            usage: "BATCH",
            words: 1...1,
            since: "0.1.0",
            summary: "puts back what an import, an edit or trash did",
            .order { $0.orders.undo($1, $2) }
        ),
    ]

    private static let changes: [Entry] = [
        Entry(
            "changes",
            usage: "since=CLOCK [limit=N]",
            options: ["since", "limit"],
            since: "0.1.0",
            summary: "lists what changed since a clock",
            .listing { try $0.changes($1) }
        ),
        Entry(
            "subscribe",
            usage: "[months|groups|photos|status|videos …] [since=CLOCK]",
            words: 0...SubscriptionTopic.allCases.count,
            options: ["since"],
            since: "0.1.0",
            summary: "sends events as they happen",
            .subscription { try Subscription($1, groups: $0.context.replies.groupEncoder) }
        ),
        .unsubscribe(since: "0.1.0"),
        Entry(
            "sync",
            usage: "[timeout=60]",
            options: ["timeout"],
            since: "0.1.0",
            summary: "waits until every change made before it is visible",
            .order { try $0.orders.sync($1, $2) }
        ),
        Entry(
            "rescan",
            usage: "[PATH]",
            words: 0...1,
            since: "0.1.0",
            summary: "compares a folder, or all, with the index again",
            .order { try $0.orders.rescan($1, $2) }
        ),
        Entry(
            "verify",
            since: "0.1.0",
            summary: "compares everything with the disk, mends it and tells what differed",
            .order { Verification(library: $0.context.library, exchange: $2).start() }
        ),
    ]

    private static let roots: [Entry] = [
        Entry(
            "roots",
            since: "0.1.0",
            summary: "lists the library's folders",
            .state { try $0.daemon($1, $2).roots() }
        ),
        Entry(
            "root-add",
            usage: "PATH",
            words: 1...1,
            since: "0.1.0",
            summary: "adds a folder to the library",
            .order { try $0.orders.addRoot($1, $2) }
        ),
        Entry(
            "root-remove",
            usage: "PATH",
            words: 1...1,
            since: "0.1.0",
            summary: "takes a folder out of the library; its files stay",
            .order { try $0.orders.removeRoot($1, $2) }
        ),
        Entry(
            "options",
            usage: "PATH",
            words: 1...1,
            since: "0.1.0",
            summary: "shows which options hold in a folder, and where each comes from",
            .longInParts { try $0.options($1) }
        ),
    ]
}
