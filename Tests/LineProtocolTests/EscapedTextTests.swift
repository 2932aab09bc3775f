import LineProtocol
import Testing

@Suite("Text of others on one line")
struct EscapedTextTests {
    @Test("holds no control character, whichever it had")
    func controls() {
        for value in UInt32(0)...0x9F {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [EscapedText.line("a\(scalar)b"), EscapedText.field("a\(scalar)b")] {
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }

    @Test("is exact where programs read it, and plain where people do")
    func forms() {
        #expect(EscapedText.field("a\u{1B}[2J\r\n\t\\") == "a\\x1b[2J\\r\\n\\t\\\\")
        #expect(EscapedText.line("a\u{1B}[2J\r\n\t\\") == "a\\x1b[2J\\r\\n\\t\\")
        #expect(EscapedText.field("\u{9B}0m\u{7F}") == "\\xc2\\x9b0m\\x7f")
        for text in ["", "plain", "é日 😀"] {
            #expect(EscapedText.field(text) == text && EscapedText.line(text) == text)
        }
    }
}
