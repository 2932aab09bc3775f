/// A strict recursive-descent reader; its depth is bounded, so its stack is.
struct JSONParser {
    private static let depthLimit = 64

    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var depth = 0

    init(bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func parseDocument() throws(JSONError) -> JSONValue {
        skipSpace()
        let value = try parseValue()
        skipSpace()
        guard position == bytes.count else { throw failure("text after the value") }
        return value
    }

    private mutating func parseValue() throws(JSONError) -> JSONValue {
        guard let byte = peek() else { throw failure("a value is missing") }
        switch byte {
        case UInt8(ascii: "{"): return try parseObject()
        case UInt8(ascii: "["): return try parseArray()
        case UInt8(ascii: "\""): return .string(try parseString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try parseNumber()
        case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
        case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
        case UInt8(ascii: "n"): return try parseWord("null", .null)
        default: throw failure("a value is missing")
        }
    }

    private mutating func parseWord(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let length = word.utf8CodeUnitCount
        guard position + length <= bytes.count,
            bytes[position..<position + length].elementsEqual(
                UnsafeRawBufferPointer(start: word.utf8Start, count: length)
            )
        else { throw failure("a value is missing") }
        position += length
        return value
    }
}

// MARK: - Containers

extension JSONParser {
    private mutating func parseObject() throws(JSONError) -> JSONValue {
        try enter()
        var members: [JSONValue.Member] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return leave(.object(members)) }
        while true {
            skipSpace()
            guard peek() == UInt8(ascii: "\"") else { throw failure("a member's name is missing") }
            let name = try parseString()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw failure("a colon is missing") }
            skipSpace()
            members.append(JSONValue.Member(name: name, value: try parseValue()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return leave(.object(members)) }
            guard take(UInt8(ascii: ",")) else { throw failure("a comma or } is missing") }
        }
    }

    private mutating func parseArray() throws(JSONError) -> JSONValue {
        try enter()
        var elements: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return leave(.array(elements)) }
        while true {
            skipSpace()
            elements.append(try parseValue())
            skipSpace()
            if take(UInt8(ascii: "]")) { return leave(.array(elements)) }
            guard take(UInt8(ascii: ",")) else { throw failure("a comma or ] is missing") }
        }
    }

    private mutating func enter() throws(JSONError) {
        guard depth < Self.depthLimit else { throw failure("nested deeper than \(Self.depthLimit)") }
        depth += 1
        position += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        return value
    }
}

// MARK: - Numbers

extension JSONParser {
    private mutating func parseNumber() throws(JSONError) -> JSONValue {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            if isDigit(peek()) { throw failure("a number begins with 0") }
        } else {
            try skipDigits()
        }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try skipDigits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        // -0 is no integer: it has a sign that an integer cannot keep.
        if isWhole, text != "-0", let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else { throw failure("a number is out of range") }
        return .number(value)
    }

    private mutating func skipDigits() throws(JSONError) {
        guard isDigit(peek()) else { throw failure("a digit is missing") }
        while isDigit(peek()) { position += 1 }
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func parseString() throws(JSONError) -> String {
        position += 1
        var decoded: [UInt8] = []
        var plain = position
        while true {
            guard let byte = peek() else { throw failure("a string has no end") }
            switch byte {
            case UInt8(ascii: "\""):
                let tail = bytes[plain..<position]
                position += 1
                if decoded.isEmpty { return String(decoding: tail, as: UTF8.self) }
                decoded.append(contentsOf: tail)
                return String(decoding: decoded, as: UTF8.self)
            case UInt8(ascii: "\\"):
                decoded.append(contentsOf: bytes[plain..<position])
                position += 1
                decoded.append(contentsOf: UTF8.encode(try parseEscape()) ?? UTF8.encodedReplacementCharacter)
                plain = position
            case 0..<0x20: throw failure("a control character in a string")
            case 0x80...:
                let length = UTF8Sequence.length(in: bytes, at: position)
                guard length > 0 else { throw failure("invalid UTF-8") }
                position += length
            default: position += 1
            }
        }
    }

    private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = peek() else { throw failure("a string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try parseUnicodeEscape()
        default: throw failure("an unknown escape")
        }
    }

    private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let unit = try parseHex()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800..<0xDC00).contains(unit), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw failure("half a surrogate pair")
        }
        let low = try parseHex()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        else { throw failure("half a surrogate pair") }
        return scalar
    }

    private mutating func parseHex() throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek() else { throw failure("a string has no end") }
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw failure("an escape that is not \\u and four hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}

// MARK: - Bytes

extension JSONParser {
    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            position += 1
        }
    }

    private func failure(_ message: String) -> JSONError {
        JSONError(message: message, offset: position)
    }
}
