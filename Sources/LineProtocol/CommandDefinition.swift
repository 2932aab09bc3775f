/// What a command is called and takes: the one description that a daemon's checks, its `commands` reply and the
/// manual's test share.
public struct CommandDefinition: Hashable, Sendable {
    public let name: String
    /// One line: `count MONTH`.
    public let usage: String
    /// The first release that has the command.
    public let since: String
    /// How many positional words it takes.
    public let positionals: ClosedRange<Int>
    /// The keys it knows.
    public let options: [String]
    /// One sentence for people, without a full stop.
    public let summary: String

    /// - Parameter usage: what follows the name in it.
    public init(
        _ name: String,
        usage: String = "",
        words: ClosedRange<Int> = 0...0,
        options: [String] = [],
        since: String,
        summary: String
    ) {
        self.name = name
        self.usage = usage.isEmpty ? name : "\(name) \(usage)"
        self.since = since
        positionals = words
        self.options = options
        self.summary = summary
    }
}

/// The commands that a program knows, in the order its manual explains them.
public struct CommandDefinitions: Sendable {
    public let all: [CommandDefinition]

    public init(_ all: [CommandDefinition]) {
        self.all = all
    }

    /// Where among them a command stands; `nil` where there is none of that name.
    public func position(of name: String) -> Int? {
        all.firstIndex { $0.name == name }
    }

    /// `nil` where there is no such command.
    public subscript(name: String) -> CommandDefinition? {
        position(of: name).map { all[$0] }
    }
}
