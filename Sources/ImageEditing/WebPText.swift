import SidecarText

/// Metadata of a WebP file.
enum WebPText {
    /// As JPEG has it. Some programs write it here too.
    private static let header: StaticString = "Exif\0\0"

    static func edited(_ image: [UInt8], by values: SidecarValues) throws(ImageEditingError) -> [UInt8]? {
        var file = try WebPFile(image)
        let (exif, packets) = (file.chunks("EXIF"), file.chunks("XMP "))
        // Which of two counts nobody knows.
        guard exif.count <= 1, packets.count <= 1 else { throw .unreadableMetadata }
        let stored = exif.first.map { image[$0.data] }
        let prefix = stored?.starts(with: header.bytes) == true ? header.bytes : []
        let old = try stored.map { stored throws(ImageEditingError) in
            try TIFFBlock(Array(stored.dropFirst(prefix.count)))
        }
        var editor = try ExifEditor(old, size: file.size)
        try editor.say(values)
        if let new = try editor.finished() { try file.replaceExif(exif.first, with: prefix + new.bytes) }
        if let new = try PhotoText.packet(packets.first.map { image[$0.data] }, by: values) {
            try file.replacePacket(packets.first, with: new)
        }
        return try file.replaced()
    }
}
