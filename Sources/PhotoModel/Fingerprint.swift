/// XXH3-128 of a file's size (eight bytes, little-endian) followed by its first 4 KiB, and by more where those say
/// nothing (`Fingerprinter`).
///
/// It tells files apart cheaply. It is no proof of equal content: where several live files share size and
/// fingerprint, a full hash decides.
public struct Fingerprint: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8
        guard digits.count == 32, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Appends 32 lower-case hexadecimal digits.
    public func appendText(to bytes: inout [UInt8]) {
        for half in [high, low] {
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let nibble = UInt8(truncatingIfNeeded: half >> shift) & 0xF
                bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
            }
        }
    }
}

extension Fingerprint: CustomStringConvertible {
    public var description: String {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
