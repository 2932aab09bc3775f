/// An `ACK` line as a client reads it.
///
/// `code` and `name` are kept as sent: a newer daemon may know a code that this client does not.
public struct Acknowledgement: Error, Hashable, Sendable {
    public let code: Int
    /// The position in a command list; 0 outside one.
    public let listIndex: Int
    public let command: String
    public let name: String
    public let message: String

    /// The code, where this version knows it.
    public var replyCode: ReplyCode? { ReplyCode(rawValue: code) }

    public init(code: Int, listIndex: Int, command: String, name: String, message: String) {
        self.code = code
        self.listIndex = listIndex
        self.command = command
        self.name = name
        self.message = message
    }

    /// Reads `ACK [code@index] {command} name: message`, without a line end. `nil` where the line is none.
    public init?(_ line: some Collection<UInt8>) {
        guard let text = String(validating: line, as: UTF8.self), text.utf8.starts(with: "ACK [".utf8) else {
            return nil
        }
        var rest = text.dropFirst(5)
        guard let code = Self.take(until: "@", from: &rest).flatMap({ Int($0) }),
            let listIndex = Self.take(until: "] {", from: &rest).flatMap({ Int($0) }),
            let command = Self.take(until: "} ", from: &rest),
            let name = Self.take(until: ": ", from: &rest)
        else { return nil }
        self.init(
            code: code,
            listIndex: listIndex,
            command: String(command),
            name: String(name),
            message: String(rest)
        )
    }

    /// Searches by scalars: by characters, a combining mark after a separator would hide it.
    private static func take(until separator: String, from rest: inout Substring) -> Substring? {
        let scalars = rest.unicodeScalars
        let mark = separator.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            if scalars[index...].starts(with: mark) {
                let taken = rest[..<index]
                rest = rest[scalars.index(index, offsetBy: mark.count)...]
                return taken
            }
            index = scalars.index(after: index)
        }
        return nil
    }
}

extension Acknowledgement: CustomStringConvertible {
    public var description: String {
        "ACK [\(code)@\(listIndex)] {\(command)} \(name): \(message)"
    }
}
