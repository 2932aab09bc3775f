import PhotoModel
import Thumbnails

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
        public var followsLinks: Bool?
        public var write: EditLayer?
    }

    public var path: FilePath
    public var timeZone: Setting<TimeZoneChoice>?
    public var logLevel: Setting<LogLevel>?
    public var socket: Setting<FilePath>?
    public var keepsModificationTimes: Bool?
    public var audit: Setting<AuditPeriod>?
    public var boilerplate: Setting<[String]>?
    public var view: Setting<FilePath>?
    public var preparedThumbnails: Setting<[ThumbnailSize]>?
    public var libraries: [LibraryEntry] = []
    public var imports: [ImportEntry] = []

    /// Where the configuration is: `explicit`, else `$XDG_CONFIG_HOME/photod/photod.toml` (by default in
    /// `~/.config`), else `/etc/photod/photod.toml`; `nil` where none of these exists. An explicit one need
    /// not exist: loading it says so.
    ///
    /// With libraries on the command line none is looked for: it would be that of the service, whose group view and
    /// import folders are no business of a daemon for other folders.
    public static func locate(
        explicit: FilePath?,
        overrides: CommandLineOverrides = CommandLineOverrides(),
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) throws(ConfigurationError) -> FilePath? {
        if let explicit {
            return try CommandLinePath.absolute(
                explicit,
                option: "--config",
                remedy: "name a file",
                environment: environment
            )
        }
        guard overrides.libraries.isEmpty else { return nil }
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
        try ConfigurationReader(bytes, path: path, environment: environment, files: files).read()
    }
}
