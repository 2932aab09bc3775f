import PhotoModel

/// The configuration that holds, what is odd about it, and where each value comes from.
public struct ResolvedConfiguration: Sendable, Equatable {
    public var configuration: Configuration
    /// The file that was read, where one was.
    public var file: FilePath?
    public var stateDirectory: FilePath
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

extension Configuration {
    /// Merges the file, the command line, added roots and defaults, and checks the roots against each other.
    ///
    /// The command line wins over the file. The libraries are those of `--library`, else the file's, else the
    /// user's Pictures folder; added roots come on top of either.
    /// - Parameters:
    ///   - file: as `ConfigurationFile.locate` found it; `nil` where there is none.
    ///   - addedRoots: those of the state directory.
    public static func resolve(
        file path: FilePath?,
        overrides: CommandLineOverrides = CommandLineOverrides(),
        environment: ProcessEnvironment,
        addedRoots: AddedRoots = AddedRoots(),
        files: HostFiles = .local
    ) throws(ConfigurationError) -> ResolvedConfiguration {
        var file: ConfigurationFile?
        if let path { file = try ConfigurationFile.load(path, environment: environment, files: files) }
        let origin = { (line: Int?) in path.map { ValueOrigin.file($0, line: line) } ?? .builtIn }

        let state = try StateLocation.directory(override: overrides.stateDirectory, environment: environment)
        var socket = file?.socket.map { (path: $0.value, origin: origin($0.line)) }
        if let override = overrides.socket {
            let option = ValueOrigin.commandLine(option: "--socket")
            socket = (CommandLinePath.absolute(override, environment: environment), option)
            if let socket { try SocketPath.check(socket.path, origin: option, key: nil) }
        }
        let logLevel: (LogLevel, ValueOrigin) =
            if let level = overrides.logLevel {
                (level, .commandLine(option: "--log-level"))
            } else {
                file?.logLevel.map { ($0.value, origin($0.line)) } ?? (.info, .builtIn)
            }

        var candidates = try RootCandidate.configured(
            file: file,
            overrides: overrides,
            environment: environment,
            files: files
        )
        candidates += addedRoots.roots.map {
            RootCandidate(path: $0.path, name: $0.name, origin: .addedRoots(AddedRoots.file(in: state.path)))
        }
        var checker = RootChecker(files: files, stateDirectory: state.path, stateOrigin: state.origin)
        let roots = try checker.check(candidates)
        var importChecker = ImportChecker(
            files: files,
            stateDirectory: state.path,
            libraries: roots.map(\.library)
        )
        let imports = try importChecker.check(
            ImportCandidate.configured(
                file: file,
                overrides: overrides,
                environment: environment,
                files: files
            )
        )
        if let view = file?.view {
            let checker = ViewChecker(files: files, stateDirectory: state.path, origin: origin(view.line))
            try checker.check(
                view.value,
                beside: roots.map { ($0.library.path, $0.origin) },
                and: imports.map(\.path)
            )
        }
        return ResolvedConfiguration(
            configuration: Configuration(
                timeZone: file?.timeZone?.value ?? .system,
                logLevel: logLevel.0,
                socket: socket?.path,
                audit: file?.audit?.value ?? .weekly,
                boilerplate: file?.boilerplate?.value ?? [],
                view: file?.view?.value,
                libraries: roots.map { root in
                    var library = root.library
                    let excluded = ImportChecker.excluded(imports, from: library, files)
                    library.ignore = library.ignore.excluding(folders: excluded)
                    return library
                },
                imports: imports
            ),
            file: path,
            stateDirectory: state.path,
            warnings: checker.warnings + importChecker.warnings,
            origins: ResolvedConfiguration.Origins(
                timeZone: file?.timeZone.map { origin($0.line) } ?? .builtIn,
                logLevel: logLevel.1,
                socket: socket?.origin ?? .builtIn,
                stateDirectory: state.origin,
                libraries: roots.map(\.origin)
            )
        )
    }
}
