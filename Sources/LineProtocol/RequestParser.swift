import JSON

/// Reads one request line.
///
/// - Words are separated by spaces or tabs.
/// - The first word is the command. It is never quoted.
/// - A word that begins with `key=`, where the key is a lower-case letter and then lower-case letters, digits or
///   `-`, is an option. Its value may be quoted: `group="Beach trip"`. A key given twice is an error.
/// - Every other word is positional. A quoted word is never an option, whatever it holds.
/// - Within quotes `\"`, `\\`, `\n`, `\r` and `\t` are the escapes; any other is an error. Outside quotes a backslash
///   is an ordinary character, and a quote may only begin a word or a value.
/// - The line is UTF-8 without NUL. A file name that is not UTF-8 is sent as a `file://` uri.
/// - Lines end with a line feed alone. A carriage return before it is an error that says so.
public struct RequestParser {
    /// Bounds the search for duplicate keys. No command has nearly as many options.
    private static let optionLimit = 32

    private let line: UnsafeRawBufferPointer
    private var position = 0
    private var request = Request("")

    /// Reads a line without its line end. `nil` for a blank line, which is no request and gets no reply.
    ///
    /// - Parameter commands: those of the program that is asked.
    /// - Throws: `argument`, with the command's name where the line begins with a known one.
    public static func parse(
        _ line: UnsafeRawBufferPointer,
        knowing commands: CommandDefinitions
    ) throws(ProtocolError) -> Request? {
        var parser = RequestParser(line: line)
        do throws(ProtocolError) { return try parser.parse() } catch {
            throw parser.refusal(error, knowing: commands)
        }
    }

