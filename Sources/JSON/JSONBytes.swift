/// JSON that is put together in an array, of what others append to arrays too.
extension [UInt8] {
    @inlinable
    public mutating func append(literal: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    public mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude)
    }

    public mutating func append(decimal value: UInt64) {
        append(decimal: value, digits: 1)
    }

    /// Seconds with nine decimals: `1479200000.123456789`. jq's `tonumber|todate` reads it.
    public mutating func append(nanoseconds value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude / 1_000_000_000)
        append(UInt8(ascii: "."))
        append(decimal: value.magnitude % 1_000_000_000, digits: 9)
    }

    /// At least `digits` digits, filled up with zeros.
    private mutating func append(decimal value: UInt64, digits: Int) {
        var needed = 1
        var rest = value / 10
        while rest > 0 || needed < digits {
            needed += 1
            rest /= 10
        }
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: needed))
        rest = value
        var index = count - 1
        while rest > 0 {
            self[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
    }

    /// A JSON string with its quotes and the escapes it needs, as `JSONWriter` writes it.
    public mutating func append(jsonText text: String) {
        var text = text
        append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            guard !utf8.allSatisfy(Self.isPlain) else { return append(contentsOf: utf8) }
            var writer = JSONWriter(capacity: utf8.count + 64)
            writer.appendText(UnsafeRawBufferPointer(utf8))
            writer.withUnsafeBytes { append(contentsOf: $0) }
        }
        append(UInt8(ascii: "\""))
    }

    /// A JSON array of such strings.
    public mutating func append(jsonTexts texts: [String]) {
        var separator = UInt8(ascii: "[")
        for text in texts {
            append(separator)
            separator = UInt8(ascii: ",")
            append(jsonText: text)
        }
        if texts.isEmpty { append(separator) }
        append(UInt8(ascii: "]"))
    }

    /// Whether a byte of text stands for itself. What begins with 0xC2 may be a control character.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
            && byte != 0xC2
    }
}
