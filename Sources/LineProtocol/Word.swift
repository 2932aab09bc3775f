/// Words of a request line as they are sent.
public enum Word {
    /// `text` as one word: bare where that is exact, else in quotes.
    ///
    /// Within quotes `\"` and `\\` stand for the character, `\n`, `\r` and `\t` for line feed, carriage return and
    /// tab. A text with NUL cannot be sent; the daemon refuses it.
    public static func quoted(_ text: String) -> String {
        String(decoding: appending(text, to: []), as: UTF8.self)
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        guard text.isEmpty || text.utf8.contains(where: needsQuotes) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case UInt8(ascii: "\n"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case UInt8(ascii: "\r"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case UInt8(ascii: "\t"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func appending(_ text: String, to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        append(text, to: &bytes)
        return bytes
    }

    /// `=` is among them, so that a positional word is never taken for an option.
    private static func needsQuotes(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "=")
    }
}
