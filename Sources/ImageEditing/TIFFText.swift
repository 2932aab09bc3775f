import SidecarText

/// Metadata of a TIFF file, which a DNG is as well: EXIF, and in its first directory XMP, IPTC and Photoshop's resources.
enum TIFFText {
    /// Adobe's XMP specification part 3 §3.2; TIFF Technical Note 3 of Photoshop.
    private enum Tag {
        static let packet: UInt16 = 0x02BC
        static let iptc: UInt16 = 0x83BB
        static let photoshop: UInt16 = 0x8649
    }

    /// - Returns: `nil` where it says all that already.
    static func edited(
        _ file: StoredFile,
        by values: SidecarValues,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) -> AddedMetadata? {
        var editor = try ExifEditor(TIFFBlock(file), size: nil)
        let packet = try editor.value(Tag.packet)
        if let new = try PhotoText.packet(packet?.bytes, by: values) {
            try editor.set(Tag.packet, .bytes(new))
        }
        try sayCaptions(values, in: &editor, digest: digest)
        try editor.say(values)
        return try editor.finished().map { AddedMetadata(head: $0.head, tail: $0.added) }
    }

    /// IPTC stands in a tag, among Photoshop's resources, or in both; the digest is that of the tag's where there is one.
    private static func sayCaptions(
        _ values: SidecarValues,
        in editor: inout ExifEditor,
        digest: ([UInt8]) -> [UInt8]
    ) throws(ImageEditingError) {
        var renewed: (old: [UInt8], new: [UInt8])?
        if let old = try editor.value(Tag.iptc) {
            var block = try IPTCBlock(old.bytes)
            try block.say(values)
            if block.isChanged {
                let unit = TIFFValue.size(ofType: old.type) ?? 1
                var new = block.bytes
                // Photoshop has it as numbers of four bytes.
                new += [UInt8](repeating: 0, count: (unit - new.count % unit) % unit)
                try editor.set(Tag.iptc, .stored(new, type: old.type))
                renewed = (Array(old.bytes), new)
            }
        }
        // What nobody can take apart is left to those who know what is in it.
        guard let old = try editor.value(Tag.photoshop) else { return }
        guard var block = try? PhotoshopBlock(old.bytes) else {
            if PhotoshopBlock.seemsToHaveIPTC(old.bytes[...]) { throw .unreadableMetadata }
            return
        }
        var isChanged = try block.say(values, digest: digest)
        if let renewed { isChanged = block.renew(digest, of: renewed.old, renewed.new) || isChanged }
        if isChanged { try editor.set(Tag.photoshop, .stored(block.bytes, type: old.type)) }
    }
}
