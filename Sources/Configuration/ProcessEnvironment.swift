import Glibc
import PhotoModel

/// What photod reads of its surroundings, as a value, so that tests need no real home.
public struct ProcessEnvironment: Sendable, Equatable {
    /// Values are bytes: a home directory need not be text.
    public var variables: [String: [UInt8]]
    /// `$HOME`, else the user's entry in the user database.
    public var homeDirectory: FilePath?
    /// `nil` where it is gone.
    public var workingDirectory: FilePath?

    public init(variables: [String: [UInt8]] = [:], homeDirectory: FilePath?, workingDirectory: FilePath?) {
        self.variables = variables
        self.homeDirectory = homeDirectory
        self.workingDirectory = workingDirectory
    }

    /// The variable as an absolute path; `nil` where it is unset, empty or relative. The XDG Base Directory
    /// Specification says that relative ones are to be ignored.
    public func absolutePath(_ name: String) -> FilePath? {
        guard let value = variables[name], value.first == UInt8(ascii: "/") else { return nil }
        return PathText.normalized(value)
    }

    func path(_ variable: String, orInHome fallback: String) -> FilePath? {
        absolutePath(variable)
            ?? homeDirectory.map { PathText.normalized($0.bytes + Array("/\(fallback)".utf8)) }
    }

    private static let names = [
        "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
        "TZ", "TZDIR",
    ]

    /// This process's. Read it before other threads may change the environment.
    public static func current() -> ProcessEnvironment {
        var variables: [String: [UInt8]] = [:]
        for name in names {
            guard let value = getenv(name) else { continue }
            variables[name] = bytes(of: value)
        }
        var environment = ProcessEnvironment(
            variables: variables,
            homeDirectory: nil,
            workingDirectory: currentDirectory()
        )
        environment.homeDirectory = environment.absolutePath("HOME") ?? homeInUserDatabase()
        return environment
    }

    private static func currentDirectory() -> FilePath? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        // "(unreachable)…" of a disk that was taken away beneath (getcwd(3)).
        return path.pointee == CChar(UInt8(ascii: "/")) ? FilePath(bytes(of: path)) : nil
    }

    private static func homeInUserDatabase() -> FilePath? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16_384)
        // The buffer holds the texts that `entry` points at, so they are read while it is lent.
        return buffer.withUnsafeMutableBufferPointer { texts -> FilePath? in
            guard let start = texts.baseAddress,
                getpwuid_r(geteuid(), &entry, start, texts.count, &found) == 0, found != nil,
                let home = entry.pw_dir, home.pointee == CChar(UInt8(ascii: "/"))
            else { return nil }
            return PathText.normalized(bytes(of: home))
        }
    }

    private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}
