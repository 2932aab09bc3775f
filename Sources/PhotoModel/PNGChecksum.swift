/// What a PNG chunk ends with: CRC-32 of its type and its data (W3C, Portable Network Graphics, third edition, annex D).
public enum PNGChecksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ value >> 1 }
    }

    public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { value, byte in table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8 }
    }
}
