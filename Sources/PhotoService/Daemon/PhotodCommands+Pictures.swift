import LineProtocol
import LineServer

extension PhotodCommands {
    /// What makes pictures of photos and videos, and tells of videos.
    static let pictures: [Entry] = [
        Entry(
            "thumbnail",
            usage: "ID…|ids=@ [size=normal|large|x-large|xx-large]",
            words: 0...many,
            options: ["ids", "size"],
            since: "0.1.0",
            summary: "makes thumbnails, in the cache that all programs share, and tells where they are",
            .order { try $0.orders.thumbnail($1, $2) }
        ),
        Entry(
            "preview",
            usage: "ID…|ids=@ [max=2560] [format=jpeg|png]",
            words: 0...many,
            options: ["ids", "max", "format"],
            since: "0.1.0",
            summary: "makes pictures to be looked at, of any format of photo, and tells where they are",
            .order { try $0.orders.preview($1, $2) }
        ),
        Entry(
            "videos",
            usage:
                "[MONTH] [from=DATE] [to=DATE] [offset=0] [limit=20] [after=CURSOR] [group=NAME|other=1] "
                + "[unviewed=1] [order=newest|oldest] [fields=NAME,…]",
            words: 0...1,
            options: ["from", "to"] + page.filter { $0 != "type" },
            since: "0.1.0",
            summary: "lists videos, newest first, by pages",
            .long { try $0.videos($1) }
        ),
        Entry(
            "video",
            usage: "ID|URI|PATH",
            words: 1...1,
            since: "0.1.0",
            summary: "tells what a video is, and whether frames can be taken out of it",
            .order { try $0.orders.video($1, $2) }
        ),
        Entry(
            "frame",
            usage:
                "ID|URI|PATH [at=SECONDS|SHARE%,…] [every=SECONDS] [tolerance=exact|SECONDS|any] [max-width=N] [max-height=N] [format=png|jpeg] "
                + "[quality=92] [as=base64|path|library] [path=PATH] [overwrite=1] [timeout=30]",
            words: 1...1,
            options: [
                "at", "every", "tolerance", "max-width", "max-height", "format", "quality", "as", "path",
                "overwrite",
                "timeout",
            ],
            since: "0.1.0",
            summary: "takes frames out of a video",
            .order { try $0.orders.frame($1, $2) }
        ),
    ]
}
