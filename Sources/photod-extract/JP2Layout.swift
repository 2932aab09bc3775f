/// The boxes of a JPEG 2000 file (ITU-T T.800 annex I) that are asked for: its size, and those that are told by a UUID.
struct JP2Layout {
    private(set) var size: (width: UInt32, height: UInt32)?
    /// A TIFF structure; empty where there is none.
    private(set) var exif: [UInt8] = []
    private(set) var packet: [UInt8] = []
    private(set) var iptc: [UInt8] = []
    private(set) var photoshop: [UInt8] = []

    private static let exifIdentifier = Array("JpgTiffExif->JP2".utf8)
    private static let packetIdentifier: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    private static let iptcIdentifier: [UInt8] = [
        0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38,
    ]
    private static let photoshopIdentifier: [UInt8] = [
        0x2C, 0x4C, 0x01, 0x00, 0x85, 0x04, 0x40, 0xB9, 0xA0, 0x3E, 0x56, 0x21, 0x48, 0xD6, 0xDF, 0xEB,
    ]

    private static let lengthLimit = 4 << 20

    /// `nil` for what begins neither like such a file nor like the image alone, which has nothing but a size.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let file = BigEndianBytes(bytes)
        if file.number(at: 0, length: 4) == 0xFF4F_FF51 {
            size = Self.sizeOfImage(file)
            return
        }
        guard file.has("jP  ", at: 4) else { return nil }
        file.forEachBox { type, content in
            if type.has("jp2h", at: 0), let header = content.box("ihdr"), size == nil {
                size = Self.size(header.number(at: 4, length: 4), header.number(at: 0, length: 4))
            }
            if type.has("uuid", at: 0), let identifier = content.part(at: 0, length: 16) {
                take(Array(identifier.bytes), Array(content.bytes.dropFirst(16).prefix(Self.lengthLimit)))
            }
            return true
        }
    }

    /// Of two boxes of one kind the first counts.
    private mutating func take(_ identifier: [UInt8], _ data: [UInt8]) {
        switch identifier {
        case Self.exifIdentifier where exif.isEmpty: exif = data
        case Self.packetIdentifier where packet.isEmpty: packet = data
        case Self.iptcIdentifier where iptc.isEmpty: iptc = data
        case Self.photoshopIdentifier where photoshop.isEmpty: photoshop = data
        default: break
        }
    }

    /// The ends of the image area less its beginnings (annex A.5.1), behind the mark's length and a field of two bytes.
    private static func sizeOfImage(_ file: BigEndianBytes) -> (width: UInt32, height: UInt32)? {
        func length(_ index: Int) -> Int? {
            guard let end = file.number(at: 8 + 4 * index, length: 4),
                let start = file.number(at: 16 + 4 * index, length: 4)
            else { return nil }
            return end - start
        }
        return size(length(0), length(1))
    }

    private static func size(_ width: Int?, _ height: Int?) -> (width: UInt32, height: UInt32)? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return (UInt32(clamping: width), UInt32(clamping: height))
    }
}
