import ImportRules
import PhotoModel
import TOMLKit

extension ConfigurationFile {
    /// An `[[import]]`, each value checked by itself.
    public struct ImportEntry: Sendable, Equatable {
        public var path: Setting<FilePath>
        public var into: Setting<FilePath>?
        public var action: Setting<ImportAction>?
        public var layout: Setting<LayoutTemplate>?
        public var duplicates: Setting<DuplicatePolicy>?
    }
}

extension ConfigurationReader {
    static let importKeys = ["path", "into", "action", "layout", "duplicates"]

    func imports(_ value: any TOMLValueConvertible) throws(ConfigurationError)
        -> [ConfigurationFile.ImportEntry]
    {
        var entries: [ConfigurationFile.ImportEntry] = []
        for (index, table) in try tables(value, key: "import", article: "an import folder").enumerated() {
            entries.append(try importFolder(table, prefix: "import[\(index)]"))
        }
        return entries
    }

    private func importFolder(_ table: TOMLTable, prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.ImportEntry
    {
        let prefix = prefix + "."
        try refuseUnknownKeys(of: table, known: Self.importKeys, prefix: prefix, title: "[[import]]")
        guard let path = try path(table, "path", prefix: prefix) else {
            throw fail(
                "import.path",
                lines[String(prefix.dropLast())],
                "the import folder has no path",
                "add path = \"/…\""
            )
        }
        return ConfigurationFile.ImportEntry(
            path: path,
            into: try self.path(table, "into", prefix: prefix),
            action: try action(table, prefix),
            layout: try layout(table, prefix),
            duplicates: try duplicates(table, prefix)
        )
    }

    private func path(_ table: TOMLTable, _ key: String, prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.Setting<FilePath>?
    {
        guard let text = try string(table, key, prefix: prefix) else { return nil }
        let path = try PathText.absolute(
            text.value,
            environment: environment,
            key: Self.display(prefix + key),
            origin: .file(self.path, line: text.line)
        )
        return .init(value: path, line: text.line)
    }

    private func action(_ table: TOMLTable, _ prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.Setting<ImportAction>?
    {
        guard let text = try string(table, "action", prefix: prefix) else { return nil }
        guard let action = ImportAction(rawValue: text.value) else {
            let known = ImportAction.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw fail("import.action", text.line, "\"\(text.value)\" is no action", "write one of \(known)")
        }
        return .init(value: action, line: text.line)
    }

    private func layout(_ table: TOMLTable, _ prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.Setting<LayoutTemplate>?
    {
        guard let text = try string(table, "layout", prefix: prefix) else { return nil }
        do throws(LayoutError) {
            return .init(value: try LayoutTemplate(text.value), line: text.line)
        } catch {
            throw fail("import.layout", text.line, error.problem, error.remedy)
        }
    }

    private func duplicates(_ table: TOMLTable, _ prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.Setting<DuplicatePolicy>?
    {
        guard let text = try string(table, "duplicates", prefix: prefix) else { return nil }
        guard let policy = DuplicatePolicy(text.value) else {
            throw fail(
                "import.duplicates",
                text.line,
                "\"\(text.value)\" is no policy",
                "write \"skip\", \"keep\" or \"trash\""
            )
        }
        return .init(value: policy, line: text.line)
    }
}
