/// One request: a command, positional words, and `key=value` options in the order they were sent.
public struct Request: Hashable, Sendable {
    public struct Option: Hashable, Sendable {
        public var key: String
        public var value: String

        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    public var command: String
    public var positionals: [String]
    public var options: [Option]

    public init(_ command: String, _ positionals: [String] = [], options: [Option] = []) {
        self.command = command
        self.positionals = positionals
        self.options = options
    }

    /// The value of an option, `nil` where it was not given.
    public subscript(option key: String) -> String? {
        for option in options where option.key == key { return option.value }
        return nil
    }

    /// The request with an option, where a value is given.
    public func adding(_ key: String, _ value: String?) -> Request {
        guard let value else { return self }
        var request = self
        request.options.append(.init(key: key, value: value))
        return request
    }

    /// The request with `key=1`, where it is to hold.
    public func adding(_ key: String, flag: Bool) -> Request {
        adding(key, flag ? "1" : nil)
    }

    /// Why the request cannot be sent as one line; `nil` where it can, unless it grows over a line's limit.
    public var fault: String? {
        guard !command.isEmpty, command.utf8.allSatisfy(RequestParser.isCommandByte) else {
            return "“\(command)” is no command"
        }
        for option in options where !RequestParser.isKey(option.key) {
            return "“\(option.key)” is no option"
        }
        guard (positionals + options.map(\.value)).allSatisfy({ !$0.utf8.contains(0) }) else {
            return "a word holds a NUL character, which no line can"
        }
        return nil
    }

    /// Appends the request as a line, line end included; it must have no `fault`. Parsing that line gives an equal request, unless the
    /// line grows over its limit, which the daemon refuses.
    public func appendLine(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: command.utf8)
        for word in positionals {
            bytes.append(UInt8(ascii: " "))
            Word.append(word, to: &bytes)
        }
        for option in options {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: option.key.utf8)
            bytes.append(UInt8(ascii: "="))
            // An empty value needs no quotes: `group=` is a key with an empty value.
            if !option.value.isEmpty { Word.append(option.value, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}
