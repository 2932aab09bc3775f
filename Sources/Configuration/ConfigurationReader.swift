import PhotoModel
import TOMLKit

/// Turns a parsed file into values, naming the file, the line and the key of whatever it cannot.
struct ConfigurationReader {
    /// Every key photod knows, by the table it belongs to.
    static let topLevelKeys = [
        "timezone", "log-level", "socket", "keep-mtime", "audit", "groups", "thumbnails", "library",
        "import",
    ]
    static let auditKeys = ["every"]
    static let groupsKeys = ["boilerplate", "view"]
    static let libraryKeys = ["path", "name", "ignore", "follow-symlinks", "write"]

    let path: FilePath
    let table: TOMLTable
    let lines: KeyLines
    let environment: ProcessEnvironment
    let files: HostFiles

    /// Reads the bytes of a file that is called `path` in errors.
    init(
        _ bytes: [UInt8],
        path: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) {
        let document = try TOMLDocument(bytes, path: path)
        self.path = path
        table = document.table
        lines = document.lines
        self.environment = environment
        self.files = files
    }

    func read() throws(ConfigurationError) -> ConfigurationFile {
        try refuseUnknownKeys(of: table, known: Self.topLevelKeys, prefix: "", title: "")
        var file = ConfigurationFile(path: path)
        if let text = try string(table, "timezone", prefix: "") {
            file.timeZone = .init(value: try timeZone(text.value, line: text.line), line: text.line)
        }
        if let text = try string(table, "log-level", prefix: "") {
            guard let level = LogLevel(rawValue: text.value) else {
                throw fail(
                    "log-level",
                    text.line,
                    "\"\(text.value)\" is no log level",
                    "write one of \(LogLevel.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
                )
            }
            file.logLevel = .init(value: level, line: text.line)
        }
        if let text = try string(table, "socket", prefix: "") {
            let origin = ValueOrigin.file(path, line: text.line)
            let socket = try PathText.absolute(
                text.value,
                environment: environment,
                key: "socket",
                origin: origin
            )
            try SocketPath.check(socket, origin: origin, key: "socket")
            file.socket = .init(value: socket, line: text.line)
        }
        file.keepsModificationTimes = try bool(table, "keep-mtime", prefix: "")
        if let value = table["audit"] { file.audit = try audit(value) }
        if let value = table["groups"] { try groups(value, &file) }
        if let value = table["thumbnails"] { file.preparedThumbnails = try preparedThumbnails(value) }
        if let value = table["library"] { file.libraries = try libraries(value) }
        if let value = table["import"] { file.imports = try imports(value) }
        return file
    }

    // MARK: - The audit

