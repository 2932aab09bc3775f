/// A refusal on its way to a client: `ACK [code@index] {command} name: message`.
public struct ProtocolError: Error, Hashable, Sendable {
    public var code: ReplyCode
    /// The command that was refused; empty where it is unknown.
    public var command: String
    /// For people: what is wrong, and what to do instead. Line ends and other control characters are replaced when
    /// it is sent.
    public var message: String

    public init(code: ReplyCode, command: String, message: String) {
        self.code = code
        self.command = command
        self.message = message
    }

    /// Appends the `ACK` line and its line end.
    ///
    /// - Parameter listIndex: the position in a command list, counted from 0; 0 outside one.
    public func appendLine(to bytes: inout [UInt8], listIndex: Int = 0) {
        bytes.append(contentsOf: "ACK [\(code.rawValue)@\(listIndex)] {".utf8)
        Self.appendPrintable(command, to: &bytes)
        bytes.append(contentsOf: "} ".utf8)
        bytes.append(contentsOf: code.name.utf8)
        bytes.append(contentsOf: ": ".utf8)
        Self.appendPrintable(message, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A message quotes what the client sent. It must stay one line, and it must not steer the terminal of whoever
    /// reads it, so C0 and C1 control characters become U+FFFD.
    private static func appendPrintable(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            bytes.append(
                contentsOf: UTF8.encode(isControl ? "\u{FFFD}" : scalar) ?? UTF8.encodedReplacementCharacter
            )
        }
    }
}

extension ProtocolError: CustomStringConvertible {
    public var description: String {
        var bytes: [UInt8] = []
        appendLine(to: &bytes)
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

extension ProtocolError {
    /// Words of a client are quoted in a message only up to a length that a person reads.
    public static func excerpt(_ text: String) -> String {
        let limit = 80
        guard text.utf8.count > limit else { return text }
        return text.prefix(limit) + "…"
    }
}

/// An error that knows the code of its ACK line.
public protocol CodedError: Error {
    var code: ReplyCode { get }
}

extension ProtocolError {
    /// What a client is told where its command failed.
    public init(_ error: any Error, of command: String) {
        switch error {
        case let error as ProtocolError: self = error
        case let error as any CodedError:
            self.init(code: error.code, command: command, message: "\(error)")
        default: self.init(code: .system, command: command, message: "\(error)")
        }
    }
}
