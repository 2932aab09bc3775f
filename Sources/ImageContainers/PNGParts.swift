/// A PNG file by its chunks (ISO 15948). Metadata are `eXIf`, XMP in `iTXt`, description and date in
/// texts, and what older programs put into such.
enum PNGParts {
    /// `nil` where it is none, or has no end.
    static func substance(of bytes: UnsafeRawBufferPointer) -> [SubstancePart]? {
        let first: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.starts(with: first) else { return nil }
        var parts: [SubstancePart] = []
        var position = first.count
        while let length = bytes.bigEndian(at: position, 4), length <= bytes.count - position - 12 {
            let start = position
            position += 12 + length
            if bytes.begins("IEND", at: start + 4) {
                // With whatever stands behind the image.
                parts.append(SubstancePart(range: start..<bytes.count))
                return parts
            }
            if !isMetadata(bytes, start) { parts.append(SubstancePart(range: start..<position)) }
        }
        return nil
    }

    private static func isMetadata(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        if bytes.begins("eXIf", at: start + 4) { return true }
        let isInternational = bytes.begins("iTXt", at: start + 4)
        guard isInternational || bytes.begins("zTXt", at: start + 4) || bytes.begins("tEXt", at: start + 4)
        else { return false }
        return (isInternational ? internationalKeywords : keywords).contains {
            bytes.begins($0, at: start + 8)
        }
    }

    private static let keywords: [StaticString] = [
        "Description\0", "Creation Time\0", "CreationTime\0", "Raw profile type exif\0",
        "Raw profile type APP1\0",
        "Raw profile type iptc\0", "Raw profile type xmp\0",
    ]
    private static let internationalKeywords: [StaticString] = [
        "XML:com.adobe.xmp\0", "Description\0", "Creation Time\0", "CreationTime\0",
    ]
}
