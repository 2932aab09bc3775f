import LineProtocol
import Testing

@Suite("Base 64")
struct Base64Tests {
    @Test("bytes become the text that the standard has of them, and the same bytes again")
    func standard() {
        // RFC 4648, section 10.
        for (bytes, text) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.encode(Array(bytes.utf8)) == text)
            #expect(Base64.decode(text) == Array(bytes.utf8))
        }
        let all = (0...255).map { UInt8($0) }
        for count in 250...256 {
            #expect(Base64.decode(Base64.encode(Array(all[..<count]))) == Array(all[..<count]))
        }
        #expect(Base64.encode([0xFB, 0xFF, 0xBF]) == "+/+/")
    }

    @Test(
        "what is no such text is told from bytes",
        arguments: ["Zg", "Zg=", "Z===", "====", "Zg==Zg==", "Zm9_", "Zm 9", "Zmé"]
    )
    func others(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
