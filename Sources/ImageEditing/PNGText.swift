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
        // A second block of a kind, or a raw profile, would go on saying what is not so any more.
        guard exif.count <= 1, packets.count <= 1, !file.hasText(beginning: profile) else {
            throw .unreadableMetadata
        }
        let old = try exif.first.map { chunk throws(ImageEditingError) in
            try TIFFBlock(Array(image[chunk.data]))
        }
        var editor = try ExifEditor(old, size: file.size)
        try editor.say(values)
        if let new = try editor.finished() { try file.replace(exif.first, "eXIf", with: new.bytes) }
        let oldPacket = try packets.first.map { chunk throws(ImageEditingError) in
            try content(of: chunk, behind: packet, image)
        }
        if let new = try PhotoText.packet(oldPacket, by: values) {
            try file.replace(packets.first, "iTXt", with: packet.bytes + [0] + plain + new)
        }
        if let description = values.description { try say(description.value, descriptions, in: &file) }
        if let date = values.date {
            // The creation time is an instant, by RFC 3339, or with its month spelled where it was before.
            let instant = date.value.flatMap { $0.contains("T") ? $0 : nil }
            let parts = try instant.map { text throws(ImageEditingError) in try DateParts(text) }
            try say(instant, dates, whereSpelled: parts?.spelled, in: &file)
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
    ///
    /// - Parameter spelled: what those say that are words and do not begin with a year.
    private static func say(
        _ value: String?,
        _ keywords: [StaticString],
        whereSpelled spelled: String? = nil,
        in file: inout PNGFile
    ) throws(ImageEditingError) {
        for keyword in keywords {
            for chunk in file.texts(keyword) where !isTranslation(chunk, behind: keyword, file.bytes) {
                guard let value else {
                    file.remove(chunk)
                    continue
                }
                let text = isSpelled(chunk, behind: keyword, file.bytes) ? spelled ?? value : value
                let data = keyword.bytes + [0] + plain + Array(text.utf8)
                if file.bytes[chunk.data].elementsEqual(data) { continue }
                try file.replace(chunk, "iTXt", with: data)
            }
        }
    }

    /// Whether a text that is not compressed begins with something else than a year.
    private static func isSpelled(
        _ chunk: PNGFile.Chunk,
        behind keyword: StaticString,
        _ image: [UInt8]
    ) -> Bool {
        let text: ArraySlice<UInt8>
        if chunk.type == Array("tEXt".utf8) {
            text = image[chunk.data].dropFirst(keyword.utf8CodeUnitCount + 1)
        } else if let found = try? content(of: chunk, behind: keyword, image) {
            text = found
        } else {
            return false
        }
        return !(text.count >= 4 && text.prefix(4).allSatisfy { (0x30...0x39).contains($0) })
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
