import EditRules
import JSON
import PhotoModel

/// The keys of a record.
enum RecordField: CaseIterable {
    // In the order the daemon writes them.
    case id, type, root, file, size, fingerprint, filesystem, inode, birthTime, modificationTime, rev,
        firstSeen, batch
    case group, groupOverride, favorite, viewed, overlay, asWritten, deletedAt
    case homeFilesystem, homeInode, homeBirthTime

    static let inOrder = allCases

    static let words: [UInt128] = allCases.map { "\($0)".utf8.reduce(0) { $0 << 8 | UInt128($1) } }
}

/// Reads records, tolerating what a hand may have done to them: unknown keys are skipped, values that make no
/// sense are noted and left out.
struct RecordReader {
    enum Note {
        /// The record cannot be used at all.
        case dropped(String)
        case invalid(RecordField, expected: String)
    }

    /// What is wrong with the record read last.
    private(set) var notes: [Note] = []
    /// How the decisions of the record read last were written; `nil` where it does not say.
    private(set) var written: WrittenMarks?
    // Most records of a document share these: one String for all of them instead of one each.
    private var roots = LastText()
    private var filesystems = LastText()
    private var groups = LastText()
    private var batches = LastText()

    private struct LastText {
        var bytes: [UInt8] = []
        var text = ""
    }

    private struct Parts {
        var id: AssetID?
        var type: AssetType?
        var root: String?
        var file: [UInt8]?
        var size: Int64?
        var fingerprint: Fingerprint?
        var filesystem: String?
        var inode: UInt64?
        var birthTime: Int64?
        var modificationTime: Int64?
        var rev: Int64?
        var firstSeen: Int64?
        var batch: String?
        var group: String?
        var groupOverride = GroupOverride.none
        var favorite: Bool?
        var viewed = false
        var overlay = Overlay()
        var deletedAt: Int64?
        var homeFilesystem: String?
        var homeInode: UInt64?
        var homeBirthTime: Int64?
    }

    /// Reads one element of a list. `nil` where it is no record; `notes` then says why.
    mutating func read(_ json: inout JSONReader) throws(JSONError) -> IdentityRecord? {
        notes.removeAll(keepingCapacity: true)
        written = nil
        guard try json.peek() == .object else {
            try json.skipValue()
            notes.append(.dropped("not a record; it is ignored"))
            return nil
        }
        var parts = Parts()
        var next = 0
        try json.beginObject()
        var isFirst = true
        while let key = try json.nextKey(isFirst: &isFirst) {
            guard let index = Self.field(json.word(key), from: next) else {
                try json.skipValue()
                continue
            }
            next = index + 1
            try read(RecordField.inOrder[index], into: &parts, &json)
        }
        return finish(parts)
    }

    /// The field a key stands for, looked for first where it stands in a document of the daemon's.
    private static func field(_ word: UInt128?, from start: Int) -> Int? {
        guard let word else { return nil }
        let words = RecordField.words
        for index in start..<max(start, words.count) where words[index] == word { return index }
        for index in 0..<min(start, words.count) where words[index] == word { return index }
        return nil
    }

    private mutating func read(
        _ field: RecordField,
        into parts: inout Parts,
        _ json: inout JSONReader
    ) throws(JSONError) {
        let kind = try json.peek()
        switch field {
        case .id: parts.id = try Self.text(&json, kind).flatMap(json.assetID)
        case .type: try readType(into: &parts, &json, kind)
        case .root:
            parts.root = try Self.shared(&json, kind, &roots)
            if parts.root?.isEmpty ?? true { notes.append(.invalid(.root, expected: "a root's name")) }
        case .file: try readFile(into: &parts, &json, kind)
        case .size: parts.size = try number(.size, &json, kind, in: 0...(.max))
        case .fingerprint:
            parts.fingerprint = try Self.text(&json, kind).flatMap(json.fingerprint)
            if parts.fingerprint == nil { notes.append(.invalid(field, expected: "32 hexadecimal digits")) }
        case .filesystem:
            parts.filesystem = try Self.shared(&json, kind, &filesystems)
            if parts.filesystem == nil { notes.append(.invalid(field, expected: "a text")) }
        case .inode:
            parts.inode = try Self.text(&json, kind).flatMap(json.unsigned)
            if parts.inode == nil { notes.append(.invalid(field, expected: "a number in quotes")) }
        case .birthTime: parts.birthTime = try time(field, &json, kind)
        case .modificationTime: parts.modificationTime = try time(field, &json, kind)
        case .rev: parts.rev = try number(field, &json, kind, in: .min ... .max)
        case .firstSeen: parts.firstSeen = try number(field, &json, kind, in: .min ... .max)
        case .batch: parts.batch = try Self.shared(&json, kind, &batches)
        // Never read back as a decision, so a value that makes no sense is nobody's business.
        case .group: parts.group = try Self.shared(&json, kind, &groups)
        case .groupOverride: try readOverride(into: &parts, &json, kind)
        case .favorite: try readFavorite(into: &parts, &json, kind)
        case .viewed: try readViewed(into: &parts, &json, kind)
        case .overlay: try readOverlay(into: &parts, &json)
        case .asWritten:
            written = try Self.text(&json, kind).flatMap(json.content).flatMap { WrittenMarks(text: $0) }
        case .deletedAt: parts.deletedAt = try number(field, &json, kind, in: .min ... .max)
        case .homeFilesystem: parts.homeFilesystem = try Self.shared(&json, kind, &filesystems)
        case .homeInode:
            parts.homeInode = try Self.text(&json, kind).flatMap(json.unsigned)
            if parts.homeInode == nil { notes.append(.invalid(field, expected: "a number in quotes")) }
        case .homeBirthTime: parts.homeBirthTime = try time(field, &json, kind)
        }
    }

