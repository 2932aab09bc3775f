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
}
