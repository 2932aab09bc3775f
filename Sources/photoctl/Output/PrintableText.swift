/// Text from file names and photos on its way to a terminal or into a field.
enum PrintableText {
    /// Without anything that steers a terminal: control characters (C0, C1, DEL), line separators and marks that
    /// turn the writing direction become U+FFFD.
    static func sanitized(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isSteering(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }

    private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// One field of a tab-separated record: tab, line feed and backslash are escaped as `\t`, `\n` and `\\`.
    static func field(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x09 || $0 == 0x0A || $0 == 0x5C }) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x5C: bytes.append(contentsOf: "\\\\".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