    private mutating func finish(_ parts: Parts) -> IdentityRecord? {
        guard let id = parts.id else {
            notes.append(.dropped("\"id\" is no asset id; the record is ignored (ids look like UUID/L0/001)"))
            return nil
        }
        if parts.root == nil, !hasNote(.root) { notes.append(.invalid(.root, expected: "a root's name")) }
        if parts.file == nil, !hasNote(.file) {
            notes.append(.invalid(.file, expected: "a path in the root"))
        }
        var record = IdentityRecord(
            id: id,
            type: parts.type ?? .photo,
            root: parts.root ?? "",
            file: parts.file ?? [],
            size: parts.size ?? 0,
            fingerprint: parts.fingerprint,
            filesystem: parts.filesystem,
            inode: parts.inode,
            birthTime: parts.birthTime,
            modificationTime: parts.modificationTime ?? 0,
            rev: parts.rev ?? 0,
            firstSeen: parts.firstSeen ?? 0,
            group: parts.group,
            groupOverride: parts.groupOverride,
            favorite: parts.favorite,
            viewed: parts.viewed,
            deletedAt: parts.deletedAt
        )
        record.batch = parts.batch
        record.overlay = parts.overlay
        if let filesystem = parts.homeFilesystem, let inode = parts.homeInode,
            let time = parts.homeBirthTime
        {
            record.home = IdentityRecord.Home(filesystem: filesystem, inode: inode, birthTime: time)
        }
        return record
    }

    private func hasNote(_ field: RecordField) -> Bool {
        notes.contains { if case .invalid(field, _) = $0 { true } else { false } }
    }
}

// MARK: - Values

extension RecordReader {
    /// A string; `nil` for a value of another kind, which is skipped.
    private static func text(
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) -> JSONReader.Text? {
        guard kind == .text else {
            try json.skipValue()
            return nil
        }
        return try json.text()
    }

    /// A string that likely is the same as in the record before.
    private static func shared(
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind,
        _ last: inout LastText
    ) throws(JSONError) -> String? {
        guard let text = try text(&json, kind) else { return nil }
        guard text.isPlain else { return json.string(text) }
        if !json.equals(text, last.bytes) {
            last = LastText(bytes: Array(json.bytes[text.range]), text: json.string(text) ?? "")
        }
        return last.text
    }

    private mutating func number(
        _ field: RecordField,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind,
        in range: ClosedRange<Int64>
    ) throws(JSONError) -> Int64? {
        if kind == .number, let value = try json.integer() {
            if range.contains(value) { return value }
        } else if kind != .number {
            try json.skipValue()
        }
        notes.append(.invalid(field, expected: "a whole number"))
        return nil
    }

    private mutating func time(
        _ field: RecordField,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) -> Int64? {
        if let value = try Self.text(&json, kind).flatMap(json.nanoseconds) { return value }
        notes.append(.invalid(field, expected: "seconds since 1970 in quotes, as \"1479200000.123456789\""))
        return nil
    }

    private mutating func readType(
        into parts: inout Parts,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) {
        switch try Self.text(&json, kind).flatMap(json.string) {
        case "photo": parts.type = .photo
        case "video": parts.type = .video
        default: notes.append(.invalid(.type, expected: "\"photo\" or \"video\""))
        }
    }

    private mutating func readFile(
        into parts: inout Parts,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) {
        let path = try Self.text(&json, kind).flatMap(json.content).flatMap { PercentEncoding.decode($0) }
        // Nothing outside the root: such a path would make the daemon look at files it was not given.
        guard let path,
            path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) })
        else {
            notes.append(.invalid(.file, expected: "a percent-encoded path in the root"))
            return
        }
        parts.file = path
    }

    private mutating func readOverride(
        into parts: inout Parts,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) {
        if kind == .null {
            try json.null()
            parts.groupOverride = .other
            return
        }
        guard let name = try Self.text(&json, kind).flatMap(json.string), !name.utf8.contains(0),
            !name.allSatisfy(\.isWhitespace)
        else {
            notes.append(.invalid(.groupOverride, expected: "a group's name, or null for Other"))
            return
        }
        parts.groupOverride = .named(name)
    }

    private mutating func readFavorite(
        into parts: inout Parts,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) {
        switch kind {
        case .bool: parts.favorite = try json.bool()
        case .null: try json.null()
        default:
            try json.skipValue()
            notes.append(.invalid(.favorite, expected: "true, false, or null for unknown"))
        }
    }

    private mutating func readOverlay(
        into parts: inout Parts,
        _ json: inout JSONReader
    ) throws(JSONError) {
        let value = try JSONValue(&json)
        if let overlay = value == .null ? Overlay() : Overlay(value) {
            parts.overlay = overlay
        } else {
            notes.append(
                .invalid(
                    .overlay,
                    expected:
                        "an object as {\"date\":\"2004-12\",\"place\":\"-23.55,-46.63\",\"description\":\"Christmas\",\"title\":\"Tree\",\"rating\":4,\"keywords\":[\"home\"]}"
                )
            )
        }
    }

    private mutating func readViewed(
        into parts: inout Parts,
        _ json: inout JSONReader,
        _ kind: JSONReader.Kind
    ) throws(JSONError) {
        guard kind == .bool else {
            try json.skipValue()
            notes.append(.invalid(.viewed, expected: "true or false"))
            return
        }
        parts.viewed = try json.bool()
    }
}
