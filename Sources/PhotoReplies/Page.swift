import LineProtocol

/// The last line of a list of items: which of them it was.
public struct Page: ReplyValue {
    public let object: ReplyObject
    /// `nil` after a cursor.
    public let offset: Int?
    public let count: Int?
    /// On all pages.
    public let total: Int?
    public let hasMore: Bool?
    /// `nil` on the last page, and after a cursor.
    public let nextOffset: Int?
    /// For `after=`; `nil` on the last page.
    public let nextCursor: String?
    /// The offset of the first item that is not marked as viewed.
    public let firstUnviewed: Int?

    public init(_ object: ReplyObject) {
        self.object = object
        let page = object.json["page"]
        offset = page?["offset"]?.count
        count = page?["count"]?.count
        total = page?["total"]?.count
        hasMore = page?["hasMore"]?.bool
        nextOffset = page?["nextOffset"]?.count
        nextCursor = page?["nextCursor"]?.string
        firstUnviewed = page?["firstUnviewed"]?.count
    }
}

/// The reply to `photos`, `group`, `find`, `favorites` and `unreadable`.
public struct ItemPage: Sendable {
    public let items: [Item]
    /// `nil` where the reply had none.
    public let page: Page?

    /// - Throws: where a line is no JSON.
    public init(lines: some Sequence<some Collection<UInt8>>) throws(JSONError) {
        var items: [Item] = []
        var page: Page?
        for line in lines {
            let object = try ReplyObject(line)
            if object.json["page"] == nil { items.append(Item(object)) } else { page = Page(object) }
        }
        self.items = items
        self.page = page
    }
}
