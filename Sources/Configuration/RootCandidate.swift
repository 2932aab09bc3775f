import PhotoModel

/// A folder that someone wants watched, before it is checked.
struct RootCandidate {
    var path: FilePath
    /// As written; `nil`: the folder's name.
    var name: String?
    var ignore = IgnoreRules()
    var followsLinks: Bool?
    var write: EditLayer?
    var origin: ValueOrigin

    /// Whether the name must stand as it is. Other names give way to it.
    var insistsOnName: Bool {
        if case .file = origin { name != nil } else { false }
    }

    /// For errors: the key in a file, nothing elsewhere.
    var key: String? {
        if case .file = origin { "library.path" } else { nil }
    }

    /// All but the added ones.
    static func configured(
        file: ConfigurationFile?,
        overrides: CommandLineOverrides,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> [RootCandidate] {
        if !overrides.libraries.isEmpty {
            var candidates: [RootCandidate] = []
            for path in overrides.libraries {
                candidates.append(try fromCommandLine(path, environment: environment, files: files))
            }
            return candidates
        }
        if let file, !file.libraries.isEmpty {
            return file.libraries.map {
                RootCandidate(
                    path: $0.path.value,
                    name: $0.name?.value,
                    ignore: $0.ignore,
                    followsLinks: $0.followsLinks,
                    write: $0.write,
                    origin: .file(file.path, line: $0.path.line)
                )
            }
        }
        guard let pictures = try PicturesFolder.locate(environment: environment, files: files) else {
            throw ConfigurationError(
                origin: .builtIn,
                problem: "no library is configured and there is no home directory with pictures",
                remedy: "name a folder with --library, or write a [[library]]"
            )
        }
        return [RootCandidate(path: pictures, origin: .builtIn)]
    }

    private static func fromCommandLine(
        _ path: FilePath,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> RootCandidate {
        let option = "--library"
        return RootCandidate(
            path: try CommandLinePath.named(path, option: option, environment: environment, files: files),
            origin: .commandLine(option: option)
        )
    }
}
