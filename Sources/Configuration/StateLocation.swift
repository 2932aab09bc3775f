import PhotoModel

/// Where photod keeps what it must not lose.
public enum StateLocation {
    /// `override`, else `$XDG_STATE_HOME/photod`, else `~/.local/state/photod`.
    public static func directory(
        override: FilePath?,
        environment: ProcessEnvironment
    ) throws(ConfigurationError) -> (path: FilePath, origin: ValueOrigin) {
        if let override {
            let option = "--state-dir"
            let path = try CommandLinePath.absolute(override, option: option, environment: environment)
            return (path, .commandLine(option: option))
        }
        if let home = environment.absolutePath("XDG_STATE_HOME") {
            return (home.appending(FileName("photod")), .environment("XDG_STATE_HOME"))
        }
        guard let home = environment.homeDirectory else {
            throw ConfigurationError(
                origin: .builtIn,
                problem: "there is no home directory to keep the state in",
                remedy: "name a directory with --state-dir"
            )
        }
        return (PathText.normalized(home.bytes + Array("/.local/state/photod".utf8)), .builtIn)
    }
}

/// Where programs keep what they can make again.
public enum CacheLocation {
    /// `$XDG_CACHE_HOME`, else `~/.cache`; `nil` where there is no home directory.
    public static func home(environment: ProcessEnvironment) -> FilePath? {
        environment.path("XDG_CACHE_HOME", orInHome: ".cache")
    }
}

public enum DataLocation {
    /// `$XDG_DATA_HOME`, else `~/.local/share`, where the trash of the desktop is; `nil` where there is no home directory.
    public static func home(environment: ProcessEnvironment) -> FilePath? {
        environment.path("XDG_DATA_HOME", orInHome: ".local/share")
    }
}

/// Where clients find the daemon, where nothing is said.
public enum SocketLocation {
    /// `$XDG_RUNTIME_DIR/photod/socket`, else `/run/user/UID/photod/socket`.
    public static func usual(environment: ProcessEnvironment, user: UInt32) -> FilePath {
        (environment.absolutePath("XDG_RUNTIME_DIR") ?? FilePath("/run/user/\(user)"))
            .appending(FileName("photod")).appending(FileName("socket"))
    }
}

/// Paths on a command line: relative ones start where the user stands.
enum CommandLinePath {
    /// What an option names. Nothing would be the folder that the user stands in.
    static func absolute(
        _ path: FilePath,
        option: String,
        remedy: String = "name a folder",
        environment: ProcessEnvironment
    ) throws(ConfigurationError) -> FilePath {
        if path.bytes.isEmpty {
            throw ConfigurationError(
                origin: .commandLine(option: option),
                problem: "the path is empty",
                remedy: remedy
            )
        }
        if path.bytes.first == UInt8(ascii: "/") { return PathText.normalized(path.bytes) }
        guard let folder = environment.workingDirectory else {
            throw ConfigurationError(
                origin: .commandLine(option: option),
                problem: "the working directory, which \(path.display) begins at, is gone",
                remedy: "cd to another, or begin the path with a slash"
            )
        }
        return PathText.normalized(folder.bytes + [UInt8(ascii: "/")] + path.bytes)
    }

    /// The folder that an option names, without `..`.
    static func named(
        _ path: FilePath,
        option: String,
        environment: ProcessEnvironment,
        files: HostFiles
    ) throws(ConfigurationError) -> FilePath {
        let absolute = try absolute(path, option: option, environment: environment)
        guard PathText.hasParentReference(absolute) else { return absolute }
        // Only the file system knows what `..` behind a link leads to.
        guard let resolved = files.resolved(absolute) else {
            throw ConfigurationError(
                origin: .commandLine(option: option),
                problem: "\(path.display) leads nowhere",
                remedy: "name a folder that exists"
            )
        }
        return resolved
    }
}
