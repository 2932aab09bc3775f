/// Photoshop's image resources, as a JPEG and a TIFF have them.
enum PhotoshopParts {
    /// Of resources that other programs add, whose numbers are their own.
    private static let otherSignatures: [StaticString] = ["PHUT", "AgHg", "DCSR", "MeSa"]

    /// Photoshop's resources but IPTC (0x0404), its digest (0x0425), EXIF and XMP (0x0422 to 0x0424); `nil` where they are
    /// none.
    static func substance(
        of bytes: UnsafeRawBufferPointer,
        _ range: Range<Int>
    ) -> [SubstancePart]? {
        var parts: [SubstancePart] = []
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            let isPhotoshops = bytes.begins("8BIM", at: position)
            guard isPhotoshops || otherSignatures.contains(where: { bytes.begins($0, at: position) }),
                let number = bytes.bigEndian(at: position + 4, 2),
                let name = bytes.bigEndian(at: position + 6, 1)
            else { return nil }
            let sizeAt = position + 6 + (name + 2) & ~1
            guard let size = bytes.bigEndian(at: sizeAt, 4), size <= range.upperBound - sizeAt - 4 else {
                return nil
            }
            position = min(sizeAt + 4 + (size + 1) & ~1, range.upperBound)
            guard !isPhotoshops || number != 0x0404 && !(0x0422...0x0425).contains(number) else { continue }
            parts.append(SubstancePart(range: start..<(sizeAt + 4 + size)))
        }
        return parts
    }
}
