import LibraryIndex
import LineProtocol
import PhotoModel
import Reconciling

/// Commands that only read: each writes its lines from one snapshot.
struct ReadingCommands {
    let context: CommandContext
    let looks: DiskLooks
    let snapshot: Snapshot
    let writer: ReplyWriter

    var reader: IndexReader { snapshot.reader }

    enum Pace {
        /// Answered so quickly that it needs no thread of its own.
        case short
        /// May look at a file, or read much of the index; the reply is a page at most.
        case long
        /// The reply may be as long as the library.
        case endless
    }

    static func pace(of request: Request) -> Pace {
        switch request.command {
        case "changes": .endless
        case "photo", "options", "find", "favorites", "unreadable", "groups", "group": .long
        case "photos": isSmallPage(request) ? .short : .long
        default: .short
        }
    }

    /// Whether the full-text index has to be brought up before the answer's snapshot is taken.
    static func searchesText(_ request: Request) -> Bool {
        request.command == "find" && !request.positionals.isEmpty
    }

    static func searchesText(_ entry: Result<Request, ProtocolError>) -> Bool {
        if case .success(let request) = entry { searchesText(request) } else { false }
    }

    /// Whether a page begins near a place that the index leads to, and its total is known without counting.
    private static func isSmallPage(_ request: Request) -> Bool {
        for option in request.options {
            switch option.key {
            case "limit", "offset": if Int(option.value) ?? 0 > 200 { return false }
            case "after", "fields": break
            default: return false
            }
        }
        return true
    }

    /// Answers, as far as that goes without a look at the disk.
    ///
    /// - Returns: the look that the rest of the answer needs; `nil` where it is whole.
    func begin(_ arguments: Arguments) throws -> DiskLook? {
        switch arguments.request.command {
        case "photo": return try photo(arguments)
        case "options": return try options(arguments)
        default:
            try run(arguments)
            return nil
        }
    }

    /// Answers, and waits for the disk where that is needed.
    func run(_ arguments: Arguments) throws {
        let daemon = DaemonCommands(context: context, reader: reader, writer: writer)
        guard try !daemon.run(arguments.request.command) else { return }
        switch arguments.request.command {
        case "months": try months(arguments)
        case "count": try count(arguments)
        case "photos": try photos(arguments)
        case "groups": try groups(arguments)
        case "group": try group(arguments)
        case "photo", "options":
            if let look = try begin(arguments) { try looks.wait(for: look)(writer) }
        case "find", "favorites": try find(arguments)
        case "unreadable": try unreadable(arguments)
        case "changes": try changes(arguments)
        default: throw arguments.failure("it cannot stand here: it is no reading command")
        }
    }

    // MARK: Months

    private func months(_ arguments: Arguments) throws {
        let type = try arguments.assetType()
        let reply = try context.months.reply(for: type, snapshot)
        reply.withUnsafeBytes { writer.json.raw($0) }
    }

    private func count(_ arguments: Arguments) throws {
        let summary = try reader.count(of: arguments.month())
        writer.json.beginObject()
        writer.json.counts(summary)
        writer.json.endObject()
        try writer.endLine()
    }

    // MARK: Changes

    private func changes(_ arguments: Arguments) throws {
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
