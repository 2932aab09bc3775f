import ArgumentParser
import LineProtocol
import PhotoClient

/// Photos that are named, or chosen by what they have in common.
struct PhotoChoice: ParsableArguments {
    @Argument(help: "Ids, file:// uris or paths; - reads them from standard input.", completion: .file())
    var photos: [String] = []

    @Option(help: "All of this month.", completion: .months)
    var month: String?

    @Option(help: "All of this group.", completion: .groups)
    var inGroup: String?

    @Flag(help: "All that has no group.")
    var inOther = false

    @Option(help: "All that “find” finds for these words.")
    var find: String?

    func validate() throws {
        guard photos.isEmpty || selection == nil else {
            throw ValidationError("Name photos, or choose them by an option; not both.")
        }
        guard [month != nil, inGroup != nil, inOther, find != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--month, --in-group, --in-other and --find exclude each other.")
        }
        guard !photos.isEmpty || selection != nil else {
            throw ValidationError("Which photos? Name them, or choose them by --month, --in-group or --find.")
        }
    }

    /// The request that lists the photos that are chosen by an option; `nil` where they are named.
    var selection: Request? {
        if let month { return Request("photos", [month]) }
        if let inGroup { return Request("group", [inGroup]) }
        if inOther { return Request("group").adding("other", flag: true) }
        return find.map { Request("find", $0.split(separator: " ").map(String.init)) }
    }
}

extension Session {
    /// Calls `body` with each item that a choice has, as far as the members that are asked for.
    func items(_ choice: PhotoChoice, fields: String, _ body: (JSONValue) throws -> Void) throws {
        guard let request = choice.selection else {
            for part in try PhotoWords(choice.photos).parts {
                try part.send(
                    { Request("items", $0).adding("fields", fields) },
                    by: connection
                )
                while let line = try connection.nextLine() { try body(decode(line)) }
            }
            return
        }
        var cursor: String?
        repeat {
            try connection.send(
                request.adding("fields", fields).adding("limit", "1000").adding("after", cursor)
            )
            cursor = nil
            while let line = try connection.nextLine() {
                let value = try decode(line)
                if let page = value["page"] {
                    cursor = page["nextCursor"]?.string
                } else {
                    try body(value)
                }
            }
        } while cursor != nil
    }
}
