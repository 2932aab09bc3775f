import CaptureRules
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

/// Commands that answer with a page of items.
extension ReadingCommands {
    func photos(_ arguments: Arguments) throws {
        try list(PhotosQuery(arguments), arguments)
    }

    /// As `photos`, of videos alone; of all there are where nothing says which.
    func videos(_ arguments: Arguments) throws {
        var asked = try PhotosQuery(arguments, otherwise: .all)
        asked.page.type = .video
        try list(asked, arguments)
    }

    private func list(_ asked: PhotosQuery, _ arguments: Arguments) throws {
        var query =
            switch asked.scope {
            case .month(let month): PageQuery(month: month)
            case .dates(let from, let to): PageQuery(range: SortRange(from: from, to: to))
            case .all: PageQuery(range: .all)
            }
        try query.apply(asked.page, arguments)
        try writePage(query, fields: asked.page.fields) { item throws(IndexError) in
            try reader.page(query, item)
        }
    }

    /// `find` and `favorites`.
    func find(_ arguments: Arguments) throws {
        let asked = try FindRequest(arguments)
        var query = PageQuery(range: asked.dates.map { SortRange(from: $0.from, to: $0.to) } ?? .all)
        query.favorite = asked.favoritesOnly
        query.located = asked.located
        query.dated = asked.dated
        query.rating = asked.rating
        try query.apply(asked.page, arguments)
        let found = FindQuery(
            words: asked.words,
            keyword: asked.keyword,
            near: asked.near,
            page: query
        )
        try writePage(query, fields: asked.page.fields) { item throws(IndexError) in
            try reader.find(found, item)
        }
    }

    func writePage(
        _ query: PageQuery,
        fields: ItemFields,
        _ read: ((ItemRow) throws(IndexError) -> Void) throws(IndexError) -> PageSummary
    ) throws {
        var encoder = try ItemEncoder(
            reader: reader,
            folders: snapshot.folders,
            roots: context.rootLabels,
            fields: fields
        )
        let summary = try read { item throws(IndexError) in
            writer.json.beginObject()
            try encoder.members(of: item, to: &writer.json)
            writer.json.endObject()
            writer.json.endLine()
        }
        try writer.endPage(summary, start: query.start)
    }
}

extension CommandContext {
    /// Brings the full-text index up, for `find` with words or a keyword: before the snapshot that answers it is taken.
    func prepareSearch(_ request: Request) throws {
        if !request.positionals.isEmpty || request[option: "keyword"] != nil { try library.run.catchUpText() }
    }
}

extension PageQuery {
    /// Takes over what all pages are asked for.
    mutating func apply(_ asked: PageOptions, _ arguments: Arguments) throws(ProtocolError) {
        type = asked.type
        switch asked.group {
        case .any: break
        case .named(let name): group = .named(GroupName.name(fromDescription: name) ?? name)
        case .other: group = .other
        }
        unviewed = asked.unviewedOnly
        limit = asked.limit
        order =
            switch asked.order {
            case .newest: .newest
            case .oldest: .oldest
            }
        switch asked.start {
        case .offset(let offset): start = .offset(offset)
        case .after(let text):
            guard let cursor = Cursor(text) else {
                throw arguments.failure(
                    "not a cursor: \(ProtocolError.excerpt(text)); give a nextCursor that photod sent"
                )
            }
            start = .after(cursor)
        }
    }
}

extension ReplyWriter {
    /// The line that ends a page.
    ///
    /// - Parameter cursor: where the list goes on, if that is behind something that is no item.
    func endPage(_ summary: PageSummary, start: PageQuery.Start?, cursor: [UInt8]? = nil) throws {
        json.beginObject()
        json.key("page")
        json.beginObject()
        if case .offset(let offset) = start {
            json.member("offset", offset)
        }
        json.member("count", summary.count)
        json.member("total", summary.total)
        json.member("hasMore", summary.hasMore)
        if case .offset(let offset) = start {
            json.key("nextOffset")
            if summary.hasMore { json.integer(offset + summary.count) } else { json.null() }
        }
        json.key("nextCursor")
        if let cursor {
            json.plainString(cursor)
        } else if let cursor = summary.nextCursor {
            var text: [UInt8] = []
            cursor.appendText(to: &text)
            json.plainString(text)
        } else {
            json.null()
        }
        if case .offset = start {
            json.key("firstUnviewed")
            if let first = summary.firstUnviewed { json.integer(first) } else { json.null() }
        }
        json.endObject()
        json.endObject()
        try endLine()
    }
}
