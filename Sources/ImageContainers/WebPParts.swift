/// A WebP file by its chunks (WebP Container Specification). Metadata are `EXIF` and `XMP `, which `VP8X` announces.
enum WebPParts {
    /// EXIF and XMP, in the first byte of `VP8X`.
    private static let announced = SubstancePart.Mask(offset: 8, bits: 0x0C)

    /// `nil` where it is none, or a chunk is not whole.
    static func substance(of bytes: UnsafeRawBufferPointer) -> [SubstancePart]? {
        guard bytes.begins("RIFF", at: 0), bytes.begins("WEBP", at: 8), let size = bytes.littleEndian(at: 4),
            size >= 4, size <= bytes.count - 8
        else { return nil }
        let end = 8 + size
        var parts: [SubstancePart] = []
        var position = 12
        while position < end {
            let start = position
            guard let length = bytes.littleEndian(at: position + 4), length <= end - position - 8 else {
                return nil
            }
            position = min(position + 8 + (length + 1) & ~1, end)
            guard !bytes.begins("EXIF", at: start), !bytes.begins("XMP ", at: start) else { continue }
            let isAnnouncing = bytes.begins("VP8X", at: start)
            parts.append(
                SubstancePart(range: start..<(start + 8 + length), mask: isAnnouncing ? announced : nil)
            )
        }
        // Whatever stands behind it.
        parts.append(SubstancePart(range: end..<bytes.count))
        return parts
    }

    /// Whether a `VP8X` says of a file without one how large its image is and whether it is transparent, and else no more than that
    /// there are metadata (RFC 6386 §9.1; WebP Lossless Bitstream Specification §3).
    static func isHeader(
        _ header: Slice<UnsafeRawBufferPointer>,
        of bytes: UnsafeRawBufferPointer
    ) -> Bool {
        var size: (width: Int, height: Int)?
        var flags: UInt8 = 0
        if bytes.begins("VP8 ", at: 12), bytes.count >= 30, let bits = bytes.littleEndian(at: 26) {
            size = (bits & 0x3FFF, bits >> 16 & 0x3FFF)
        } else if bytes.begins("VP8L", at: 12), let bits = bytes.littleEndian(at: 21) {
            size = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            flags = bits >> 28 & 1 == 0 ? 0 : 0x10
        }
        guard let size, header.count == 18 else { return false }
        let body = Array(header.dropFirst(8))
        func number(_ value: Int) -> [UInt8] {
            (0..<3).map { UInt8(truncatingIfNeeded: (value - 1) >> ($0 * 8)) }
        }
        return body[0] & ~announced.bits == flags && body[1..<4] == [0, 0, 0]
            && body[4...].elementsEqual(number(size.width) + number(size.height))
    }
}
