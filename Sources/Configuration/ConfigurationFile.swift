import PhotoModel
import TOMLKit

/// The values that one configuration file holds, each checked by itself, with its line.
public struct ConfigurationFile: Sendable, Equatable {
    public struct Setting<Value: Sendable & Equatable>: Sendable, Equatable {
        public var value: Value
        /// Counted from 1.
        public var line: Int?
    }

    public struct LibraryEntry: Sendable, Equatable {
        public var path: Setting<FilePath>
        public var name: Setting<String>?
        public var ignore: IgnoreRules
    }

    public var path: FilePath
    public var timeZone: Setting<TimeZoneChoice>?
    public var logLevel: Setting<LogLevel>?
    public var socket: Setting<FilePath>?
    public var audit: Setting<AuditPeriod>?
    public var libraries: [LibraryEntry] = []

    /// Where the configuration is: `explicit`, else `$XDG_CONFIG_HOME/photod/photod.toml` (by default in
    /// `~/.config`), else `/etc/photod/photod.toml`; `nil` where none of these exists. An explicit one need
    /// not exist: loading it says so.
    public static func locate(
        explicit: FilePath?,
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) -> FilePath? {
        if let explicit { return CommandLinePath.absolute(explicit, environment: environment) }
        let candidates = [
            environment.path("XDG_CONFIG_HOME", orInHome: ".config").map {
                PathText.normalized($0.bytes + Array("/photod/photod.toml".utf8))
            },
            FilePath("/etc/photod/photod.toml"),
        ]
        return candidates.lazy.compactMap { $0 }.first { files.kind($0) != .missing }
    }

    /// Reads a file: its syntax, its keys, the types and the values.
    public static func load(
        _ path: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) throws(ConfigurationError) -> ConfigurationFile {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try files.contents(path)
        } catch {
            throw ConfigurationError(
                origin: .file(path, line: nil),
                problem: error.text,
                remedy: error.remedy
            )
        }
        return try parse(bytes, path: path, environment: environment, files: files)
    }

    /// Reads the bytes of a file that is called `path` in errors.
    public static func parse(
        _ bytes: [UInt8],
        path: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) throws(ConfigurationError) -> ConfigurationFile {
        let origin = ValueOrigin.file(path, line: nil)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(
                origin: origin,
                problem: "the file is not UTF-8",
                remedy: "save it as UTF-8"
            )
        }
        // The parser takes a C string: what stands behind a NUL would be silently left out.
        if let position = bytes.firstIndex(of: 0) {
            let line = bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1
            throw ConfigurationError(
                origin: .file(path, line: line),
                problem: "the file holds a NUL character",
                remedy: "remove it"
            )
        }
        let lines = KeyLines(bytes)
        if let refusal = lines.refusal {
            throw ConfigurationError(
                origin: .file(path, line: refusal.line),
                problem: refusal.problem,
                remedy: refusal.remedy
            )
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(
                origin: .file(path, line: error.source.begin.line),
                problem: error.description,
                remedy: "mend the TOML at column \(error.source.begin.column)"
            )
        } catch {
            throw ConfigurationError(origin: origin, problem: "\(error)", remedy: "mend the TOML")
        }
        let reader = ConfigurationReader(
            path: path,
            lines: lines,
            environment: environment,
            files: files
        )
        return try reader.read(table)
    }
}
