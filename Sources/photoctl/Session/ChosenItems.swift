import LineProtocol
import PhotoClient

extension Session {
    /// Calls `body` with each item that a choice has, as far as the members that are asked for.
    func items(_ choice: PhotoChoice, fields: String, _ body: (JSONValue) throws -> Void) throws {
        try items(choice.selection, of: choice.photos, fields: fields, body)
    }

    /// - Parameter selection: the request that lists them; `nil`: they are `photos`.
    func items(
        _ selection: Request?,
        of photos: [String],
        fields: String,
        _ body: (JSONValue) throws -> Void
    ) throws {
        guard let request = selection else {
            for part in try PhotoWords(photos).parts {
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
