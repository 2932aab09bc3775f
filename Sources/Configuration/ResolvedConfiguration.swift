import PhotoModel

/// The configuration that holds, what is odd about it, and where each value comes from.
public struct ResolvedConfiguration: Sendable, Equatable {
    public var configuration: Configuration
    /// The file that was read, where one was.
    public var file: FilePath?
    public var stateDirectory: FilePath
    /// Added roots that cannot be watched beside the others, until something changes.
    public var setAside: [SetAsideRoot] = []
    public var warnings: [ConfigurationWarning]
    public var origins: Origins

    public struct Origins: Sendable, Equatable {
        public var timeZone: ValueOrigin
        public var logLevel: ValueOrigin
        public var socket: ValueOrigin
        public var stateDirectory: ValueOrigin
        /// One for each library, in the same order.
        public var libraries: [ValueOrigin]
    }
}

extension ResolvedConfiguration {
    /// Keeps the socket of the start, to which clients are connected, and says so where another is wanted now.
    public mutating func keepSocket(of earlier: ResolvedConfiguration) {
        guard configuration.socket != earlier.configuration.socket else { return }
        warnings.append(
            ConfigurationWarning(
                origin: origins.socket,
                problem: "another socket holds from the next start on",
                remedy: "restart photod"
            )
        )
        configuration.socket = earlier.configuration.socket
        origins.socket = earlier.origins.socket
    }
}

/// A root that was added at run time and is not watched: what has been configured since, or what stands at its place now,
/// leaves it no room.
public struct SetAsideRoot: Sendable, Equatable {
    public var root: AddedRoots.Root
    public var reason: ConfigurationError
}

extension Configuration {
    /// Merges the file, the command line, added roots and defaults, and checks the roots against each other.
    ///
    /// The command line wins over the file. The libraries are those of `--library`, else the file's, else the
    /// user's Pictures folder; added roots come on top of either, the older ones first. One that does not go with those
    /// before it is set aside: only what somebody has written, and can mend, is an error.
    /// - Parameters:
    ///   - file: what was read of the configuration; `nil` where there is none.
    ///   - addedRoots: those of the state directory.
    public static func resolve(
        file: ConfigurationFile?,
        overrides: CommandLineOverrides = CommandLineOverrides(),
        environment: ProcessEnvironment,
        addedRoots: AddedRoots = AddedRoots(),
        files: HostFiles = .local
    ) throws(ConfigurationError) -> ResolvedConfiguration {
        let merging = ConfigurationMerging(
            file: file,
            overrides: overrides,
            environment: environment,
            files: files
        )
        var resolved = try merging.resolve(adding: [])
        var kept: [AddedRoots.Root] = []
        var setAside: [SetAsideRoot] = []
        for root in addedRoots.roots {
            do throws(ConfigurationError) {
                resolved = try merging.resolve(adding: kept + [root])
                kept.append(root)
            } catch {
                setAside.append(SetAsideRoot(root: root, reason: error))
            }
        }
        resolved.setAside = setAside
        resolved.warnings += setAside.map { aside in
            ConfigurationWarning(
                origin: aside.reason.origin,
                problem: aside.problem,
                remedy: aside.remedy
            )
        }
        return resolved
    }
}

extension SetAsideRoot {
    /// Half a sentence for people.
    public var problem: String { "\(root.path.display) is offline: \(reason.problem)" }

    /// What to do, half a sentence.
    public var remedy: String {
        "\(reason.remedy), then “photoctl reload”, or take it back with photoctl roots remove "
            + ShellWord.quoted(root.path)
    }
}
