import SidecarText

/// Metadata of a JPEG file.
enum JPEGText {
    private static let exif: StaticString = "Exif\0\0"
    private static let packet: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    private static let photoshop: StaticString = "Photoshop 3.0\0"

    static func edited(
        _ image: [UInt8],
        by values: SidecarValues,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) -> [UInt8]? {
        var file = try JPEGFile(image)
        let blocks = file.segments(JPEGFile.application1, exif)
        // What goes on in further segments is none of these: it begins otherwise.
        let packets = file.segments(JPEGFile.application1, packet)
        // Which of two counts nobody knows, and the other would go on saying what is not so any more.
        guard blocks.count <= 1, packets.count <= 1 else { throw .unreadableMetadata }
        let oldPacket = packets.first.map { file.content(of: $0, behind: packet) }
        if let oldPacket {
            let further = file.segments(JPEGFile.application1, ExtendedPacket.header).map {
                file.content(of: $0, behind: ExtendedPacket.header)
            }
            try ExtendedPacket.check(further, of: oldPacket, against: values)
        }
        let block = blocks.first
        let old = try block.map { segment throws(ImageEditingError) in
            try TIFFBlock(Array(file.content(of: segment, behind: exif)))
        }
        var editor = try ExifEditor(old, size: file.size)
        try editor.say(values)
        if let new = try editor.finished() {
            try file.replace(block, JPEGFile.application1, exif, with: new.bytes)
        }
        if let new = try PhotoText.packet(oldPacket, by: values) {
            try file.replace(packets.first, JPEGFile.application1, packet, with: new)
        }
        for segment in file.segments(JPEGFile.application13, photoshop) {
            // One that goes on in the next segment is left to those who know what is in it.
            let content = file.content(of: segment, behind: photoshop)
            guard var block = try? PhotoshopBlock(content) else {
                if PhotoshopBlock.seemsToHaveIPTC(content) { throw .unreadableMetadata }
                continue
            }
            guard try block.say(values, digest: digest) else { continue }
            try file.replace(segment, JPEGFile.application13, photoshop, with: block.bytes)
        }
        return file.replaced
    }
}
