/// What lets a browser in: 256 random bits, as 64 hexadecimal digits.
struct AccessToken: Hashable, Sendable {
    static let length = 64

    let text: String

    /// `nil` where the text is none.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Self.isHexadecimal) else { return nil }
        self.text = String(text)
    }

    private init(digits: [UInt8]) {
        text = String(decoding: digits, as: UTF8.self)
    }

    /// The system's generator is getrandom(2).
    static func random() -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        return AccessToken(digits: (0..<length).map { _ in digits[Int(generator.next() & 0xF)] })
    }

    /// Whether a text is this token. How long that takes says nothing of where the two differ.
    func matches(_ candidate: some StringProtocol) -> Bool {
        let bytes = Array(candidate.utf8)
        guard bytes.count == Self.length else { return false }
        return zip(text.utf8, bytes).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
