/// Makes text of what cameras and programs put into the fields of a description. Everything decodes to
/// something.
enum DescriptionText {
    /// UTF-16 with a byte order mark, else UTF-8, else Windows-1252 (a superset of Latin-1), up to the first
    /// NUL that ends a text; without white space at the ends.
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) { return tidy(utf16(bytes.dropFirst(2), lowFirst: true)) }
        if bytes.starts(with: [0xFE, 0xFF]) { return tidy(utf16(bytes.dropFirst(2), lowFirst: false)) }
        var text = bytes[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 0 }.prefix { $0 != 0 }
        if let valid = utf8(text) { return tidy(valid) }
        return tidy(windows1252(text))
    }

    /// The fields that Windows' Explorer writes: UTF-16 without a byte order mark, though some programs add
    /// one.
    static func decodeLittleEndianUTF16(_ bytes: [UInt8]) -> String {
        tidy(utf16(bytes.starts(with: [0xFF, 0xFE]) ? bytes.dropFirst(2) : bytes[...], lowFirst: true))
    }

    /// Without what libraries put before a text to name its language or encoding, up to a NUL, and without
    /// white space at the ends.
    static func tidy(_ text: String) -> String {
        var text = text
        if let end = text.utf8.firstIndex(of: 0) { text = String(text[..<end]) }
        text = trim(text)
        while let end = labelEnd(text) { text = trim(String(text[end...])) }
        return text
    }

    /// Where `lang="x-default"` or `charset=Unicode` ends that stands at the beginning; `nil` where neither
    /// does.
    private static func labelEnd(_ text: String) -> String.Index? {
        // Most descriptions differ here already.
        guard let first = text.utf8.first, first == UInt8(ascii: "l") || first == UInt8(ascii: "c") else {
            return nil
        }
        for (key, values) in labels where text.hasPrefix(key) {
            let end = text.utf8.firstIndex(of: UInt8(ascii: " ")) ?? text.endIndex
            let value = text[..<end].dropFirst(key.count).filter { $0 != "\"" }
            if values.contains(value.lowercased()) { return end }
        }
        return nil
    }

    private static let labels: [(key: String, values: Set<String>)] = [
        ("lang=", ["x-default"]), ("charset=", ["ascii", "jis", "unicode", "undefined", "invalidcharsetid"]),
    ]

    /// `nil` for what is no UTF-8. A last character that is not whole is left out: fields have a length, and programs cut
    /// at it.
    private static func utf8(_ bytes: ArraySlice<UInt8>) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        guard let lead = bytes.suffix(3).lastIndex(where: { $0 & 0xC0 != 0x80 }), bytes[lead] >= 0xC2,
            bytes.endIndex - lead < (bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4)
        else { return nil }
        let whole = bytes[..<lead]
        // "Café" in Latin-1 ends the same way; where all before it is ASCII nothing says that this is UTF-8.
        guard whole.contains(where: { $0 >= 0x80 }) else { return nil }
        return String(validating: whole, as: UTF8.self)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, lowFirst: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            let unit = lowFirst ? second << 8 | first : first << 8 | second
            if unit == 0 { break }
            units.append(unit)
            index += 2
        }
        // Cut between the two halves of a sign.
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        return String(decoding: units, as: UTF16.self)
    }

    private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            if (0x80...0x9F).contains(byte) {
                text.append(windows1252High[Int(byte) - 0x80])
            } else {
                text.append(Unicode.Scalar(byte))
            }
        }
        return String(text)
    }

    /// 0x80–0x9F. The five bytes without a character stand for their C1 control, as the WHATWG's table has
    /// it.
    private static let windows1252High: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
        "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{8D}", "\u{017D}", "\u{8F}",
        "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
        "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{9D}", "\u{017E}", "\u{0178}",
    ]

    private static func trim(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        if first == scalars.startIndex, scalars.index(after: last) == scalars.endIndex { return text }
        return String(scalars[first...last])
    }
}
