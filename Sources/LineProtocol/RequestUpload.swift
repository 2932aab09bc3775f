/// What follows a request on lines of its own, up to a blank line: ids after `ids=@`, one a line, or a JSON text after `json=@`,
/// cut between its tokens anyhow. At most 4 MiB with line ends.
public struct RequestUpload: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// Each line becomes a word of the request.
        case identifiers = "ids"
        /// All lines become one word.
        case json

        /// Those that some of a program's commands take.
        public static func taken(by commands: CommandDefinitions) -> [Kind] {
            allCases.filter { kind in commands.all.contains { $0.options.contains(kind.rawValue) } }
        }

        /// What to do where a line is too long.
        public var lineRemedy: String {
            switch self {
            case .identifiers: "send long lists with ids=@"
            case .json: "send long JSON with json=@"
            }
        }

        fileprivate var what: String {
            switch self {
            case .identifiers: "the list of ids"
            case .json: "the JSON"
            }
        }

        fileprivate var remedy: String {
            switch self {
            case .identifiers: "send it in parts"
            case .json: "no command needs so much"
            }
        }

        fileprivate var textRemedy: String {
            switch self {
            case .identifiers: "send ids or file:// uris"
            case .json: "JSON is"
            }
        }
    }

    public enum Step: Hashable, Sendable {
        case more
        /// The blank line came: the request as if all had stood in its line.
        case complete(Request)
    }

    /// Why a text cannot be a line of the list of ids; `nil` where it can.
    public static func fault(of identifier: String) -> String? {
        if identifier.isEmpty { return "it is empty, which would end the list" }
        if identifier.utf8.contains(0x0A) {
            return "it holds a line feed: give an id, or a path as its file:// uri"
        }
        return identifier.utf8.contains(0) ? "it holds a NUL character, which no line can" : nil
    }

    /// What a request announces; `nil` where all of it stands in its line.
    public static func announced(by request: Request) -> Kind? {
        Kind.allCases.first { request[option: $0.rawValue] == "@" }
    }

    /// Whether a line that could not be read may have announced one: what follows it then would read as commands.
    public static func mayFollow(_ line: ArraySlice<UInt8>) -> Bool {
        line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
            .contains { word in
                Kind.allCases.contains { kind in
                    word.elementsEqual("\(kind.rawValue)=@".utf8)
                        || word.elementsEqual("\(kind.rawValue)=\"@\"".utf8)
                }
            }
    }

    private let request: Request
    private let kind: Kind
    private var received = 0
    private var lines: [String] = []

    /// `nil` for a request that announces none.
    public init?(of request: Request) {
        guard let kind = Self.announced(by: request) else { return nil }
        self.request = request
        self.kind = kind
    }

    /// - Throws: `too-large` (the connection closes after it), or `argument` for a line that is not UTF-8 text.
    ///   After `argument` the rest would read as commands, so the connection closes after it too.
    public mutating func add(_ line: ArraySlice<UInt8>) throws(ProtocolError) -> Step {
        if line.isEmpty { return .complete(whole) }
        received += line.count + 1
        guard received <= ProtocolVersion.uploadLimit else {
            throw ProtocolError(
                code: .tooLarge,
                command: request.command,
                message: "\(kind.what) is over \(ProtocolVersion.uploadLimit) bytes; \(kind.remedy)"
            )
        }
        guard let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw ProtocolError(
                code: .argument,
                command: request.command,
                message: "line \(lines.count + 1) of \(kind.what) is not UTF-8 text; \(kind.textRemedy)"
            )
        }
        lines.append(text)
        return .more
    }

    private var whole: Request {
        let words =
            switch kind {
            case .identifiers: lines
            case .json: [lines.joined(separator: "\n")]
            }
        let options = request.options.filter { $0.key != kind.rawValue }
        return Request(request.command, request.positionals + words, options: options)
    }
}
