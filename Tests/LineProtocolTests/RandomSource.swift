/// A generator whose runs can be repeated: SplitMix64 (Steele, Lea, Flood, 2014). Tests print its seed.
struct RandomSource: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    init(seed: UInt64 = .random(in: 0...UInt64.max)) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Text with every kind of character that a quoting rule could trip over.
    mutating func text(_ lengths: ClosedRange<Int>) -> String {
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
