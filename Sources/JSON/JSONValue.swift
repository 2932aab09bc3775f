/// A JSON value as a client reads it. Members keep their order.
public enum JSONValue: Hashable, Sendable {
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits.
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A member of an object; `nil` where there is none or the value is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    public var integer: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// Any number.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// An array of nothing but strings.
    public var texts: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }

    public var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }
}

/// Where and why bytes are no JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    /// The position of the byte that is wrong, from 0.
    public let offset: Int

    public init(message: String, offset: Int) {
        self.message = message
        self.offset = offset
    }

    public var description: String { "byte \(offset): \(message)" }
}

extension JSONValue {
    /// Reads one value with white space around it and nothing else (RFC 8259, without extensions).
    ///
    /// - Throws: where it is none, nests deeper than `depthLimit`, holds invalid UTF-8 or half a surrogate pair, or a
    ///   number that is out of a double's range.
    public static func parse(
        _ bytes: [UInt8],
        depthLimit: Int = JSONReader.usualDepthLimit
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes, depthLimit: depthLimit)
        let value = try JSONValue(&reader, depth: 0)
        try reader.expectEnd()
        return value
    }

    public static func parse(_ bytes: some Collection<UInt8>) throws(JSONError) -> JSONValue {
        try parse(Array(bytes))
    }

    public static func parse(_ text: String) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8))
    }

    /// The value that a reader is at.
    public init(_ reader: inout JSONReader) throws(JSONError) {
        try self.init(&reader, depth: 0)
    }

    private init(_ reader: inout JSONReader, depth: Int) throws(JSONError) {
        var isFirst = true
        switch try reader.peek() {
        case .object:
            try reader.checkDepth(depth)
            try reader.beginObject()
            var members: [Member] = []
            while let key = try reader.nextKey(isFirst: &isFirst) {
                let name = try Self.string(key, reader)
                members.append(Member(name: name, value: try JSONValue(&reader, depth: depth + 1)))
            }
            self = .object(members)
        case .array:
            try reader.checkDepth(depth)
            try reader.beginArray()
            var elements: [JSONValue] = []
            while try reader.nextElement(isFirst: &isFirst) {
                elements.append(try JSONValue(&reader, depth: depth + 1))
            }
            self = .array(elements)
        case .text: self = .string(try Self.string(try reader.text(), reader))
        case .number: self = try Self.number(&reader)
        case .bool: self = .bool(try reader.bool())
        case .null:
            try reader.null()
            self = .null
        }
    }

    private static func string(_ text: JSONReader.Text, _ reader: JSONReader) throws(JSONError) -> String {
        guard let string = reader.string(text) else {
            throw JSONError(message: "half a surrogate pair", offset: text.range.lowerBound)
        }
        return string
    }

    private static func number(_ reader: inout JSONReader) throws(JSONError) -> JSONValue {
        let start = reader.position
        let whole = try reader.integer()
        // -0 is no integer: it has a sign that an integer cannot keep.
        if let whole, whole != 0 || reader.bytes[start] != UInt8(ascii: "-") { return .integer(whole) }
        let digits = String(decoding: reader.bytes[start..<reader.position], as: UTF8.self)
        guard let value = Double(digits), value.isFinite else {
            throw JSONError(message: "a number is out of range", offset: start)
        }
        return .number(value)
    }
}

extension JSONWriter {
    /// Writes a value that was read.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .integer(let value): integer(value)
        case .number(let value): double(value)
        case .string(let text): string(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.name)
                self.value(member.value)
            }
            endObject()
        }
    }
}
