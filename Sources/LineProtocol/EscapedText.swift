/// Text of others on one line that steers nobody who shows it: tab, line feed and carriage return as `\t`, `\n` and `\r`,
/// any other control character (C0, DEL, C1) as its bytes, `\x1b`.
public enum EscapedText {
    /// For people. A backslash stays one.
    public static func line(_ text: String) -> String { escaped(text, withBackslash: false) }

    /// For programs, which can have the text back: a backslash is `\\`.
    public static func field(_ text: String) -> String { escaped(text, withBackslash: true) }

    private static func escaped(_ text: String, withBackslash: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte < 0x7F && (byte != 0x5C || !withBackslash)
        }
        guard !isPlain else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x5C where withBackslash: bytes.append(contentsOf: "\\\\".utf8)
            case 0..<0x20, 0x7F...0x9F: appendBytes(of: scalar, to: &bytes)
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func appendBytes(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            bytes.append(contentsOf: "\\x".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 0xF)])
        }
    }
}
