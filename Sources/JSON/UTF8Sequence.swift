/// One step of UTF-8 validation (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
public enum UTF8Sequence {
    /// The length of the sequence that begins at `index` with a byte of 0x80 or more; 0 where none is valid there.
    public static func length(in bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let lead = bytes[index]
        let length: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for position in index + 2..<index + length where bytes[position] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
