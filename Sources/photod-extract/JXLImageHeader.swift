/// The beginning of a JPEG XL image: two bytes that say so, and in fields of some bits its size (ISO/IEC 18181-1 §D.2), and
/// how it is turned (§D.3).
struct JXLImageHeader {
    let size: (width: UInt32, height: UInt32)
    /// As EXIF counts it.
    let orientation: Int

    /// Widths for a height that are not stored.
    private static let ratios: [(UInt64, UInt64)] = [
        (1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1),
    ]

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 12, bytes[0] == 0xFF, bytes[1] == 0x0A else { return nil }
        // Ten bytes hold the longest form; the lowest bit comes first.
        var bits = Bits(bytes: UnsafeRawBufferPointer(rebasing: bytes[2..<12]))
        let isSmall = bits.next(1) == 1
        func length() -> UInt64 {
            isSmall ? 8 * (bits.next(5) + 1) : bits.next([9, 13, 18, 30][Int(bits.next(2))]) + 1
        }
        let height = length()
        let ratio = Int(bits.next(3))
        let width = ratio == 0 ? length() : height * Self.ratios[ratio - 1].0 / Self.ratios[ratio - 1].1
        size = (UInt32(clamping: width), UInt32(clamping: height))
        // Not all as usual, and more than colours that is not.
        let isSaid = bits.next(1) == 0 && bits.next(1) == 1
        orientation = isSaid ? Int(bits.next(3)) + 1 : 1
    }

    private struct Bits {
        let bytes: UnsafeRawBufferPointer
        var position = 0

        mutating func next(_ count: Int) -> UInt64 {
            var value: UInt64 = 0
            for index in 0..<count {
                let place = position + index
                let bit = place / 8 < bytes.count ? bytes[place / 8] >> UInt8(place % 8) & 1 : 0
                value |= UInt64(bit) << UInt64(index)
            }
            position += count
            return value
        }
    }
}
