import JSON
import PhotoModel

/// What `folders.json` says:
///
///     {"version":1,"folders":{
///     "Beach trip":"Beach trip",
///     "beach trip":"beach trip ~4c81f6"
///     }}
public struct GroupFolderDocument: Sendable, Hashable {
    /// Group to folder. Texts, whatever they are; `CaptureRules.GroupFolders` says which are usable.
    public let folders: [String: String]
    /// What to tell the user: what was left out or lost, and what to do.
    public let problems: [String]

    init(folders: [String: String] = [:], problems: [String] = []) {
        self.folders = folders
        self.problems = problems
    }

    // MARK: - Reading

    /// - Parameter path: for messages.
    /// - Throws: `.broken` and `.newerVersion`.
    init(reading bytes: [UInt8], path: String) throws(IdentityStoreError) {
        var reader = Reader(json: JSONReader(bytes))
        do {
            try reader.readDocument()
        } catch {
            throw .broken(path, bytes, error)
        }
        if let version = reader.version, version > 1 { throw .newerVersion(path: path, version: version) }
        var lines = Lines(of: bytes)
        self.init(
            folders: reader.folders ?? [:],
            problems: reader.findings.map { "\(path): line \(lines.number(at: $0.offset)): \($0.message)" }
        )
    }

    private struct Reader {
        var json: JSONReader
        var version: Int64?
        var folders: [String: String]?
        var findings: [(offset: Int, message: String)] = []

        // Keys may come in any order: `jq -S` sorts them.
        mutating func readDocument() throws(JSONError) {
            try json.beginObject()
            var isFirst = true
            while let key = try json.nextKey(isFirst: &isFirst) {
                switch json.string(key) {
                case "version":
                    version = try json.peek() == .number ? try json.integer() : nil
                    guard let version, version >= 1 else { throw json.failure("the version is no version") }
                case "folders": try readFolders()
                default: try json.skipValue()
                }
                // A later version may mean something else by all the rest.
                if let version, version > 1 { return }
            }
            try json.expectEnd()
            guard version != nil else { throw json.failure("it has no version") }
            guard folders != nil else { throw json.failure("it has no folders") }
        }

        private mutating func readFolders() throws(JSONError) {
            var read: [String: String] = folders ?? [:]
            try json.beginObject()
            var isFirst = true
            while let key = try json.nextKey(isFirst: &isFirst) {
                let offset = key.range.lowerBound
                guard try json.peek() == .text else {
                    try json.skipValue()
                    findings.append((offset, "a folder's name in quotes is expected; the line is ignored"))
                    continue
                }
                guard let group = json.string(key), let folder = json.string(try json.text()) else {
                    findings.append((offset, "half a character (a lone surrogate); the line is ignored"))
                    continue
                }
                if read[group] != nil {
                    let name = group.debugDescription
                    findings.append((offset, "the group \(name) is there twice; the first line counts"))
                    continue
                }
                read[group] = folder
            }
            folders = read
        }
    }

    // MARK: - Writing

    /// A group a line, sorted by their bytes: good for diff and for editing by hand.
    var json: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(literal: "{\"version\":1,\"folders\":{\n")
        var isFirst = true
        for (group, folder) in folders.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            if !isFirst { bytes.append(literal: ",\n") }
            isFirst = false
            bytes.append(jsonText: group)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(jsonText: folder)
        }
        bytes.append(literal: isFirst ? "}}\n" : "\n}}\n")
        return bytes
    }
}
