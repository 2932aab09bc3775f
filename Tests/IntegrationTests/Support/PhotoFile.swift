import PhotoModel
import TestSupport

/// A small valid JPEG with as much EXIF as photod asks for.
struct PhotoFile {
    /// EXIF's own form: `2016:11:05 12:34:56`.
    var dateTimeOriginal: String?
    var subSeconds: String?
    var offset: String?
    var description: String?
    /// Degrees, minutes and seconds; negative degrees are south and west.
    var position: (latitude: [Int], longitude: [Int])?
    var orientation = 1
    var width = 640
    var height = 480
    /// Written into a comment at the very front, so that no two photos and no two beginnings of photos are alike.
    var serial = 0

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += Self.segment(0xFE, Self.long(UInt32(serial)))
        bytes += Self.segment(0xE1, Array("Exif\0\0".utf8) + tiff)
        bytes += Self.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        bytes += Self.segment(0xC0, [8] + Self.short(height) + Self.short(width) + [1, 1, 0x11, 0])
        bytes += Self.segment(0xC4, [UInt8](repeating: 0, count: 28))
        return bytes + Self.segment(0xDA, [1, 1, 0, 0, 63, 0]) + Self.scan
    }

    /// One pixel.
    static let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00,
        0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78,
        0xDA, 0x63, 0x64, 0x60, 0xF8, 0x5F, 0x0F, 0x00, 0x02, 0x87, 0x01, 0x80, 0xEB, 0x47,
        0xBA, 0x92, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    /// One pixel, lossless, without any metadata.
    static let webP: [UInt8] = [
        0x52, 0x49, 0x46, 0x46, 0x1A, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50,
        0x38, 0x4C, 0x0D, 0x00, 0x00, 0x00, 0x2F, 0x00, 0x00, 0x00, 0x10, 0x07, 0x10, 0x11,
        0x11, 0x88, 0x88, 0xFE, 0x07, 0x00,
    ]

    /// The image data: what comes after all headers.
    static let scan: [UInt8] = [0x12, 0x34, 0xFF, 0x00, 0xFF, 0xD9]

    /// The length of the front part that carries the serial number and no facts.
    static let frontLength = 12

    // MARK: TIFF

    private struct Entry {
        let tag: Int
        let format: Int
        let count: Int
        let value: [UInt8]
    }

    /// Big-endian, the main directory, then EXIF's, then GPS's, each followed by its values.
    private var tiff: [UInt8] {
        var exif: [Entry] = []
        if let dateTimeOriginal { exif.append(Self.text(0x9003, dateTimeOriginal)) }
        if let offset { exif.append(Self.text(0x9011, offset)) }
        if let subSeconds { exif.append(Self.text(0x9291, subSeconds)) }
        var main: [Entry] = []
        if let description { main.append(Self.text(0x010E, description)) }
        main.append(Entry(tag: 0x0112, format: 3, count: 1, value: Self.short(orientation)))
        // The pointers' places must be known before their values are.
        let pointers = 1 + (position == nil ? 0 : 1)
        let exifStart = 8 + Self.length(main) + 12 * pointers
        main.append(Entry(tag: 0x8769, format: 4, count: 1, value: Self.long(UInt32(exifStart))))
        let gpsStart = exifStart + Self.length(exif)
        if position != nil {
            main.append(Entry(tag: 0x8825, format: 4, count: 1, value: Self.long(UInt32(gpsStart))))
        }
        return Array("MM".utf8) + Self.short(42) + Self.long(8) + Self.directory(main, at: 8)
            + Self.directory(exif, at: exifStart) + (position == nil ? [] : Self.directory(gps, at: gpsStart))
    }

    private var gps: [Entry] {
        guard let position else { return [] }
        return [
            Self.text(1, (position.latitude.first ?? 0) < 0 ? "S" : "N"),
            Self.fractions(2, position.latitude),
            Self.text(3, (position.longitude.first ?? 0) < 0 ? "W" : "E"),
            Self.fractions(4, position.longitude),
        ]
    }

    private static func text(_ tag: Int, _ text: String) -> Entry {
        Entry(tag: tag, format: 2, count: text.utf8.count + 1, value: Array(text.utf8) + [0])
    }

    private static func fractions(_ tag: Int, _ parts: [Int]) -> Entry {
        Entry(
            tag: tag,
            format: 5,
            count: parts.count,
            value: parts.flatMap { long(UInt32(abs($0))) + long(1) }
        )
    }

    private static func length(_ entries: [Entry]) -> Int {
        2 + entries.count * 12 + 4 + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private static func directory(_ entries: [Entry], at start: Int) -> [UInt8] {
        var head = short(entries.count)
        var values: [UInt8] = []
        let valueStart = start + 2 + entries.count * 12 + 4
        for entry in entries {
            head += short(entry.tag) + short(entry.format) + long(UInt32(entry.count))
            if entry.value.count > 4 {
                head += long(UInt32(valueStart + values.count))
                values += entry.value
            } else {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return head + long(0) + values
    }

    private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + short(payload.count + 2) + payload
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }

    private static func long(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
    }
}

extension Disk {
    /// Writes a photo of one and the same day.
    ///
    /// - Parameter serial: makes its content differ from that of others.
    static func writePhoto(_ serial: Int, to path: FilePath, description: String? = nil) throws {
        var photo = PhotoFile(dateTimeOriginal: "2016:11:05 12:34:56")
        photo.serial = serial
        photo.description = description
        try Disk.write(photo.bytes, to: path)
    }
}
