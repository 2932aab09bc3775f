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
        var text = String(text)
        guard let read = text.withUTF8({ Fingerprint(digits: UnsafeRawBufferPointer($0)) }) else {
            return nil
        }
        self = read
    }

    /// Reads 32 hexadecimal digits where they stand.
    public init?(digits: UnsafeRawBufferPointer) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        guard digits.count == 32 else { return nil }
        for digit in digits {
            guard let value = Self.value(of: digit) else { return nil }
            high = high << 4 | low >> 60
            low = low << 4 | value
        }
        self.init(high: high, low: low)
    }

    private static func value(of digit: UInt8) -> UInt64? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(digit - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(digit - UInt8(ascii: "A") + 10)
        default: nil
        }
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
