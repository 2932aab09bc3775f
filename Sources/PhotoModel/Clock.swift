/// A point in the change log: `c:<epoch>:<seq>`.
///
/// The epoch is made with the index and survives restarts; a clock of another epoch is a fresh instance.
public struct Clock: Hashable, Sendable {
    public let epoch: UInt64
    public let sequence: Int64

    /// A clock that no index gives out: whoever asks with it is told everything.
    public static let unknown = Clock(epoch: 0, sequence: 0)

    public init(epoch: UInt64, sequence: Int64) {
        self.epoch = epoch
        self.sequence = sequence
    }

    /// Reads `c:<epoch>:<seq>`: sixteen lower-case hexadecimal digits, then a decimal number. An epoch with fewer has lost some
    /// on its way, and would be taken for that of another index.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard
            parts.count == 3, parts[0] == "c", parts[1].utf8.count == 16,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let epoch = UInt64(parts[1], radix: 16),
            (1...19).contains(parts[2].utf8.count), parts[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let sequence = Int64(parts[2])
        else { return nil }
        self.init(epoch: epoch, sequence: sequence)
    }
}

extension Clock: CustomStringConvertible {
    public var description: String {
        let digits = String(epoch, radix: 16)
        return "c:" + String(repeating: "0", count: 16 - digits.count) + digits + ":" + String(sequence)
    }
}
