/// A JPEG file by its segments (ITU-T T.81 annex B). Metadata are EXIF and XMP in APP1 and IPTC in APP13.
enum JPEGParts {
    private static let startOfScan: UInt8 = 0xDA
    private static let (application1, application2, application13): (UInt8, UInt8, UInt8) = (0xE1, 0xE2, 0xED)

    /// `nil` where it is none, or ends before its image data.
    static func substance(of bytes: UnsafeRawBufferPointer) -> [SubstancePart]? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var parts: [SubstancePart] = []
        // By themselves: exiv2 puts them behind the other headers.
        var resources: [SubstancePart] = []
        var position = 2
        while true {
            let start = position
            guard position < bytes.count, bytes[position] == 0xFF else { return nil }
            // Any number of these may stand before a marker.
            while position < bytes.count, bytes[position] == 0xFF { position += 1 }
            guard position < bytes.count else { return nil }
            let marker = bytes[position]
            position += 1
            // Behind it come image data, further scans, and whatever stands behind the image.
            if marker == startOfScan {
                parts.append(SubstancePart(range: start..<bytes.count))
                return resources + parts
            }
            guard marker != 0x01, !(0xD0...0xD9).contains(marker) else { return nil }
            guard let length = bytes.bigEndian(at: position, 2), length >= 2, length <= bytes.count - position
            else { return nil }
            let body = (position + 2)..<(position + length)
            position += length
            guard !isMetadata(marker, bytes, body) else { continue }
            // Photoshop's resources that nobody can take apart are one thing.
            if marker == application13, bytes.begins("Photoshop 3.0\0", at: body.lowerBound),
                let found = PhotoshopParts.substance(of: bytes, (body.lowerBound + 14)..<body.upperBound)
            {
                resources += found
                continue
            }
            var part = SubstancePart(range: start..<position)
            // Says where further pictures are, counted from itself (CIPA DC-007).
            if marker == application2, bytes.begins("MPF\0", at: body.lowerBound) {
                part.fromEnd = bytes.count - start
            }
            parts.append(part)
        }
    }

    /// With the marker of the first scan and its length; `nil` where that is not there.
    static func headLength(of bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var position = 2
        while position < bytes.count, bytes[position] == 0xFF {
            while position < bytes.count, bytes[position] == 0xFF { position += 1 }
            guard position < bytes.count, let length = bytes.bigEndian(at: position + 1, 2), length >= 2
            else {
                return nil
            }
            if bytes[position] == startOfScan { return position + 3 }
            position += 1 + length
        }
        return nil
    }

    private static func isMetadata(
        _ marker: UInt8,
        _ bytes: UnsafeRawBufferPointer,
        _ body: Range<Int>
    ) -> Bool {
        guard marker == application1 else { return false }
        let headers: [StaticString] = [
            "Exif\0", "http://ns.adobe.com/xap/1.0/\0", "http://ns.adobe.com/xmp/extension/\0",
        ]
        return headers.contains { bytes.begins($0, at: body.lowerBound) }
    }
}
