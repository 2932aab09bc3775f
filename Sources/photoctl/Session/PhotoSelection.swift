import LineProtocol
import PhotoClient

extension Session {
    /// The ids of all photos that a request lists, page after page.
    func ids(listedBy request: Request) throws -> [String] {
        var ids: [String] = []
        var cursor: String?
        repeat {
            try connection.send(
                request.adding("fields", "id").adding("limit", "1000").adding("after", cursor)
            )
            cursor = nil
            while let line = try connection.nextLine() {
                let value = try decode(line)
                if let id = value["id"]?.string { ids.append(id) }
                if let next = value["page"]?["nextCursor"]?.string { cursor = next }
            }
        } while cursor != nil
        return ids
    }
}
