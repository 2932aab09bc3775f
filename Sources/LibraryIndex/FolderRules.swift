import PhotoModel

/// The folder options that a directory's records were made with. Where they are not those that hold now, the records
/// have to be made again: also after a restart, and where the directory was moved.
public struct FolderRules: Sendable, Hashable {
    public var group: String?
    /// As written in the file: a zone's name, or `system`.
    public var timeZone: String?

    public init(group: String? = nil, timeZone: String? = nil) {
        self.group = group
        self.timeZone = timeZone
    }

    public var isEmpty: Bool { group == nil && timeZone == nil }
}

extension IndexReader {
    public func folderRules(ofDirectory key: Int64) throws(IndexError) -> FolderRules {
        let statement = try connection.statement(
            "SELECT grouping, timezone FROM folder_rules WHERE directory = ?1"
        )
        statement.bind(key, at: 1)
        let found = try statement.first("reading a folder's rules") { row throws(IndexError) in
            FolderRules(group: row.optionalString(0), timeZone: row.optionalString(1))
        }
        return found ?? FolderRules()
    }

    /// Whether any directory's records were made with folder options.
    public func hasFolderRules() throws(IndexError) -> Bool {
        let statement = try connection.statement("SELECT 1 FROM folder_rules LIMIT 1")
        return try statement.first("looking for folder rules") { row throws(IndexError) in row.int(0) } != nil
    }
}

extension IndexWriter {
    /// Notes what the records of a directory were made with, all of them. What is shown in place of what files say follows.
    public func setFolderRules(_ rules: FolderRules, ofDirectory key: Int64) throws(IndexError) {
        try noteFolderRules(rules, ofDirectory: key)
        try refreshOverlays(inDirectory: key)
    }

    private func noteFolderRules(_ rules: FolderRules, ofDirectory key: Int64) throws(IndexError) {
        guard !rules.isEmpty else {
            let statement = try connection.statement("DELETE FROM folder_rules WHERE directory = ?1")
            statement.bind(key, at: 1)
            return try statement.run("forgetting a folder's rules")
        }
        let statement = try connection.statement(
            "INSERT OR REPLACE INTO folder_rules (directory, grouping, timezone) VALUES (?1, ?2, ?3)"
        )
        statement.bind(key, at: 1)
        statement.bind(rules.group, at: 2)
        statement.bind(rules.timeZone, at: 3)
        try statement.run("noting a folder's rules")
    }
}