    private func audit(
        _ value: any TOMLValueConvertible
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<AuditPeriod>? {
        guard let table = value.table else {
            throw expected("a table, headed [audit]", of: value, key: "audit", line: lines["audit"])
        }
        try refuseUnknownKeys(of: table, known: Self.auditKeys, prefix: "audit.", title: "[audit]")
        guard let text = try string(table, "every", prefix: "audit.") else { return nil }
        guard let period = AuditPeriod(rawValue: text.value) else {
            throw fail(
                "audit.every",
                text.line,
                "\"\(text.value)\" is no period",
                "write one of \(AuditPeriod.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
            )
        }
        return .init(value: period, line: text.line)
    }

    // MARK: - Groups

    private func groups(
        _ value: any TOMLValueConvertible,
        _ file: inout ConfigurationFile
    ) throws(ConfigurationError) {
        guard let table = value.table else {
            throw expected("a table, headed [groups]", of: value, key: "groups", line: lines["groups"])
        }
        try refuseUnknownKeys(of: table, known: Self.groupsKeys, prefix: "groups.", title: "[groups]")
        file.boilerplate = try boilerplate(table)
        guard let text = try string(table, "view", prefix: "groups.") else { return }
        let view = try PathText.absolute(
            text.value,
            environment: environment,
            key: "groups.view",
            origin: .file(path, line: text.line)
        )
        file.view = .init(value: view, line: text.line)
    }

    private func boilerplate(
        _ table: TOMLTable
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<[String]>? {
        let example = "texts, [\"MADE WITH CAMERA*\"]"
        guard let texts = try strings(table, "boilerplate", prefix: "groups.", example) else { return nil }
        // Nothing, or a star alone, would be every description or none.
        for text in texts.value where text.allSatisfy({ $0.isWhitespace || $0 == "*" }) {
            throw fail(
                "groups.boilerplate",
                texts.line,
                "\"\(text)\" names no text",
                "write what stands in the photos; a * at the end stands for any rest"
            )
        }
        return texts
    }

    // MARK: - Libraries

    private func libraries(_ value: any TOMLValueConvertible) throws(ConfigurationError)
        -> [ConfigurationFile.LibraryEntry]
    {
        var entries: [ConfigurationFile.LibraryEntry] = []
        for (index, table) in try tables(value, key: "library", article: "a library").enumerated() {
            entries.append(try library(table, prefix: "library[\(index)]"))
        }
        return entries
    }

    /// The tables that are each headed with a key in two brackets.
    ///
    /// - Parameter article: what one of them is called.
    func tables(
        _ value: any TOMLValueConvertible,
        key: String,
        article: String
    ) throws(ConfigurationError) -> [TOMLTable] {
        let line = lines[key]
        if value.type == .table {
            throw fail(key, line, "\(article) is written with two brackets", "write [[\(key)]]")
        }
        guard let array = value.array else {
            throw expected("tables, each headed [[\(key)]]", of: value, key: key, line: line)
        }
        var tables: [TOMLTable] = []
        for element in array {
            guard let table = element.table else {
                throw expected("a table, headed [[\(key)]]", of: element, key: key, line: line)
            }
            tables.append(table)
        }
        return tables
    }

    private func library(_ table: TOMLTable, prefix: String) throws(ConfigurationError)
        -> ConfigurationFile.LibraryEntry
    {
        try refuseUnknownKeys(of: table, known: Self.libraryKeys, prefix: prefix + ".", title: "[[library]]")
        guard let text = try string(table, "path", prefix: prefix + ".") else {
            throw fail("library.path", lines[prefix], "the library has no path", "add path = \"/…\"")
        }
        let root = try PathText.absolute(
            text.value,
            environment: environment,
            key: "library.path",
            origin: .file(path, line: text.line)
        )
        let name = try string(table, "name", prefix: prefix + ".")
        if let name, name.value.isEmpty || name.value.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw fail(
                "library.name",
                name.line,
                "a name is at least one character and holds no control characters",
                "write another, or leave it out: the default is the folder's name"
            )
        }
        return ConfigurationFile.LibraryEntry(
            path: .init(value: root, line: text.line),
            name: name,
            ignore: try ignoreRules(table, prefix: prefix + ".")?.value ?? IgnoreRules(),
            followsLinks: try bool(table, "follow-symlinks", prefix: prefix + "."),
            write: try layer(table, prefix: prefix + ".")
        )
    }

    func layer(_ table: TOMLTable, prefix: String) throws(ConfigurationError) -> EditLayer? {
        guard let text = try string(table, "write", prefix: prefix) else { return nil }
        guard let layer = EditLayer(rawValue: text.value) else {
            throw fail(
                Self.display(prefix + "write"),
                text.line,
                "\"\(text.value)\" is no place that edits are written to",
                "write \"sidecar\", \"file\", \"both\" or \"index\""
            )
        }
        return layer
    }

    func ignoreRules(
        _ table: TOMLTable,
        prefix: String
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<IgnoreRules>? {
        let example = "patterns, [\"*.psd\", \"exports/\"]"
        guard let patterns = try strings(table, "ignore", prefix: prefix, example) else { return nil }
        do throws(GlobError) {
            return .init(value: try IgnoreRules(patterns: patterns.value), line: patterns.line)
        } catch {
            throw fail(
                Self.display(prefix + "ignore"),
                patterns.line,
                "the pattern \"\(error.pattern)\" \(error.problem)",
                error.remedy
            )
        }
    }

    // MARK: - Values

    func timeZone(_ text: String, line: Int?) throws(ConfigurationError) -> TimeZoneChoice {
        if text == "system" { return .system }
        do throws(ZoneDataError) {
            _ = try ZoneData.named(text, environment: environment, files: files)
        } catch {
            throw fail("timezone", line, error.problem, error.remedy)
        }
        return .named(text)
    }

    func string(
        _ table: TOMLTable,
        _ key: String,
        prefix: String
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<String>? {
        guard let value = table[key] else { return nil }
        let line = lines[prefix + key]
        guard let text = value.string else {
            throw expected("text in quotes", of: value, key: Self.display(prefix + key), line: line)
        }
        return .init(value: text, line: line)
    }

    /// - Parameter what: the elements, for errors, with an example.
    func strings(
        _ table: TOMLTable,
        _ key: String,
        prefix: String,
        _ what: String
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<[String]>? {
        guard let value = table[key] else { return nil }
        let (line, name) = (lines[prefix + key], Self.display(prefix + key))
        guard let array = value.array else {
            throw expected("an array of \(what)", of: value, key: name, line: line)
        }
        var texts: [String] = []
        for element in array {
            guard let text = element.string else {
                throw expected("\(what.prefix { $0 != "," }) in quotes", of: element, key: name, line: line)
            }
            texts.append(text)
        }
        return .init(value: texts, line: line)
    }

    func bool(_ table: TOMLTable, _ key: String, prefix: String) throws(ConfigurationError) -> Bool? {
        guard let value = table[key] else { return nil }
        guard let bool = value.bool else {
            let (line, name) = (lines[prefix + key], Self.display(prefix + key))
            throw expected("true or false, without quotes", of: value, key: name, line: line)
        }
        return bool
    }

    func refuseUnknownKeys(
        of table: TOMLTable,
        known: [String],
        prefix: String,
        title: String
    ) throws(ConfigurationError) {
        // The parser sorts keys by name; people read a file from its top.
        let unknown = table.keys.filter { !known.contains($0) }
            .min { (lines[prefix + $0] ?? .max, $0) < (lines[prefix + $1] ?? .max, $1) }
        guard let unknown else { return }
        let nearest = NearestName.of(unknown, among: known) ?? ""
        throw fail(
            Self.display(prefix + unknown),
            lines[prefix + unknown],
            "photod knows no such key",
            "the nearest it knows\(title.isEmpty ? "" : " in \(title)") is \"\(nearest)\"; correct or remove it"
        )
    }

    // MARK: - Errors

    func expected(
        _ what: String,
        of value: any TOMLValueConvertible,
        key: String,
        line: Int?
    ) -> ConfigurationError {
        fail(key, line, "this is \(Self.article(value.type)) \(value.type)", "write \(what)")
    }

    func fail(_ key: String, _ line: Int?, _ problem: String, _ remedy: String) -> ConfigurationError {
        ConfigurationError(origin: .file(path, line: line), key: key, problem: problem, remedy: remedy)
    }

    private static func article(_ type: TOMLType) -> String {
        type == .array || type == .int ? "an" : "a"
    }

    /// `library[0].path` as people write it.
    static func display(_ key: String) -> String {
        guard let open = key.firstIndex(of: "["), let close = key.firstIndex(of: "]"),
            key.hasPrefix("library[") || key.hasPrefix("import[")
        else { return key }
        return String(key[..<open] + key[key.index(after: close)...])
    }
}

/// What the kernel asks of a socket's path.
enum SocketPath {
    /// `sun_path` has 108 bytes, one of them for the terminating NUL.
    static let longest = 107

    static func check(_ path: FilePath, origin: ValueOrigin, key: String?) throws(ConfigurationError) {
        guard path.bytes.count > longest else { return }
        throw ConfigurationError(
            origin: origin,
            key: key,
            problem: "the path has \(path.bytes.count) bytes, and a socket's may have \(longest)",
            remedy: "choose a shorter one"
        )
    }
}
