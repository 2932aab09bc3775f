import LineProtocol

/// What a command may be asked by.
enum CommandAccess: Hashable, Sendable {
    /// By GET, and by POST where ids come along.
    case reading
    /// By POST alone, and not under `--read-only`.
    case changing
    /// By nobody: it is about a connection, and HTTP has its own.
    case connection
    /// The daemon may be newer than this gallery.
    case unknown

    private static let commands: [String: CommandAccess] = [
        "ping": .reading, "commands": .reading, "config": .reading, "status": .reading, "stats": .reading,
        "months": .reading, "count": .reading, "photos": .reading, "items": .reading, "groups": .reading,
        "group": .reading, "photo": .reading, "find": .reading, "favorites": .reading, "unreadable": .reading,
        "videos": .reading, "video": .reading, "batches": .reading, "batch": .reading, "changes": .reading,
        "roots": .reading, "options": .reading, "sync": .reading, "thumbnail": .reading, "preview": .reading,
        "frame": .reading,
        "viewed": .changing, "edit": .changing, "trash": .changing, "undo": .changing, "import": .changing,
        "rescan": .changing, "reload": .changing, "verify": .changing, "root-add": .changing,
        "root-remove": .changing,
        "close": .connection, "subscribe": .connection, "unsubscribe": .connection,
        "command_list_begin": .connection, "command_list_end": .connection,
    ]

    init(_ request: Request) {
        let access = Self.commands[request.command] ?? .unknown
        self = access == .reading && Self.writesFile(request) ? .changing : access
    }

    /// `frame` reads a video, and writes a file where it is told to.
    private static func writesFile(_ request: Request) -> Bool {
        guard request.command == "frame" else { return false }
        return request[option: "path"] != nil || !["base64", nil].contains(request[option: "as"])
    }
}
