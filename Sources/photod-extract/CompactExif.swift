/// An EXIF block of nothing but what is asked for, made of one that libexif does not take: longer than a segment of a JPEG,
/// or a BigTIFF.
struct CompactExif {
    /// Beginning with `Exif\0\0`, at most 64 KiB long; empty where the structure holds nothing that is asked for.
    var block: [UInt8] = []
    /// Out of Apple's maker note.
    private(set) var contentIdentifier: [UInt8] = []

    private let isBigEndian: Bool

    private static let header = Array("Exif\0\0".utf8)
    /// A longer text is cut; other values have a few bytes.
    private static let valueLimit = 10_000
    private static let blockLimit = 60_000

    private enum Pointer {
        static let exif: UInt16 = 0x8769
        static let gps: UInt16 = 0x8825
    }

    private struct Directory {
        var entries: [(tag: UInt16, type: UInt16, count: Int, value: ArraySlice<UInt8>)] = []

        /// With the values behind the entries.
        var length: Int {
            6 + 12 * entries.count
                + entries.reduce(0) { $0 + ($1.value.count > 4 ? ($1.value.count + 1) & ~1 : 0) }
        }
    }

    init(_ directories: TIFFDirectories) {
        isBigEndian = directories.isBigEndian
        let main = directories.main
        var image = copy(main, of: directories) { ExifTag(rawValue: $0) != nil }
        func inner(_ pointer: UInt16, _ isWanted: (UInt16) -> Bool) -> Directory {
            guard let entry = main.first(where: { $0.tag == pointer }), let start = directories.number(entry)
            else { return Directory() }
            return copy(directories.entries(at: start), of: directories, isWanted)
        }
        let exif = inner(Pointer.exif) { ExifTag(rawValue: $0) != nil }
        let position = inner(Pointer.gps) { GPSTag(rawValue: $0) != nil }
        if let entry = main.first(where: { $0.tag == Pointer.exif }), let start = directories.number(entry),
            let note = directories.entries(at: start).first(where: { $0.tag == ExifTag.makerNote.rawValue })
        {
            let bytes = UnsafeRawBufferPointer(rebasing: directories.bytes[note.value])
            contentIdentifier = AppleMakerNote.contentIdentifier(in: bytes)
        }
        for (pointer, directory) in [(Pointer.exif, exif), (Pointer.gps, position)]
        where !directory.entries.isEmpty {
            image.entries.append((pointer, 4, 1, ArraySlice([0, 0, 0, 0])))
        }
        image.entries.sort { $0.tag < $1.tag }
        write(image, exif, position)
    }

    private func copy(
        _ entries: [TIFFDirectories.Entry],
        of directories: TIFFDirectories,
        _ isWanted: (UInt16) -> Bool
    ) -> Directory {
        var directory = Directory()
        for entry in entries where isWanted(entry.tag) && entry.tag != ExifTag.makerNote.rawValue {
            let isText = [1, 2, 6, 7].contains(entry.type)
            // Types that only BigTIFF has say nothing that is asked for.
            guard entry.type <= 12, isText || entry.value.count <= 64 else { continue }
            let value = ArraySlice(directories.bytes[entry.value].prefix(Self.valueLimit))
            guard directory.length + value.count <= Self.blockLimit / 3 else { break }
            directory.entries.append((entry.tag, entry.type, isText ? value.count : entry.count, value))
        }
        return directory
    }

    private mutating func write(_ image: Directory, _ exif: Directory, _ position: Directory) {
        guard !image.entries.isEmpty else { return }
        let exifStart = 8 + image.length
        let positionStart = exifStart + exif.length
        block = Self.header + (isBigEndian ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4)
        var pointed = image
        for index in pointed.entries.indices {
            let tag = pointed.entries[index].tag
            if tag == Pointer.exif { pointed.entries[index].value = ArraySlice(number(exifStart, 4)) }
            if tag == Pointer.gps { pointed.entries[index].value = ArraySlice(number(positionStart, 4)) }
        }
        for directory in [pointed, exif, position] { append(directory) }
    }

    private mutating func append(_ directory: Directory) {
        block += number(directory.entries.count, 2)
        var values: [UInt8] = []
        let valuesStart = block.count - Self.header.count + 12 * directory.entries.count + 4
        for entry in directory.entries {
            block += number(Int(entry.tag), 2) + number(Int(entry.type), 2) + number(entry.count, 4)
            if entry.value.count <= 4 {
                block += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                block += number(valuesStart + values.count, 4)
                values += entry.value
                if values.count % 2 == 1 { values.append(0) }
            }
        }
        block += number(0, 4) + values
    }

    private func number(_ value: Int, _ length: Int) -> [UInt8] {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }
}
