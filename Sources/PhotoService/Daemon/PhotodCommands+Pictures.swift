import LineProtocol
import LineServer

extension PhotodCommands {
    /// What makes pictures of photos and videos.
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
            "frame",
            usage:
                "ID|URI|PATH at=SECONDS|SHARE%,… [every=SECONDS] [max-width=N] [max-height=N] [format=png|jpeg] "
                + "[quality=92] [as=base64|path] [path=PATH] [overwrite=1] [timeout=30]",
            words: 1...1,
            options: [
                "at", "every", "max-width", "max-height", "format", "quality", "as", "path", "overwrite",
                "timeout",
            ],
            since: "0.1.0",
            summary: "takes frames out of a video",
            .order { try $0.orders.frame($1, $2) }
        ),
    ]
}
