import CaptureRules
import LibraryIndex
import LineProtocol
import LineServer
import PhotoModel

/// Commands about groups: what is filed under one description.
extension ReadingCommands {
    func groups(_ arguments: Arguments) throws {
        let asked = try GroupsQuery(arguments)
        writer.groups(try context.replies.groups.reply(for: asked.type, snapshot), limit: asked.limit)
    }

    func group(_ arguments: Arguments) throws {
        let asked = try GroupQuery(arguments)
        var query = PageQuery(range: asked.dates.map { SortRange(from: $0.from, to: $0.to) } ?? .all)
        try query.apply(asked.page, arguments)
        if let name = asked.name { query.group = .named(try existing(name, arguments)) }
        try writePage(query, fields: asked.page.fields) { item throws(IndexError) in
            try reader.page(query, item)
        }
    }

    /// The name as the index has it.
    ///
    /// - Throws: `no-such` where nothing is filed under it.
    private func existing(_ name: String, _ arguments: Arguments) throws -> String {
        let wanted = GroupName.name(fromDescription: name) ?? name
        if let key = try reader.groupKey(named: wanted),
            let summary = try reader.groupSummary(key), summary.totalCount > 0
        {
            return wanted
        }
        throw ProtocolError(
            code: .noSuch,
            command: arguments.request.command,
            message:
                "no such group: \(ProtocolError.excerpt(name)); "
                + Self.remedy(for: wanted, among: try reader.groupNames())
        )
    }

    private static func remedy(for name: String, among names: [String]) -> String {
        let order = GroupOrder(name)
        let nearest =
            names.first { GroupOrder($0).isAlike(order) } ?? NearestName.near(name, among: names)
        if let nearest { return "did you mean \(ProtocolError.excerpt(nearest))? “groups” lists them" }
        if order.isAlike(GroupOrder("Other")) { return "other=1 lists what has no group" }
        return "“groups” lists them"
    }
}

extension KeptReplies {
    /// Answers `groups` where the answer is kept, without a look at the index. Returns whether it was.
    func writeGroups(_ arguments: Arguments, to writer: ReplyWriter) throws(ProtocolError) -> Bool {
        let asked = try GroupsQuery(arguments)
        guard let reply = groups.reply(for: asked.type) else { return false }
        writer.groups(reply, limit: asked.limit)
        return true
    }
}

extension ReplyWriter {
    /// The first lines of a reply to `groups`, all of them without a limit.
    func groups(_ reply: [UInt8], limit: Int?) {
        reply.withUnsafeBytes { bytes in
            var end = bytes.count
            if var rest = limit {
                end = 0
                while rest > 0, let lineEnd = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
                    end = lineEnd + 1
                    rest -= 1
                }
            }
            json.raw(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        }
    }
}
