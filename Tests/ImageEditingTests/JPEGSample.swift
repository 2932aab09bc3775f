/// A JPEG of nothing but what the tests ask of one.
struct JPEGSample {
    /// A TIFF structure.
    var exif: [UInt8]?
    var packet: String?
    /// Photoshop's resources.
    var resources: [UInt8]?
    /// Segments with what they begin with, before the picture's own.
    var more: [(marker: UInt8, body: [UInt8])] = []

    static let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xFF, 0xD9]

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += Self.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
        if let exif { bytes += Self.segment(0xE1, Array("Exif\0\0".utf8) + exif) }
        if let packet { bytes += Self.segment(0xE1, Array(("http://ns.adobe.com/xap/1.0/\0" + packet).utf8)) }
        if let resources { bytes += Self.segment(0xED, Array("Photoshop 3.0\0".utf8) + resources) }
        for segment in more { bytes += Self.segment(segment.marker, segment.body) }
        bytes += Self.segment(0xC0, [8, 0, 3, 0, 4, 1, 1, 0x11, 0])
        return bytes + Self.scan
    }

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 0xFF)] + body
    }

    static func resource(_ number: UInt16, _ data: [UInt8]) -> [UInt8] {
        Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 0xFF), 0, 0, 0, 0, UInt8(data.count >> 8)]
            + [UInt8(data.count & 0xFF)] + data + (data.count % 2 == 0 ? [] : [0])
    }

    static func dataset(_ record: UInt8, _ number: UInt8, _ text: String) -> [UInt8] {
        [0x1C, record, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
    }
}

/// A TIFF structure with one directory of texts and one of EXIF's with a camera's own notes.
struct ExifSample {
    /// Big-endian: a description of 8 bytes, then the EXIF directory with notes of 16 bytes, which say where they lie.
    static let notesPosition = 64

    static let bytes: [UInt8] = {
        var bytes: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        // 8: two entries, 30 bytes.
        bytes += [0, 2] + entry(0x010E, 2, 8, 38) + entry(0x8769, 4, 1, 46) + [0, 0, 0, 0]
        bytes += Array("Holiday\0".utf8)
        // 46: one entry, 18 bytes.
        bytes += [0, 1] + entry(0x927C, 7, 16, UInt32(notesPosition)) + [0, 0, 0, 0]
        return bytes + [0, 0, 0, 64] + Array("camera notes".utf8)
    }()

    /// With a thumbnail's directory behind it, which has an EXIF directory and a position of its own.
    ///
    /// - Parameter tag: what that EXIF directory says: 0x927C, as the image's does, or what that does not.
    static func withThumbnail(saying tag: UInt16) -> [UInt8] {
        let start = UInt32(bytes.count)
        var bytes = bytes
        bytes.replaceSubrange(34..<38, with: long(start))
        // Three entries, 42 bytes; then two directories of one entry, 18 bytes each.
        bytes += [0, 3] + entry(0x0103, 3, 1, 6 << 16) + entry(0x8769, 4, 1, start + 42)
        bytes += entry(0x8825, 4, 1, start + 60) + [0, 0, 0, 0]
        bytes += [0, 1] + entry(tag, 7, 4, 0x3031_3032) + [0, 0, 0, 0]
        return bytes + [0, 1] + entry(1, 2, 2, UInt32(UInt8(ascii: "N")) << 24) + [0, 0, 0, 0]
    }

    private static func entry(_ tag: UInt16, _ type: UInt16, _ count: UInt32, _ value: UInt32) -> [UInt8] {
        [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, UInt8(type)] + long(count) + long(value)
    }

    private static func long(_ value: UInt32) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
