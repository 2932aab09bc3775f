import SidecarText

/// Metadata of a PNG file: EXIF in `eXIf`, XMP in a text, and texts of the format's own where there are such.
enum PNGText {
    private static let packet: StaticString = "XML:com.adobe.xmp"
    private static let descriptions: [StaticString] = ["Description"]
    private static let dates: [StaticString] = ["Creation Time", "CreationTime"]
    /// EXIF, IPTC and XMP in hexadecimal digits, as ImageMagick wrote them before there was `eXIf`.
    private static let profile: StaticString = "Raw profile type"
    /// Not compressed, in no language.
    private static let plain: [UInt8] = [0, 0, 0, 0]

    static func edited(_ image: [UInt8], by values: SidecarValues) throws(ImageEditingError) -> [UInt8]? {
        var file = try PNGFile(image)
        let exif = file.chunks("eXIf")
        let packets = file.texts(packet)
        // They would go on saying what is not so any more.
        guard exif.count <= 1, packets.count <= 1, !file.hasText(beginning: profile) else {
            throw .unreadableMetadata
        }
        let old = try exif.first.map { chunk throws(ImageEditingError) in
            try TIFFBlock(Array(image[chunk.data]))
        }
        var editor = try ExifEditor(old, size: file.size)
        try editor.say(values)
        if let new = try editor.finished() { try file.replace(exif.first, "eXIf", with: new) }
        let oldPacket = try packets.first.map { chunk throws(ImageEditingError) in
            try content(of: chunk, behind: packet, image)
        }
        if let new = try PhotoText.packet(oldPacket, by: values) {
            try file.replace(packets.first, "iTXt", with: packet.bytes + [0] + plain + new)
        }
        if let description = values.description { try say(description.value, descriptions, in: &file) }
        if let date = values.date {
            // It is an instant, by RFC 3339.
            let instant = date.value.flatMap { $0.contains("T") ? $0 : nil }
            try say(instant, dates, in: &file)
        }
        return file.replaced
    }

    /// What stands in an international text that is not compressed.
    private static func content(
        of chunk: PNGFile.Chunk,
        behind keyword: StaticString,
        _ image: [UInt8]
    ) throws(ImageEditingError) -> ArraySlice<UInt8> {
        var rest = image[chunk.data].dropFirst(keyword.utf8CodeUnitCount + 1)
        guard chunk.type == Array("iTXt".utf8), rest.starts(with: [0, 0]) else { throw .unreadableMetadata }
        rest = rest.dropFirst(2)
        // Language, and the keyword in that language.
        for _ in 0..<2 {
            guard let end = rest.firstIndex(of: 0) else { throw .unreadableMetadata }
            rest = rest[(end + 1)...]
        }
        return rest
    }

    /// Has texts that are there say a value, or go where there is none.
    private static func say(
        _ value: String?,
        _ keywords: [StaticString],
        in file: inout PNGFile
    ) throws(ImageEditingError) {
        for keyword in keywords {
            for chunk in file.texts(keyword) where !isTranslation(chunk, behind: keyword, file.bytes) {
                guard let value else {
                    file.remove(chunk)
                    continue
                }
                let data = keyword.bytes + [0] + plain + Array(value.utf8)
                if file.bytes[chunk.data].elementsEqual(data) { continue }
                try file.replace(chunk, "iTXt", with: data)
            }
        }
    }

    /// Whether an international text names its language: what is said of a photo is in none.
    private static func isTranslation(
        _ chunk: PNGFile.Chunk,
        behind keyword: StaticString,
        _ image: [UInt8]
    ) -> Bool {
        // Compression flag and method stand before it.
        let language = image[chunk.data].dropFirst(keyword.utf8CodeUnitCount + 3).first
        return chunk.type == Array("iTXt".utf8) && language ?? 0 != 0
    }
}