    /// The same for bytes in an array slice, such as `LineFramer` gives.
    public static func parse(
        _ line: ArraySlice<UInt8>,
        knowing commands: CommandDefinitions
    ) throws(ProtocolError) -> Request? {
        // A closure that throws cannot be told the error's type here, so the outcome is carried out as a value.
        let outcome: Result<Request?, ProtocolError> = line.withUnsafeBytes { buffer in
            do throws(ProtocolError) { return .success(try parse(buffer, knowing: commands)) } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    public static func parse(
        _ line: String,
        knowing commands: CommandDefinitions
    ) throws(ProtocolError) -> Request? {
        try parse(Array(line.utf8)[...], knowing: commands)
    }

    private init(line: UnsafeRawBufferPointer) {
        self.line = line
    }

    private mutating func parse() throws(ProtocolError) -> Request? {
        skipBlanks()
        guard position < line.count else { return nil }
        try readCommand()
        try validateBytes()
        skipBlanks()
        while position < line.count {
            try readWord()
            skipBlanks()
        }
        return request
    }
}

// MARK: - Words

extension RequestParser {
    private mutating func readCommand() throws(ProtocolError) {
        let start = position
        while position < line.count, !Self.isBlank(line[position]) { position += 1 }
        let word = line[start..<position]
        if word.allSatisfy(Self.isCommandByte) {
            request.command = text(start..<position)
        } else if word.contains(UInt8(ascii: "\"")) {
            throw failure("the command must not be quoted; quote only what follows it")
        } else if word.last == UInt8(ascii: "\r") {
            throw failure(Self.carriageReturn)
        } else {
            // Bytes are not validated yet: decoding replaces what is wrong, and it can only become an unknown command.
            request.command = String(decoding: word, as: UTF8.self)
        }
    }

    private mutating func readWord() throws(ProtocolError) {
        if line[position] == UInt8(ascii: "\"") {
            request.positionals.append(try readQuoted())
            return
        }
        let start = position
        var isKey = Self.isLowerCaseLetter(line[start])
        while position < line.count {
            let byte = line[position]
            if Self.isBlank(byte) { break }
            if isKey, byte == UInt8(ascii: "=") {
                position += 1
                try readValue(ofKey: text(start..<position - 1))
                return
            }
            if byte == UInt8(ascii: "\"") {
                throw failure(
                    "a quote inside a word; put the whole word in quotes and write \\\" for a quote in it"
                )
            }
            isKey = isKey && Self.isKeyByte(byte)
            position += 1
        }
        request.positionals.append(text(start..<position))
    }

    private mutating func readValue(ofKey key: String) throws(ProtocolError) {
        guard request[option: key] == nil else { throw failure("\(key)= is given twice; give it once") }
        guard request.options.count < Self.optionLimit else {
            throw failure("more than \(Self.optionLimit) options; put words that hold “=” in quotes")
        }
        if position < line.count, line[position] == UInt8(ascii: "\"") {
            request.options.append(.init(key: key, value: try readQuoted()))
            return
        }
        let start = position
        while position < line.count, !Self.isBlank(line[position]) {
            if line[position] == UInt8(ascii: "\"") {
                throw failure(
                    "a quote inside the value of \(key)=; write \(key)=\"…\", with \\\" for a quote in it"
                )
            }
            position += 1
        }
        request.options.append(.init(key: key, value: text(start..<position)))
    }

    /// Reads `"…"` at `position` and leaves it after the closing quote.
    private mutating func readQuoted() throws(ProtocolError) -> String {
        position += 1
        let start = position
        while position < line.count, line[position] != UInt8(ascii: "\""),
            line[position] != UInt8(ascii: "\\")
        {
            position += 1
        }
        var decoded: [UInt8] = []
        var plain = start
        while position < line.count, line[position] != UInt8(ascii: "\"") {
            guard line[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            decoded.append(contentsOf: line[plain..<position])
            decoded.append(try readEscape())
            plain = position
        }
        guard position < line.count else { throw failure("a quoted word has no end; close it with \"") }
        let end = position
        position += 1
        guard position == line.count || Self.isBlank(line[position]) else {
            throw failure(
                "text follows a closing quote; put a space after it, or write \\\" for a quote in the word"
            )
        }
        if decoded.isEmpty, plain == start { return text(start..<end) }
        decoded.append(contentsOf: line[plain..<end])
        return String(decoding: decoded, as: UTF8.self)
    }

    private mutating func readEscape() throws(ProtocolError) -> UInt8 {
        guard position + 1 < line.count else { throw failure("a quoted word has no end; close it with \"") }
        let byte = line[position + 1]
        position += 2
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return byte
        case UInt8(ascii: "n"): return UInt8(ascii: "\n")
        case UInt8(ascii: "r"): return UInt8(ascii: "\r")
        case UInt8(ascii: "t"): return UInt8(ascii: "\t")
        default: throw failure("an unknown escape; known are \\\" \\\\ \\n \\r \\t, and \\\\ is a backslash")
        }
    }
}

// MARK: - Bytes

extension RequestParser {
    private static let carriageReturn =
        "the line ends with a carriage return; end lines with a line feed alone (\\n, not \\r\\n)"

    /// Checks what follows the command, once for the whole line.
    private func validateBytes() throws(ProtocolError) {
        var index = 0
        while index < line.count {
            let byte = line[index]
            if byte >= 0x80 {
                let length = UTF8Sequence.length(in: line, at: index)
                guard length > 0 else {
                    throw failure(
                        "byte \(index + 1) of the line is not UTF-8; send a file name that is not UTF-8 as a file:// "
                            + "uri with percent-encoding"
                    )
                }
                index += length
                continue
            }
            guard byte != 0 else { throw failure("byte \(index + 1) of the line is NUL; leave it out") }
            index += 1
        }
        guard line.last != UInt8(ascii: "\r") else { throw failure(Self.carriageReturn) }
    }

    private mutating func skipBlanks() {
        while position < line.count, Self.isBlank(line[position]) { position += 1 }
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: line[range], as: UTF8.self)
    }

    private func failure(_ message: String) -> ProtocolError {
        ProtocolError(code: .argument, command: request.command, message: message)
    }

    /// What is told of a failure, by whether the line begins with a known command.
    private func refusal(_ failure: ProtocolError, knowing commands: CommandDefinitions) -> ProtocolError {
        guard commands[request.command] == nil else { return failure }
        // What follows a command that nobody knows need not be right.
        if !request.command.isEmpty, request.command.utf8.allSatisfy(Self.isCommandByte) {
            return .unknownCommand(request.command, knowing: commands)
        }
        return ProtocolError(code: failure.code, command: "", message: failure.message)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    private static func isLowerCaseLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// Whether `text=` at a word's beginning makes an option of it.
    static func isKey(_ text: String) -> Bool {
        text.utf8.first.map(isLowerCaseLetter) ?? false && text.utf8.allSatisfy(isKeyByte)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        isLowerCaseLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || byte == UInt8(ascii: "-")
    }

    static func isCommandByte(_ byte: UInt8) -> Bool {
        isKeyByte(byte) || byte == UInt8(ascii: "_")
    }
}
