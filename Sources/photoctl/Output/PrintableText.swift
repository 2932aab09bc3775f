/// Text from file names and photos on its way to a terminal.
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
}
