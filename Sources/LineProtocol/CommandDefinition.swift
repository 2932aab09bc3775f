/// What a command is called and takes: the one description that the daemon's checks, its `commands` reply and the
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
    /// Whether it only reads the index, so that it may stand in a command list.
    public let readsOnly: Bool
    /// One sentence for people, without a full stop.
    public let summary: String
}
