import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

/// Commands that only read: each writes its lines from one snapshot.
struct ReadingCommands {
    let context: CommandContext
    let looks: DiskLooks
    let snapshot: Snapshot
    let writer: ReplyWriter

    var reader: IndexReader { snapshot.reader }

    /// Whether a page may begin far from where the index leads to, or its total has to be counted.
    static func isLargePage(_ request: Request) -> Bool {
        for option in request.options {
            switch option.key {
            case "limit", "offset": if Int(option.value) ?? 0 > 200 { return true }
            case "after", "fields", "order": break
            default: return true
            }
        }
        return false
    }

    // MARK: Months

    func months(_ arguments: Arguments) throws {
        let type = try arguments.assetType()
        let reply = try context.replies.months.reply(for: type, snapshot)
        reply.withUnsafeBytes { writer.json.raw($0) }
    }

    func count(_ arguments: Arguments) throws {
        let summary = try reader.count(of: arguments.month())
        writer.json.beginObject()
        writer.json.counts(summary)
        writer.json.endObject()
        try writer.endLine()
    }

    // MARK: Changes

    func changes(_ arguments: Arguments) throws {
        guard let since = try arguments.clock() else {
            throw arguments.failure("since= is missing; give a clock that photod sent, such as status shows")
        }
        let limit = try arguments.integer("limit", in: 1...Int(Int32.max))
        var failure: (any Error)?
        let summary = try reader.changes(since: since, limit: limit) { change throws(IndexError) in
            guard failure == nil else { return }
            writer.json.beginObject()
            writer.json.change(change)
            writer.json.endObject()
            do { try writer.endLine() } catch { failure = error }
        }
        if let failure { throw failure }
        writer.json.beginObject()
        writer.json.key("clock")
        writer.json.clock(summary.clock)
        writer.json.member("more", summary.more)
        writer.json.member("isFreshInstance", summary.isFreshInstance)
        writer.json.endObject()
        try writer.endLine()
    }
}

extension KeptReplies {
    /// Answers `months` where the answer is kept, without a look at the index. Returns whether it was.
    func writeMonths(_ arguments: Arguments, to writer: ReplyWriter) throws(ProtocolError) -> Bool {
        guard let reply = months.reply(for: try arguments.assetType()) else { return false }
        reply.withUnsafeBytes { writer.json.raw($0) }
        return true
    }
}

extension MonthSummary {
    /// The counts of one type alone.
    func only(_ type: AssetType?) -> MonthSummary {
        MonthSummary(
            month: month,
            photoCount: type == .video ? 0 : photoCount,
            videoCount: type == .photo ? 0 : videoCount
        )
    }
}
