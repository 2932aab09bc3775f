import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

/// `unreadable`: items first, as everywhere, then companions that were given up, by folder and name.
extension ReadingCommands {
    func unreadable(_ arguments: Arguments) throws {
        let options = try PageOptions(arguments)
        let reason = try reason(arguments)
        var encoder = try ItemEncoder(
            reader: reader,
            folders: snapshot.folders,
            roots: context.rootLabels,
            fields: options.fields
        )
        let total = try reader.unreadableCounts().reduce(0) { sum, counted in
            reason == nil || reason == counted.reason ? sum + Int(counted.count) : sum
        }
        if case .after(let text) = options.start, let cursor = GivenUpCompanion.Cursor(text) {
            let summary = PageSummary(count: 0, total: total, hasMore: false)
            return try endUnreadable(summary, reason, after: cursor, options.limit, start: nil, &encoder)
        }
        var query = PageQuery(range: .all)
        query.unreadable = reason.map { .because($0) } ?? .forAnyReason
        try query.apply(options, arguments)
        var summary = try reader.page(query) { item throws(IndexError) in
            writer.json.beginObject()
            try encoder.members(of: item, to: &writer.json)
            if let reason = item.unreadable { writer.json.member("reason", reason.name) }
            writer.json.endObject()
            writer.json.endLine()
        }
        let items = summary.total
        summary.total = total
        guard !summary.hasMore else { return try writer.endPage(summary, start: query.start) }
        // The offset counts items, then companions.
        let skipped = if case .offset(let offset) = query.start { max(0, offset - items) } else { 0 }
        try endUnreadable(
            summary,
            reason,
            after: .start,
            skipping: skipped,
            options.limit,
            start: query.start,
            &encoder
        )
    }

    /// Fills a page up with companions, and ends it.
    ///
    /// - Parameter start: the page's; `nil`: behind a companion.
    private func endUnreadable(
        _ items: PageSummary,
        _ reason: UnreadableReason?,
        after cursor: GivenUpCompanion.Cursor,
        skipping skipped: Int = 0,
        _ limit: Int,
        start: PageQuery.Start?,
        _ encoder: inout ItemEncoder
    ) throws {
        var summary = items
        var last = cursor
        try reader.givenUpCompanions(because: reason, after: cursor, skipping: skipped) {
            companion throws(IndexError) in
            guard summary.count < limit else {
                summary.hasMore = true
                return false
            }
            writer.json.beginObject()
            try encoder.members(of: companion, to: &writer.json)
            writer.json.endObject()
            writer.json.endLine()
            summary.count += 1
            last = companion.cursor
            return true
        }
        try writer.endPage(summary, start: start, cursor: summary.hasMore ? last.text : nil)
    }

    private func reason(_ arguments: Arguments) throws -> UnreadableReason? {
        guard let word = arguments.request.positionals.first else { return nil }
        let reasons = UnreadableReason.allCases
        guard let reason = reasons.first(where: { "\($0.name)" == word }) else {
            throw arguments.failure(
                "no such reason: \(ProtocolError.excerpt(word)); known are "
                    + reasons.map { "\($0.name)" }.joined(separator: ", ")
            )
        }
        return reason
    }
}
