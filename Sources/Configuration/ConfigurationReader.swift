import PhotoModel
import TOMLKit

/// Turns a parsed file into values, naming the file, the line and the key of whatever it cannot.
struct ConfigurationReader {
    /// Every key photod knows, by the table it belongs to.
    static let topLevelKeys = ["timezone", "log-level", "socket", "audit", "library"]
    static let auditKeys = ["every"]
    static let libraryKeys = ["path", "name", "ignore", "follow-symlinks"]

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
        if let value = table["audit"] { file.audit = try audit(value) }
        if let value = table["library"] { file.libraries = try libraries(value) }
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

    // MARK: - Libraries

    private func libraries(_ value: any TOMLValueConvertible) throws(ConfigurationError)
        -> [ConfigurationFile.LibraryEntry]
    {
        let line = lines["library"]
        if value.type == .table {
            throw fail("library", line, "a library is written with two brackets", "write [[library]]")
        }
        guard let array = value.array else {
            throw expected("tables, each headed [[library]]", of: value, key: "library", line: line)
        }
        var entries: [ConfigurationFile.LibraryEntry] = []
        for (index, element) in array.enumerated() {
            guard let table = element.table else {
                throw expected("a table, headed [[library]]", of: element, key: "library", line: line)
            }
            entries.append(try library(table, prefix: "library[\(index)]"))
        }
        return entries
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
            followsLinks: try bool(table, "follow-symlinks", prefix: prefix + ".")
        )
    }

    func ignoreRules(
        _ table: TOMLTable,
        prefix: String
    ) throws(ConfigurationError) -> ConfigurationFile.Setting<IgnoreRules>? {
        guard let value = table["ignore"] else { return nil }
        let line = lines[prefix + "ignore"]
        let key = Self.display(prefix + "ignore")
        guard let array = value.array else {
            throw expected(
                "an array of patterns, [\"*.psd\", \"exports/\"]",
                of: value,
                key: key,
                line: line
            )
        }
        var patterns: [String] = []
        for element in array {
            guard let pattern = element.string else {
                throw expected("patterns in quotes", of: element, key: key, line: line)
            }
            patterns.append(pattern)
        }
        do throws(GlobError) {
            return .init(value: try IgnoreRules(patterns: patterns), line: line)
        } catch {
            throw fail(
                key,
                line,
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

    private func expected(
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
    private static func display(_ key: String) -> String {
        guard let open = key.firstIndex(of: "["), let close = key.firstIndex(of: "]"),
            key.hasPrefix("library[")
        else {
            return key
        }
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
