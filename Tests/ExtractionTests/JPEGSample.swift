/// Builds JPEG files for tests: headers as real ones have them, and image data that nobody decodes.
struct JPEGSample {
    /// One entry of an EXIF directory.
    struct Entry {
        let tag: UInt16
        let format: UInt16
        let count: UInt32
        let value: [UInt8]

        static func text(_ tag: UInt16, _ text: String) -> Entry { bytes(tag, Array(text.utf8) + [0]) }

        static func bytes(_ tag: UInt16, _ bytes: [UInt8], format: UInt16 = 2) -> Entry {
            Entry(tag: tag, format: format, count: UInt32(bytes.count), value: bytes)
        }
    }

    /// Numbers in one byte order.
    struct Numbers {
        var isBigEndian = true

        func short(_ value: UInt16) -> [UInt8] { bytes(value) }

        func long(_ value: UInt32) -> [UInt8] { bytes(value) }

        func shortEntry(_ tag: UInt16, _ value: UInt16) -> Entry {
            Entry(tag: tag, format: 3, count: 1, value: short(value))
        }

        func longEntry(_ tag: UInt16, _ value: UInt32) -> Entry {
            Entry(tag: tag, format: 4, count: 1, value: long(value))
        }

        func fractions(_ tag: UInt16, _ parts: [(UInt32, UInt32)], format: UInt16 = 5) -> Entry {
            Entry(
                tag: tag,
                format: format,
                count: UInt32(parts.count),
                value: parts.flatMap { long($0.0) + long($0.1) }
            )
        }

        private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
        }
    }

    var numbers = Numbers()
    var main: [Entry] = []
    var exif: [Entry] = []
    var gps: [Entry] = []
    /// Segments before the EXIF block, and behind it.
    var before: [[UInt8]] = []
    var after: [[UInt8]] = []
    var size: (width: UInt16, height: UInt16)? = (4032, 3024)
    /// A thumbnail as large as the block allows makes it long.
    var thumbnail: [UInt8] = []
    var hasExif = true

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }

    /// Everything up to and with the start of scan, then some image data and the end.
    var bytes: [UInt8] {
        headers + Self.segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0x34, 0xFF, 0x00, 0xFF, 0xD9]
    }

    var headers: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8] + before.joined()
        if hasExif { bytes += Self.segment(0xE1, Array("Exif\0\0".utf8) + tiff) }
        bytes += after.joined()
        bytes += Self.segment(0xDB, [UInt8](repeating: 1, count: 65))
        if let size {
            bytes += Self.segment(
                0xC0,
                [
                    8, UInt8(size.height >> 8), UInt8(size.height & 0xFF), UInt8(size.width >> 8),
                    UInt8(size.width & 0xFF),
                ]
                    + [1, 1, 0x11, 0]
            )
        }
        return bytes + Self.segment(0xC4, [UInt8](repeating: 0, count: 28))
    }

    /// The TIFF structure: main directory, its values, then the others in the same way.
    var tiff: [UInt8] {
        var main = self.main
        let exifStart = 8 + Self.length(main.count + (exif.isEmpty ? 0 : 1) + (gps.isEmpty ? 0 : 1), main)
        let gpsStart = exifStart + (exif.isEmpty ? 0 : Self.length(exif.count, exif))
        let thumbnailStart = gpsStart + (gps.isEmpty ? 0 : Self.length(gps.count, gps))
        if !exif.isEmpty { main.append(numbers.longEntry(0x8769, UInt32(exifStart))) }
        if !gps.isEmpty { main.append(numbers.longEntry(0x8825, UInt32(gpsStart))) }

        var bytes: [UInt8] =
            Array((numbers.isBigEndian ? "MM" : "II").utf8) + numbers.short(42) + numbers.long(8)
        bytes += directory(main, at: 8, next: thumbnail.isEmpty ? 0 : thumbnailStart)
        if !exif.isEmpty { bytes += directory(exif, at: exifStart, next: 0) }
        if !gps.isEmpty { bytes += directory(gps, at: gpsStart, next: 0) }
        if !thumbnail.isEmpty {
            let data = thumbnailStart + Self.length(2, [])
            bytes += directory(
                [
                    numbers.longEntry(0x0201, UInt32(data)),
                    numbers.longEntry(0x0202, UInt32(thumbnail.count)),
                ],
                at: thumbnailStart,
                next: 0
            )
            bytes += thumbnail
        }
        return bytes
    }

    private static func length(_ count: Int, _ entries: [Entry]) -> Int {
        2 + count * 12 + 4 + entries.reduce(0) { $0 + ($1.value.count > 4 ? $1.value.count : 0) }
    }

    private func directory(_ entries: [Entry], at start: Int, next: Int) -> [UInt8] {
        var head = numbers.short(UInt16(entries.count))
        var values: [UInt8] = []
        let valueStart = start + 2 + entries.count * 12 + 4
        for entry in entries {
            head += numbers.short(entry.tag) + numbers.short(entry.format) + numbers.long(entry.count)
            if entry.value.count > 4 {
                head += numbers.long(UInt32(valueStart + values.count))
                values += entry.value
            } else {
                head += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            }
        }
        return head + numbers.long(UInt32(next)) + values
    }
}

extension JPEGSample {
    /// A phone's photo with everything photod asks for, and what it does not ask for.
    static func phone(isBigEndian: Bool = true) -> JPEGSample {
        var sample = JPEGSample()
        sample.numbers.isBigEndian = isBigEndian
        let numbers = sample.numbers
        sample.main = [
            .text(0x010E, "Beach trip"), .text(0x010F, "Maker"), .text(0x0110, "Model 5   "),
            numbers.shortEntry(0x0112, 6), numbers.fractions(0x011A, [(72, 1)]),
            .text(0x0131, "Firmware 1.0"),
            .text(0x0132, "2016:11:05 10:00:00"),
        ]
        sample.exif = [
            numbers.fractions(0x829A, [(1, 60)]), .text(0x9003, "2016:11:03 12:34:56"),
            .text(0x9004, "2016:11:04 12:34:57"), .text(0x9010, "+03:00"), .text(0x9011, "+02:00"),
            .text(0x9012, "-01:30"),
            .bytes(0x927C, Array("OLYMP\0".utf8) + [UInt8](repeating: 7, count: 300), format: 7),
            .text(0x9290, "3"), .text(0x9291, "78"), .text(0x9292, "123"), numbers.longEntry(0xA002, 640),
            numbers.longEntry(0xA003, 480),
        ]
        sample.gps = [
            .bytes(0x0000, [2, 3, 0, 0], format: 1), .text(0x0001, "S"),
            numbers.fractions(0x0002, [(33, 1), (51, 1), (3_600, 100)]), .text(0x0003, "E"),
            numbers.fractions(0x0004, [(151, 1), (12, 1), (0, 1)]),
        ]
        return sample
    }
}
