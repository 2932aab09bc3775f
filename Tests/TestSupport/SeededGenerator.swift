import Glibc

/// SplitMix64 (Steele, Lea, Flood 2014). A failing random test prints its seed; `PHOTOD_TEST_SEED` runs it again.
public struct SeededGenerator: RandomNumberGenerator {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// The seed of the environment, else a new one.
    public static func fromEnvironment() -> SeededGenerator {
        let given = getenv("PHOTOD_TEST_SEED").flatMap { UInt64(String(cString: $0)) }
        return SeededGenerator(seed: given ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    public mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    public mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    public mutating func bytes(upTo most: Int, from alphabet: [UInt8]) -> [UInt8] {
        let count = Int.random(in: 0...most, using: &self)
        return (0..<count).map { _ in alphabet.randomElement(using: &self) ?? 0x20 }
    }
}
