import PhotoModel

/// What one `.photod.toml` says of the folder it lies in and of everything below.
public struct FolderOptions: Sendable, Equatable {
    public static let fileName = FileName(".photod.toml")
    /// Bytes. A larger file is none that somebody wrote by hand.
    public static let sizeLimit = 64 << 10

    static let keys = ["group", "ignore", "timezone", "follow-symlinks", "write"]

    /// As written; not empty.
    public var group: String?
    /// Patterns count from this folder.
    public var ignore: IgnoreRules
    public var timeZone: TimeZoneChoice?
    /// Whether symbolic links to folders are followed.
    public var followsLinks: Bool?
    /// Where edits are written that do not say it.
    public var write: EditLayer?

    public init(
        group: String? = nil,
        ignore: IgnoreRules = IgnoreRules(),
        timeZone: TimeZoneChoice? = nil,
        followsLinks: Bool? = nil,
        write: EditLayer? = nil
    ) {
        self.group = group
        self.ignore = ignore
        self.timeZone = timeZone
        self.followsLinks = followsLinks
        self.write = write
    }

    /// Reads the bytes of a file that is called `path` in errors.
    public static func parse(
        _ bytes: [UInt8],
        path: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles = .local
    ) throws(ConfigurationError) -> FolderOptions {
        let reader = try ConfigurationReader(bytes, path: path, environment: environment, files: files)
        let table = reader.table
        try reader.refuseUnknownKeys(of: table, known: keys, prefix: "", title: "a folder's options")
        var options = FolderOptions()
        if let group = try reader.string(table, "group", prefix: "") {
            guard isGroup(group.value) else {
                throw reader.fail(
                    "group",
                    group.line,
                    "a group's name is one line of text and not blank",
                    "write a name, or leave the key out: the description then decides"
                )
            }
            options.group = group.value
        }
        if let ignore = try reader.ignoreRules(table, prefix: "") { options.ignore = ignore.value }
        if let zone = try reader.string(table, "timezone", prefix: "") {
            options.timeZone = try reader.timeZone(zone.value, line: zone.line)
        }
        options.followsLinks = try reader.bool(table, "follow-symlinks", prefix: "")
        options.write = try reader.layer(table, prefix: "")
        return options
    }

    private static func isGroup(_ text: String) -> Bool {
        !text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
            && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    }
}
