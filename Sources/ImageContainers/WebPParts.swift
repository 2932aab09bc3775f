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
}
