import LineProtocol

/// A command of a program: what it is called and takes, and how it is answered. None is without its handler, nor a handler
/// without its class.
public final class Command<Service: LineService>: Sendable {
    public let definition: CommandDefinition
    public let answer: Answer<Service>

    /// - Parameters:
    ///   - usage: what follows the name in a line.
    ///   - words: how many positional words it takes.
    ///   - options: the keys it knows.
    ///   - since: the program's first release that has it.
    public init(
        _ name: String,
        usage: String = "",
        words: ClosedRange<Int> = 0...0,
        options: [String] = [],
        since: String,
        summary: String,
        _ answer: Answer<Service>
    ) {
        definition = CommandDefinition(
            name,
            usage: usage,
            words: words,
            options: options,
            since: since,
            summary: summary
        )
        self.answer = answer
    }

    /// Whether it may stand in a command list.
    public var readsOnly: Bool {
        switch answer {
        case .state, .reading, .session(.ping), .session(.commands): true
        case .order, .subscription, .session(.close), .session(.unsubscribe), .session(.listBegin),
            .session(.listEnd):
            false
        }
    }
}
