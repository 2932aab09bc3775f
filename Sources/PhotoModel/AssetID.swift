/// The name of one shot for life: `UUID/L0/001` with the UUID in upper case, the form of PhotoKit's local
/// identifiers, so that ids stored by programs that spoke to that library stay valid.
///
/// An id is given once and kept across renames, moves, edits, restarts and the loss of the index. The two halves
/// are the UUID's bytes in big-endian order, so comparing ids compares their texts.
public struct AssetID: Hashable, Comparable, Sendable {
    /// Bytes 0–7 of the UUID.
    public let high: UInt64
    /// Bytes 8–15 of the UUID.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new id: a version 7 UUID (RFC 9562 §5.7), which is larger than those that were made before it. Ids that came
    /// in no order would have each transaction of a large library write every page that the index has them in.
    ///
    /// - Parameters:
    ///   - ordinal: its lower 60 bits are 48 of milliseconds since 1970 and a counter of 12 (§6.2, method 1).
    ///   - random: its lower 62 bits tell it from ids that others made in the same moment.
    public init(ordinal: UInt64, random: UInt64) {
        high = (ordinal << 4 & ~0xFFFF) | 0x7000 | (ordinal & 0xFFF)
        low = (random & ~(0b11 << 62)) | (0b10 << 62)
    }

    public static func < (left: AssetID, right: AssetID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

// MARK: - Text

extension AssetID {
    /// Length of `UUID/L0/001` in bytes.
    public static let textLength = 43

    private static let uuidLength = 36
    private static let scheme: StaticString = "ph://"
    private static let suffix: StaticString = "/L0/001"

    /// Reads `UUID/L0/001`, `ph://UUID/L0/001` or a bare UUID, in either case. Nothing else is an id.
    public init?(_ text: String) {
        var text = text
        guard let id = text.withUTF8({ AssetID(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = id
    }

    private init?(utf8 text: UnsafeRawBufferPointer) {
        let start = Self.holds(Self.scheme, text, at: 0) ? Self.scheme.utf8CodeUnitCount : 0
        var length = text.count - start
        if length == Self.textLength {
            length = Self.uuidLength
            guard Self.holds(Self.suffix, text, at: start + length) else { return nil }
        }
        guard length == Self.uuidLength else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for position in 0..<length {
            let byte = text[start + position]
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let value = Self.hexValue(byte) else { return nil }
            // Sixteen digits and two hyphens are the first half.
            if position < 18 {
                halves.0 = halves.0 << 4 | UInt64(value)
            } else {
                halves.1 = halves.1 << 4 | UInt64(value)
            }
        }
        self.init(high: halves.0, low: halves.1)
    }

    private static func holds(_ part: StaticString, _ text: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard text.count >= start + part.utf8CodeUnitCount else { return false }
        for position in 0..<part.utf8CodeUnitCount where text[start + position] != part.utf8Start[position] {
            return false
        }
        return true
    }

    /// Stores the 43 bytes of `UUID/L0/001` and returns their number.
    public func store(at target: UnsafeMutablePointer<UInt8>) -> Int {
        Self.store(high >> 32, digits: 8, at: target)
        target[8] = UInt8(ascii: "-")
        Self.store(high >> 16, digits: 4, at: target + 9)
        target[13] = UInt8(ascii: "-")
        Self.store(high, digits: 4, at: target + 14)
        target[18] = UInt8(ascii: "-")
        Self.store(low >> 48, digits: 4, at: target + 19)
        target[23] = UInt8(ascii: "-")
        Self.store(low, digits: 12, at: target + 24)
        (target + 36).update(from: Self.suffix.utf8Start, count: 7)
        return Self.textLength
    }

    /// Stores the lowest digits of a number, in upper case.
    private static func store(_ value: UInt64, digits: Int, at target: UnsafeMutablePointer<UInt8>) {
        var rest = value
        for position in stride(from: digits - 1, through: 0, by: -1) {
            let nibble = UInt8(truncatingIfNeeded: rest) & 0xF
            target[position] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
            rest >>= 4
        }
    }

    /// Appends the 43 bytes of `UUID/L0/001`.
    public func appendText(to bytes: inout [UInt8]) {
        bytes.append(
            contentsOf: [UInt8](unsafeUninitializedCapacity: Self.textLength) { buffer, count in
                count = buffer.baseAddress.map(store(at:)) ?? 0
            }
        )
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension AssetID: CustomStringConvertible {
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.textLength)
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
