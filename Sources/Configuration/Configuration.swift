import ImportRules
import PhotoModel
import Thumbnails

/// All that a user can set, merged from the file, the command line, added roots and defaults.
public struct Configuration: Sendable, Equatable {
    public var timeZone: TimeZoneChoice
    public var logLevel: LogLevel
    /// `nil`: the systemd socket, else `$XDG_RUNTIME_DIR/photod/socket`.
    public var socket: FilePath?
    /// Whether a photo that is written itself keeps the time of its last change.
    public var keepsModificationTimes = true
    public var audit: AuditPeriod
    /// Further texts that are no description; a `*` at the end stands for any rest.
    public var boilerplate: [String]
    /// Where the groups are kept as folders of links; `nil`: nowhere.
    public var view: FilePath?
    /// The sizes in which thumbnails are made before anybody asks for them.
    public var preparedThumbnails: [ThumbnailSize] = []
    /// In the order in which they are written. No root lies inside another.
    public var libraries: [Library]
    /// No import folder lies inside another one, nor holds a library.
    public var imports: [ImportFolder] = []
}

/// How often everything is compared with the disk without being asked for.
public enum AuditPeriod: String, Sendable, CaseIterable {
    case never
    case daily
    case weekly
    case monthly
}

/// A folder of photos.
public struct Library: Sendable, Equatable {
    /// Unique; the wire's `source`.
    public var name: String
    /// Absolute, without `.`, `..`, doubled or trailing slashes. Symbolic links in it are kept.
    public var path: FilePath
    public var ignore: IgnoreRules
    /// Whether symbolic links to folders are followed; a folder's options may say otherwise. `nil`: not said, they are not.
    public var followsLinks: Bool?
    /// Where edits are written that do not say it; a folder's options may say otherwise. `nil`: not said.
    public var write: EditLayer?

    public init(
        name: String,
        path: FilePath,
        ignore: IgnoreRules = IgnoreRules(),
        followsLinks: Bool? = nil,
        write: EditLayer? = nil
    ) {
        self.name = name
        self.path = path
        self.ignore = ignore
        self.followsLinks = followsLinks
        self.write = write
    }
}

/// Which zone's clocks stand for a date without an offset.
public enum TimeZoneChoice: Hashable, Sendable {
    /// The `TZ` variable, else `/etc/localtime`, else UTC.
    case system
    /// A name of the time zone database, `Europe/Paris`.
    case named(String)
}

/// As in swift-log, by the same names.
public enum LogLevel: String, Sendable, CaseIterable {
    case trace
    case debug
    case info
    case notice
    case warning
    case error
    case critical
}

/// What the command line says; it wins over the file.
public struct CommandLineOverrides: Sendable, Equatable {
    /// Where not empty: these instead of the file's. Relative ones start at the working directory.
    public var libraries: [FilePath]
    /// `DIR=INTO`; where not empty: these instead of the file's import folders.
    public var imports: [FilePath]
    public var stateDirectory: FilePath?
    public var socket: FilePath?
    public var logLevel: LogLevel?

    public init(
        libraries: [FilePath] = [],
        imports: [FilePath] = [],
        stateDirectory: FilePath? = nil,
        socket: FilePath? = nil,
        logLevel: LogLevel? = nil
    ) {
        self.libraries = libraries
        self.imports = imports
        self.stateDirectory = stateDirectory
        self.socket = socket
        self.logLevel = logLevel
    }
}
