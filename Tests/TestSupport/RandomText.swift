extension SeededGenerator {
    /// Text with every kind of character that a quoting rule could trip over.
    public mutating func text(_ lengths: ClosedRange<Int>) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "Z", "0", " ", "=", "\"", "\\", "\n", "\r", "\t", "/", "-", "\u{1}", "\u{7F}", "\u{9B}", "é",
            "日", "\u{301}", "\u{1F600}", "\u{FFFD}", "\u{10FFFF}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: lengths, using: &self) {
            text.append(scalars[Int.random(in: 0..<scalars.count, using: &self)])
        }
        return String(text)
    }
}
