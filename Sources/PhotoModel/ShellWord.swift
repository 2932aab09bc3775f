/// Writes a word so that a shell reads it as it is.
public enum ShellWord {
    public static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"):
                true
            default: byte >= 0x80
            }
        }
        if plain && !text.isEmpty { return text }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// A path that no line shows as it is, being no text or having control characters, is written with octal numbers,
    /// `$'/caf\351'`, as bash, zsh and POSIX.1-2024 read it.
    public static func quoted(_ path: FilePath) -> String {
        let controls: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F]
        if let text = path.text,
            !text.unicodeScalars.contains(where: { sign in controls.contains { $0.contains(sign.value) } })
        {
            return quoted(text)
        }
        let bytes = path.bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: [byte]
            default:
                [UInt8(ascii: "\\")] + [byte >> 6, byte >> 3 & 7, byte & 7].map { UInt8(ascii: "0") + $0 }
            }
        }
        return "$'" + String(decoding: bytes, as: UTF8.self) + "'"
    }
}
