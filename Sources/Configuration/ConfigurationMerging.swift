import PhotoModel

/// Merges what was written, in the file and on the command line, with roots that were added, and checks that all of it
/// goes together.
struct ConfigurationMerging {
    let file: ConfigurationFile?
    let overrides: CommandLineOverrides
    let environment: ProcessEnvironment
    let files: HostFiles

    func resolve(adding added: [AddedRoots.Root]) throws(ConfigurationError) -> ResolvedConfiguration {
        let state = try StateLocation.directory(override: overrides.stateDirectory, environment: environment)
        let socket = try socket()
        let logLevel: (LogLevel, ValueOrigin) =
            if let level = overrides.logLevel {
                (level, .commandLine(option: "--log-level"))
            } else {
                file?.logLevel.map { ($0.value, origin($0.line)) } ?? (.info, .builtIn)
            }

        var checker = RootChecker(files: files, stateDirectory: state.path)
        let roots = try checker.check(candidates(adding: added, state.path))
        var importChecker = ImportChecker(
            files: files,
            stateDirectory: state.path,
            libraries: roots.map { ($0.library, isAdded: $0.isAdded) }
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
                keepsModificationTimes: file?.keepsModificationTimes ?? true,
                audit: file?.audit?.value ?? .weekly,
                boilerplate: file?.boilerplate?.value ?? [],
                view: file?.view?.value,
                preparedThumbnails: file?.preparedThumbnails?.value ?? [],
                libraries: roots.map { root in
                    var library = root.library
                    let excluded = ImportChecker.excluded(imports, from: library, files)
                    library.ignore = library.ignore.excluding(folders: excluded)
                    return library
                },
                imports: imports
            ),
            file: file?.path,
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

    private func origin(_ line: Int?) -> ValueOrigin { file.map { .file($0.path, line: line) } ?? .builtIn }

    private func socket() throws(ConfigurationError) -> (path: FilePath, origin: ValueOrigin)? {
        guard let override = overrides.socket else {
            return file?.socket.map { (path: $0.value, origin: self.origin($0.line)) }
        }
        let option = "--socket"
        let path = try CommandLinePath.absolute(
            override,
            option: option,
            remedy: "name a file",
            environment: environment
        )
        try SocketPath.check(path, origin: .commandLine(option: option), key: nil)
        return (path, .commandLine(option: option))
    }

    private func candidates(
        adding added: [AddedRoots.Root],
        _ state: FilePath
    ) throws(ConfigurationError) -> [RootCandidate] {
        let configured = try RootCandidate.configured(
            file: file,
            overrides: overrides,
            environment: environment,
            files: files
        )
        return configured
            + added.map {
                RootCandidate(path: $0.path, name: $0.name, origin: .addedRoots(AddedRoots.file(in: state)))
            }
    }
}
