import PhotoModel

/// What `options` tells of one folder: each key, its value and where the value comes from.
public struct OptionReport: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        case builtIn
        /// The configuration file.
        case configuration
        /// The `.photod.toml` of the folder so many names below the root.
        case folder(depth: Int)
    }

    public struct Patterns: Sendable, Equatable {
        public let patterns: [String]
        public let source: Source
    }

    /// `nil`: the description decides.
    public let group: String?
    public let groupSource: Source
    /// As one writes it: a zone's name, or `system`.
    public let timeZone: String
    public let timeZoneSource: Source
    public let followsLinks: Bool
    public let followsLinksSource: Source
    public let write: EditLayer
    public let writeSource: Source
    /// All that say something, from the library down. They add up.
    public let ignore: [Patterns]

    /// - Parameter zone: the library's, and whether the configuration file names it.
    public init(_ cascade: OptionCascade, zone: (choice: TimeZoneChoice, isConfigured: Bool)) {
        group = cascade.group?.value
        groupSource = cascade.group.map { .folder(depth: $0.depth) } ?? .builtIn
        timeZone = (cascade.timeZone?.value ?? zone.choice).text
        let library: Source = zone.isConfigured ? .configuration : .builtIn
        timeZoneSource = cascade.timeZone.map { .folder(depth: $0.depth) } ?? library
        followsLinks = cascade.followsLinks
        followsLinksSource =
            cascade.folderFollowsLinks.map { .folder(depth: $0.depth) }
            ?? (cascade.libraryFollowsLinks == nil ? .builtIn : .configuration)
        write = cascade.write
        writeSource =
            cascade.folderWrite.map { .folder(depth: $0.depth) }
            ?? (cascade.libraryWrite == nil ? .builtIn : .configuration)
        let all =
            [Patterns(patterns: cascade.library.patterns, source: .configuration)]
            + cascade.layers.map {
                Patterns(patterns: $0.options.ignore.patterns, source: .folder(depth: $0.depth))
            }
        ignore = all.filter { !$0.patterns.isEmpty }
    }
}

extension TimeZoneChoice {
    /// As one writes it in a file.
    public var text: String {
        switch self {
        case .system: "system"
        case .named(let name): name
        }
    }
}
