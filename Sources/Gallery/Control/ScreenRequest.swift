import LineProtocol

/// What `ui` asks for: `ui push "{…}" screen=hall`.
enum ScreenRequest: Sendable {
    case screens
    /// Of one screen, or of all.
    case tree(ScreenName?)
    case constants(ScreenName?)
    case forget(ScreenName)
    case command(ScreenCommand, to: ScreenName?, waiting: Duration)

    /// How long a command's end is waited for where nothing is said.
    static let usualTime = Duration.seconds(10)

    init(_ arguments: Arguments) throws(ProtocolError) {
        let words = arguments.request.positionals
        let second = words.dropFirst().first
        switch words.first {
        case "screens":
            try Self.check(arguments, atMost: 1)
            self = .screens
        case "tree":
            try Self.check(arguments, atMost: 2)
            self = .tree(try Self.name(second, arguments))
        case "constants":
            try Self.check(arguments, atMost: 2)
            self = .constants(try Self.name(second, arguments))
        case "forget":
            try Self.check(arguments, atMost: 2)
            guard let name = try Self.name(second, arguments) else {
                throw arguments.failure("too few words; write: ui forget SCREEN")
            }
            self = .forget(name)
        case let command?:
            guard arguments.request[option: "json"] == nil else {
                throw arguments.failure(
                    "json= takes nothing but @, and no place in a list of commands: send json=@, the JSON's lines, and a blank line"
                )
            }
            self = .command(
                ScreenCommand(name: command, text: Array((second ?? "").utf8)),
                to: try Self.name(arguments.request[option: "screen"], arguments),
                waiting: try arguments.seconds("timeout") ?? Self.usualTime
            )
        case nil: throw arguments.failure("too few words; write: \(arguments.definition.usage)")
        }
    }

    /// Whether it only looks.
    static func readsOnly(_ request: Request) -> Bool {
        ["screens", "tree", "constants"].contains(request.positionals.first)
    }

    private static func check(_ arguments: Arguments, atMost count: Int) throws(ProtocolError) {
        let request = arguments.request
        let what = request.positionals.first ?? ""
        guard request.positionals.count <= count else {
            throw arguments.failure(
                "“ui \(what)” takes \(count == 1 ? "nothing" : "a screen and nothing else")"
            )
        }
        guard request.options.isEmpty else {
            throw arguments.failure("“ui \(what)” takes no options: a screen is its next word")
        }
    }

    /// `nil` for `nil`.
    static func name(_ text: String?, _ arguments: Arguments) throws(ProtocolError) -> ScreenName? {
        guard let text else { return nil }
        guard let name = ScreenName(text) else {
            throw arguments.failure(
                "\(ProtocolError.excerpt(text)) is no screen: a name is 1 to 64 letters, digits and . _ -"
            )
        }
        return name
    }
}
