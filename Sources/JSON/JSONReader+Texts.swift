// What a string of a document stands for.
extension JSONReader {
    /// The text's bytes, escapes resolved. `nil` where an escape stands for half a surrogate pair.
    public func content(_ text: Text) -> [UInt8]? {
        if text.isPlain { return Array(bytes[text.range]) }
        var content: [UInt8] = []
        content.reserveCapacity(text.range.count)
        var index = text.range.lowerBound
        while index < text.range.upperBound {
            guard bytes[index] == UInt8(ascii: "\\") else {
                content.append(bytes[index])
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            index += 2
            guard letter == UInt8(ascii: "u") else {
                content.append(Self.character(ofEscape: letter))
                continue
            }
            guard let scalar = scalar(at: &index, limit: text.range.upperBound) else { return nil }
            content.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return content
    }

    public func string(_ text: Text) -> String? {
        if text.isPlain { return String(decoding: bytes[text.range], as: UTF8.self) }
        return content(text).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The scalar of `XXXX` or `XXXX\uXXXX`. `text()` has checked that digits follow every `\u`.
    private func scalar(at index: inout Int, limit: Int) -> Unicode.Scalar? {
        guard let first = codeUnit(at: &index, limit: limit) else { return nil }
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(UInt32(first)) }
        guard index + 2 <= limit, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { return nil }
        index += 2
        guard let second = codeUnit(at: &index, limit: limit), UTF16.isTrailSurrogate(second) else {
            return nil
        }
        return Unicode.Scalar(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
    }

    private func codeUnit(at index: inout Int, limit: Int) -> UInt16? {
        guard index + 4 <= limit else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<index + 4] {
            guard let value = HexDigit.value(byte) else { return nil }
            unit = unit << 4 | UInt16(value)
        }
        index += 4
        return unit
    }

    private static func character(ofEscape letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// The text's bytes as one number, for comparing with known words of at most sixteen bytes; `nil` for
    /// longer ones.
    public func word(_ text: Text) -> UInt128? {
        if !text.isPlain {
            guard let content = content(text), content.count <= 16 else { return nil }
            return content.reduce(0) { $0 << 8 | UInt128($1) }
        }
        guard text.range.count <= 16 else { return nil }
        var word: UInt128 = 0
        for index in text.range { word = word << 8 | UInt128(bytes[index]) }
        return word
    }

    /// Whether a plain text has these bytes.
    public func equals(_ text: Text, _ other: [UInt8]) -> Bool {
        guard text.range.count == other.count else { return false }
        for index in 0..<other.count where bytes[text.range.lowerBound + index] != other[index] {
            return false
        }
        return true
    }
}
