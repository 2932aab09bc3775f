import JSON
import PhotoModel

/// Reads a month's document from its bytes.
struct MonthDocumentReader {
    private struct Finding {
        let id: AssetID?
        let offset: Int
        let message: String
    }

    private let month: MonthKey
    private var json: JSONReader
    private var reader = RecordReader()
    private var records: [IdentityRecord]?
    private var deleted: [IdentityRecord] = []
    private var version: Int64?
    private var generation: Int64?
    private let authorship: MonthDocument.Authorship
    private var ignored: [AssetID: EditableFields] = [:]
    private var edits: [AssetID: EditableFields] = [:]
    /// Of records without a note of how they were written: as if they had been written without any decision.
    private var unnoted: [AssetID: EditableFields] = [:]
    /// Whether such a record was written without any decision: documents of earlier builds have no notes at all.
    private var hasNotes = false
    private var findings: [Finding] = []
    private var findingCount = 0

    /// - Parameters:
    ///   - month: the month the file's name says.
    ///   - path: for messages.
    static func read(
        _ bytes: [UInt8],
        month: MonthKey,
        path: String,
        stamp: DocumentStamp
    ) throws(IdentityStoreError) -> MonthDocument {
        var reader = MonthDocumentReader(
            month: month,
            json: JSONReader(bytes),
            authorship: ChecksumTail.matches(bytes) ? .daemon : .edited
        )
        do {
            try reader.readDocument()
        } catch {
            throw .broken(path, bytes, error)
        }
        if let version = reader.version, version > 1 { throw .newerVersion(path: path, version: version) }
        return reader.document(bytes, stamp: stamp)
    }

    private init(month: MonthKey, json: JSONReader, authorship: MonthDocument.Authorship) {
        self.month = month
        self.json = json
        self.authorship = authorship
    }

    // MARK: - Document

    // Keys may come in any order: `jq -S` sorts them.
    private mutating func readDocument() throws(JSONError) {
        try json.beginObject()
        var isFirst = true
        while let key = try json.nextKey(isFirst: &isFirst) {
            switch json.string(key) {
            case "version":
                version = try json.peek() == .number ? try json.integer() : nil
                guard let version, version >= 1 else { throw json.failure("the version is no version") }
            case "month": try readMonth()
            case "generation": try readGeneration()
            case "photos": records = try readList()
            case "deleted": deleted = try readList()
            case "asWritten":
                if try json.peek() == .bool { hasNotes = try json.bool() } else { try json.skipValue() }
            default: try json.skipValue()
            }
            // A later version may mean something else by all the rest.
            if let version, version > 1 { return }
        }
        try json.expectEnd()
        guard version != nil else { throw json.failure("it has no version") }
        guard records != nil else { throw json.failure("it has no list of photos") }
    }

    private mutating func readMonth() throws(JSONError) {
        guard try json.peek() == .text else { throw json.failure("the month is no text") }
        let found = json.string(try json.text()) ?? ""
        guard MonthKey(found) == month else {
            throw json.failure("it is the document of \(found.debugDescription), its name says \(month)")
        }
    }

    private mutating func readGeneration() throws(JSONError) {
        let offset = json.position
        if try json.peek() == .number {
            generation = try json.integer()
        } else {
            try json.skipValue()
        }
        if generation == nil { note(nil, offset, "\"generation\" is no whole number; 0 is taken") }
    }

    private mutating func readList() throws(JSONError) -> [IdentityRecord] {
        var list: [IdentityRecord] = []
        // A record takes about 300 bytes.
        list.reserveCapacity((json.bytes.count - json.position) / 400)
        try json.beginArray()
        var isFirst = true
        while try json.nextElement(isFirst: &isFirst) {
            _ = try json.peek()
            let offset = json.position
            let record = try reader.read(&json)
            if let record {
                list.append(record)
                if authorship == .edited { compare(record) }
            }
            for problem in reader.notes { note(problem, of: record?.id, at: offset) }
        }
        return list
    }

    private mutating func compare(_ record: IdentityRecord) {
        if let written = reader.written {
            edits[record.id] = written.changes(in: record)
        } else {
            unnoted[record.id] = WrittenMarks.none.changes(in: record)
        }
    }

    // MARK: - Problems

    private mutating func note(_ problem: RecordReader.Note, of id: AssetID?, at offset: Int) {
        switch problem {
        case .dropped(let message): note(id, offset, message)
        case .invalid(let field, let expected):
            if let id, let editable = field.editable { ignored[id, default: []].formUnion(editable) }
            note(id, offset, "\"\(field)\" is ignored: \(expected) is expected")
        }
    }

    private mutating func note(_ id: AssetID?, _ offset: Int, _ message: String) {
        findingCount += 1
        guard findings.count < MonthDocument.problemLimit else { return }
        findings.append(Finding(id: id, offset: offset, message: message))
    }

    private func document(_ bytes: [UInt8], stamp: DocumentStamp) -> MonthDocument {
        var lines = Lines(of: bytes)
        let problems = findings.sorted { $0.offset < $1.offset }.map {
            DocumentProblem(id: $0.id, line: lines.number(at: $0.offset), message: $0.message)
        }
        return MonthDocument(
            month: month,
            generation: generation ?? 0,
            authorship: authorship,
            records: records ?? [],
            deleted: deleted,
            ignored: ignored,
            edits: hasNotes ? edits.merging(unnoted) { noted, _ in noted } : edits,
            problems: problems,
            problemCount: findingCount,
            stamp: stamp
        )
    }
}

extension RecordField {
    fileprivate var editable: EditableFields? {
        switch self {
        case .groupOverride: .groupOverride
        case .favorite: .favorite
        case .viewed: .viewed
        case .overlay: .overlay
        default: nil
        }
    }
}
