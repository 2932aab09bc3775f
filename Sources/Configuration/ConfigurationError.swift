import PhotoModel

/// Why photod cannot use its configuration: what is wrong, where, and what to do.
public struct ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where a value comes from.
    public var origin: ValueOrigin
    /// The key as one would write it in the file, `library.path`; `nil` where no key is at fault.
    public var key: String?
    /// Half a sentence for people, without a full stop.
    public var problem: String
    /// What to do, half a sentence without a full stop.
    public var remedy: String

    public init(origin: ValueOrigin, key: String? = nil, problem: String, remedy: String) {
        self.origin = origin
        self.key = key
        self.problem = problem
        self.remedy = remedy
    }

    /// `/etc/photod/photod.toml:3: library.path: "photos" is not absolute; write /… or ~/…`
    public var description: String { "\(complaint); \(remedy)" }

    /// The same without what to do.
    public var complaint: String {
        let place = key.map { "\(origin): \($0)" } ?? origin.description
        return "\(place): \(problem)"
    }
}

/// Where a value of the configuration comes from.
public enum ValueOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Lines count from 1; `nil` where the whole file is meant.
    case file(FilePath, line: Int?)
    /// The option as one types it: `--library`.
    case commandLine(option: String)
    /// The variable's name.
    case environment(String)
    /// `roots.json` in the state directory.
    case addedRoots(FilePath)
    case builtIn

    /// Whether a command, not the configuration, asked for a root.
    public var isAddedRoot: Bool {
        if case .addedRoots = self { true } else { false }
    }

    public var description: String {
        switch self {
        case .file(let path, let line): line.map { "\(path.display):\($0)" } ?? path.display
        case .commandLine(let option): option
        case .environment(let name): "$\(name)"
        case .addedRoots(let path): path.display
        case .builtIn: "default"
        }
    }
}

/// Something the user should know that keeps nothing from starting.
public struct ConfigurationWarning: Hashable, Sendable, CustomStringConvertible {
    public var origin: ValueOrigin
    public var problem: String
    public var remedy: String

    public var description: String { "\(origin): \(problem); \(remedy)" }
}
