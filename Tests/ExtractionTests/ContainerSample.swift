/// Builds files of other formats for tests: containers of an EXIF block and an XMP packet.
enum ContainerSample {
    /// An XMP packet with these properties, and elements between `rdf:Description`'s tags.
    static func packet(_ properties: String = "", _ elements: String = "") -> [UInt8] {
        Array(
            """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
            xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:digiKam="http://www.digikam.org/ns/1.0/" \
            xmlns:fstop="http://www.fstopapp.com/xmp/" \(properties)>\(elements)</rdf:Description></rdf:RDF>\
            </x:xmpmeta><?xpacket end="w"?>
            """.utf8
        )
    }

    /// `dc:description` in languages.
    static func description(_ texts: [(language: String, text: String)]) -> String {
        let items = texts.map { "<rdf:li xml:lang=\"\($0.language)\">\($0.text)</rdf:li>" }.joined()
        return "<dc:description><rdf:Alt>\(items)</rdf:Alt></dc:description>"
    }

    static func webP(exif: [UInt8]? = nil, xmp: [UInt8]? = nil) -> [UInt8] {
        // Flags: EXIF and XMP; then the canvas, less one, in 24 bits each.
        var body = chunk("VP8X", [0x0C, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0])
        body += chunk(
            "VP8 ",
            [0x30, 1, 0, 0x9D, 0x01, 0x2A, 0x80, 0x02, 0xE0, 0x01] + [UInt8](repeating: 0, count: 40)
        )
        if let exif { body += chunk("EXIF", exif) }
        if let xmp { body += chunk("XMP ", xmp) }
        return Array("RIFF".utf8) + little(UInt32(body.count + 4)) + Array("WEBP".utf8) + body
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(UInt32(data.count)) + data + (data.count % 2 == 0 ? [] : [0])
    }

    static func gif(xmp: [UInt8]?) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [0x40, 0x01, 0xF0, 0x00, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
        // A comment, then the packet and its 258 bytes of trailer, then an image.
        bytes += [0x21, 0xFE, 3] + Array("abc".utf8) + [0]
        if let xmp {
            bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + xmp
            bytes += [1] + (0...255).reversed().map { UInt8($0) } + [0]
        }
        return bytes + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    }

    /// A HEIF file of one image nobody can decode, and two items: EXIF and XMP, each in so many pieces.
    ///
    /// - Parameter quarters: of a turn, anticlockwise, that viewers turn the image by; `nil` has no such property.
    static func heif(
        brand: String = "heic",
        exif: [UInt8],
        xmp: [UInt8],
        pieces: Int = 1,
        quarters: UInt8? = nil
    )
        -> [UInt8]
    {
        let type = box("ftyp", Array(brand.utf8) + big(0) + Array("mif1\(brand)".utf8))
        let exifItem = big(6) + Array("Exif\0\0".utf8) + exif
        func meta(_ exifAt: Int, _ xmpAt: Int) -> [UInt8] {
            let handler = box("hdlr", big(0) + big(0) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
            let items =
                info(1, "hvc1", []) + info(2, "Exif", [])
                + info(3, "mime", Array("application/rdf+xml\0".utf8))
            let list = box("iinf", big(0) + short(3) + items)
            let places = box(
                "iloc",
                big(0) + [0x44, 0x00] + short(3) + place(1, exifAt, 0, 1)
                    + place(2, exifAt, exifItem.count, pieces) + place(3, xmpAt, xmp.count, pieces)
            )
            let sizes =
                box("ispe", big(0) + big(4032) + big(3024)) + box("ispe", big(0) + big(512) + big(512))
            // The image has the first size, its thumbnail the second.
            let turn = quarters.map { box("irot", [$0]) } ?? []
            let ofImage: [UInt8] = quarters == nil ? [1, 0x81] : [2, 0x81, 0x83]
            let properties = box(
                "iprp",
                box("ipco", sizes + turn)
                    + box("ipma", big(0) + big(2) + short(9) + [1, 2] + short(1) + ofImage)
            )
            return box("meta", big(0) + handler + box("pitm", big(0) + short(1)) + list + places + properties)
        }
        let start = type.count + meta(0, 0).count + 8
        // Between two pieces lies something else.
        let data = apart(exifItem, pieces) + apart(xmp, pieces)
        return type + meta(start, start + apart(exifItem, pieces).count) + box("mdat", data)
    }

    private static let gap = 10

    private static func apart(_ content: [UInt8], _ pieces: Int) -> [UInt8] {
        split(content.count, pieces).flatMap { content[$0] + [UInt8](repeating: 0xAA, count: gap) }
    }

    private static func split(_ count: Int, _ pieces: Int) -> [Range<Int>] {
        (0..<pieces).map { count * $0 / pieces..<count * ($0 + 1) / pieces }
    }

    /// A JPEG XL file: an image of 64 × 48, and these boxes behind it.
    static func jxl(_ boxes: [(type: String, content: [UInt8])], orientation: UInt8 = 1) -> [UInt8] {
        var bytes = box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
        bytes += box("jxlc", jxlImage(orientation: orientation))
        for (type, content) in boxes { bytes += box(type, content) }
        return bytes
    }

    /// Small (1), five bits of the height in eighths less one (5), no ratio (0), five bits of the width (7); then not all as
    /// usual (0), and the orientation less one, where it is said (1).
    static func jxlImage(orientation: UInt8 = 1) -> [UInt8] {
        let isUpright = orientation == 1
        return [
            0xFF, 0x0A, 0b0000_1011, isUpright ? 0b0000_1110 : 0b1000_1110, isUpright ? 0 : orientation - 1,
        ]
            + [UInt8](repeating: 0, count: 20)
    }

    /// A Brotli stream (RFC 7932) of one block that is stored as it is.
    static func brotli(_ data: [UInt8]) -> [UInt8] {
        let header = (data.count - 1) << 4 | 1 << 20
        return [UInt8(header & 0xFF), UInt8(header >> 8 & 0xFF), UInt8(header >> 16)] + data + [0x03]
    }

    private static func info(_ number: UInt16, _ type: String, _ content: [UInt8]) -> [UInt8] {
        box("infe", big(2 << 24) + short(number) + short(0) + Array(type.utf8) + [0] + content)
    }

    private static func place(_ number: UInt16, _ offset: Int, _ length: Int, _ pieces: Int) -> [UInt8] {
        let extents = split(length, pieces).enumerated().map { index, range in
            big(UInt32(offset + range.lowerBound + index * gap)) + big(UInt32(range.count))
        }
        return short(number) + short(0) + short(UInt16(pieces)) + extents.joined()
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        big(UInt32(content.count + 8)) + Array(type.utf8) + content
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    private static func big(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    private static func short(_ number: UInt16) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
