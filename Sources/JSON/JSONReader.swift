/// A strict pull reader of JSON (RFC 8259) over bytes.
///
/// It never traps and never recurses deeper than its limit, whatever the bytes are. Strings stay ranges of
/// the input until someone wants them, so that skipping and comparing allocate nothing.
public struct JSONReader {
    /// A string's bytes between its quotes.
    public struct Text {
        public let range: Range<Int>
        /// Without any escape: the bytes are the text.
        public let isPlain: Bool
    }

    public enum Kind {
        case object
        case array
        case text
        case number
        case bool
        case null
    }

    /// So many objects and lists may lie in each other, lest a document exhausts the stack.
    public static let usualDepthLimit = 64

    public let bytes: [UInt8]
    public private(set) var position: Int
    private let depthLimit: Int

    public init(_ bytes: [UInt8], depthLimit: Int = usualDepthLimit) {
        self.bytes = bytes
        self.depthLimit = depthLimit
        // Some editors put a byte order mark before UTF-8.
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// What is wrong where the reader stands.
    public func failure(_ message: String) -> JSONError {
        JSONError(
            message: position < bytes.count ? message : "the document ends too early",
            offset: position
        )
    }

    // MARK: - Structure

    /// What the next value is. Skips white space.
    public mutating func peek() throws(JSONError) -> Kind {
        skipWhiteSpace()
        switch current {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .text
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw failure("a value is expected here")
        }
    }

    public mutating func beginObject() throws(JSONError) {
        try expect(UInt8(ascii: "{"), or: "an object is expected here")
    }

    /// The key of an object's next member; `nil` at its end. `isFirst` is `true` before the first call.
    public mutating func nextKey(isFirst: inout Bool) throws(JSONError) -> Text? {
        guard try nextItem(isFirst: &isFirst, end: UInt8(ascii: "}")) else { return nil }
        skipWhiteSpace()
        let key = try text()
        try expect(UInt8(ascii: ":"), or: "a colon is expected here")
        return key
    }

    public mutating func beginArray() throws(JSONError) {
        try expect(UInt8(ascii: "["), or: "a list is expected here")
    }

    /// Whether a list has a further element. `isFirst` is `true` before the first call.
    public mutating func nextElement(isFirst: inout Bool) throws(JSONError) -> Bool {
        try nextItem(isFirst: &isFirst, end: UInt8(ascii: "]"))
    }

    /// Nothing but white space may follow the document.
    public mutating func expectEnd() throws(JSONError) {
        skipWhiteSpace()
        guard position == bytes.count else { throw failure("something follows the document's end") }
    }

    public mutating func skipValue(depth: Int = 0) throws(JSONError) {
        try checkDepth(depth)
        switch try peek() {
        case .object:
            try beginObject()
            var isFirst = true
            while try nextKey(isFirst: &isFirst) != nil { try skipValue(depth: depth + 1) }
        case .array:
            try beginArray()
            var isFirst = true
            while try nextElement(isFirst: &isFirst) { try skipValue(depth: depth + 1) }
        case .text: _ = try text()
        case .number: _ = try integer()
        case .bool: _ = try bool()
        case .null: try null()
        }
    }

    func checkDepth(_ depth: Int) throws(JSONError) {
        if depth >= depthLimit { throw failure("values are nested too deep") }
    }

    // MARK: - Scalars

    public mutating func null() throws(JSONError) {
        guard take("null") else { throw failure("\"null\" is expected here") }
    }

    public mutating func bool() throws(JSONError) -> Bool {
        if take("true") { return true }
        if take("false") { return false }
        throw failure("\"true\" or \"false\" is expected here")
    }

    /// A number; `nil` where it is none that an `Int64` holds exactly as written.
    public mutating func integer() throws(JSONError) -> Int64? {
        let isNegative = skip(UInt8(ascii: "-"))
        var magnitude: Int64? = 0
        let start = position
        while let digit = currentDigit {
            magnitude = magnitude.flatMap { Self.appending(digit, to: $0, isNegative: isNegative) }
            position += 1
        }
        guard position > start else { throw failure("a digit is expected here") }
        guard position == start + 1 || bytes[start] != UInt8(ascii: "0") else {
            throw failure("a number does not begin with 0")
        }
        if skip(UInt8(ascii: ".")) {
            try skipDigits()
            magnitude = nil
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
            magnitude = nil
        }
        return magnitude
    }

    /// Builds up a negative number from below, so that the least one fits.
    private static func appending(_ digit: UInt8, to value: Int64, isNegative: Bool) -> Int64? {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) =
            isNegative
            ? product.subtractingReportingOverflow(Int64(digit))
            : product.addingReportingOverflow(Int64(digit))
        return overflow || carry ? nil : sum
    }

    /// A string, checked: no control characters, valid escapes, valid UTF-8.
    public mutating func text() throws(JSONError) -> Text {
        guard current == UInt8(ascii: "\"") else { throw failure("a text in double quotes is expected here") }
        position += 1
        let start = position
        position = endOfPlainASCII
        var isPlain = true
        var all: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let range = start..<position
                guard all < 0x80 || String(validating: bytes[range], as: UTF8.self) != nil else {
                    throw failure("the text before is not UTF-8")
                }
                position += 1
                return Text(range: range, isPlain: isPlain)
            case UInt8(ascii: "\\"):
                isPlain = false
                position += 1
                try skipEscape()
            case 0..<0x20: throw failure("a control character inside a text must be escaped")
            default:
                all |= byte
                position += 1
            }
        }
        throw failure("a text has no end")
    }

    /// The position of the next byte that is no plain ASCII; near the document's end, one before it. Eight bytes a step:
    /// reading a document is mostly this.
    private var endOfPlainASCII: Int {
        bytes.withUnsafeBytes { bytes in
            var index = position
            while index + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let special = JSONWriter.specialBytes(UInt64(littleEndian: word))
                if special != 0 { return index + special.trailingZeroBitCount / 8 }
                index += 8
            }
            return index
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        switch current {
        case UInt8(ascii: "u"):
            position += 1
            for _ in 0..<4 {
                guard HexDigit.value(current) != nil else {
                    throw failure("four hexadecimal digits must follow \\u")
                }
                position += 1
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        default: throw failure("there is no such escape")
        }
    }

    // MARK: - Bytes

    /// 0 at the end: no document has a NUL where a byte decides anything.
    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private var currentDigit: UInt8? {
        let digit = current &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }

    private mutating func skipDigits() throws(JSONError) {
        guard currentDigit != nil else { throw failure("a digit is expected here") }
        while currentDigit != nil { position += 1 }
    }

    private mutating func skipWhiteSpace() {
        while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8, or reason: String) throws(JSONError) {
        skipWhiteSpace()
        guard skip(byte) else { throw failure(reason) }
    }

    private mutating func nextItem(isFirst: inout Bool, end: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        if skip(end) { return false }
        if !isFirst { try expect(UInt8(ascii: ","), or: "a comma is expected here") }
        isFirst = false
        return true
    }

    private mutating func take(_ word: StaticString) -> Bool {
        guard bytes.count - position >= word.utf8CodeUnitCount,
            bytes[position...].starts(
                with: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            )
        else { return false }
        position += word.utf8CodeUnitCount
        return true
    }
}

/// Hexadecimal digits as bytes.
public enum HexDigit {
    @inlinable
    public static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
