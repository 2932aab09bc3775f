/// The list that follows `ids=@`: one id a line, then a blank line, at most 4 MiB with line ends.
public struct IdentifierUpload: Sendable {
    public enum Step: Hashable, Sendable {
        case more
        /// The blank line came; the ids in order.
        case complete([String])
    }

    /// Why a text cannot be a line of the list; `nil` where it can.
    public static func fault(of identifier: String) -> String? {
        if identifier.isEmpty { return "it is empty, which would end the list" }
        if identifier.utf8.contains(0x0A) {
            return "it holds a line feed: give an id, or a path as its file:// uri"
        }
        return identifier.utf8.contains(0) ? "it holds a NUL character, which no line can" : nil
    }

    private let command: String
    private var received = 0
    private var identifiers: [String] = []

    /// Whether a request announces such a list.
    public static func follows(_ request: Request) -> Bool {
        request[option: "ids"] == "@"
    }

    /// Whether a line that could not be read may have announced one: what follows it then would read as commands.
    public static func mayFollow(_ line: ArraySlice<UInt8>) -> Bool {
        line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .contains { $0.elementsEqual("ids=@".utf8) || $0.elementsEqual("ids=\"@\"".utf8) }
    }

    public init(command: String) {
        self.command = command
    }

    /// - Throws: `too-large` (the connection closes after it), or `argument` for a line that is not UTF-8 text.
    ///   After `argument` the rest of the list would read as commands, so the connection closes after it too.
    public mutating func add(_ line: ArraySlice<UInt8>) throws(ProtocolError) -> Step {
        if line.isEmpty { return .complete(identifiers) }
        received += line.count + 1
        guard received <= ProtocolVersion.uploadLimit else {
            throw ProtocolError(
                code: .tooLarge,
                command: command,
                message: "the list of ids is over \(ProtocolVersion.uploadLimit) bytes; send it in parts"
            )
        }
        guard let text = String(validating: line, as: UTF8.self), !line.contains(0) else {
            throw ProtocolError(
                code: .argument,
                command: command,
                message:
                    "line \(identifiers.count + 1) of the list of ids is not UTF-8 text; send ids or file:// uris"
            )
        }
        identifiers.append(text)
        return .more
    }
}
