/// A TIFF or a DNG of nothing but what tests ask of one: two strips of one byte each a page, and what is said of them.
public struct TIFFSample: Sendable {
    public var isBigEndian = false
    public var isDNG = false
    public var pages = 1
    /// What the first strip holds, so that no two samples are alike.
    public var serial: UInt8 = 0
    public var description: String?
    public var packet: String?
    public var iptc: [UInt8]?
    /// 7: bytes; 4: numbers of four bytes, as Photoshop has it.
    public var iptcType: UInt16 = 7
    /// Photoshop's.
    public var resources: [UInt8]?
    /// With a date and a camera's notes.
    public var hasEXIF = false

    public static let notes = "camera notes, which say where they lie"

    public init() {}

    public var bytes: [UInt8] {
        var file = File(isBigEndian: isBigEndian)
        var next: UInt32 = 0
        for page in (0..<pages).reversed() { next = directory(of: page, next, &file) }
        file.bytes.replaceSubrange(4..<8, with: file.number(next, 4))
        return file.bytes
    }

    private func directory(of page: Int, _ next: UInt32, _ file: inout File) -> UInt32 {
        let strips = [file.add([page == 0 ? serial : UInt8(page)]), file.add([0xAA])]
        var entries: [Entry] = [
            file.longs(0x0100, [1]), file.longs(0x0101, [2]), file.shorts(0x0102, [8]),
            file.shorts(0x0103, [1]),
            file.shorts(0x0106, [1]), file.longs(0x0111, strips), file.shorts(0x0115, [1]),
            file.longs(0x0116, [1]),
            file.longs(0x0117, [1, 1]), file.longs(0x011A, [72, 1], type: 5),
            file.longs(0x011B, [72, 1], type: 5),
        ]
        if page == 0 {
            if let description { entries.append(file.text(0x010E, description)) }
            if let packet { entries.append(Entry(tag: 0x02BC, type: 1, data: Array(packet.utf8))) }
            if let iptc { entries.append(Entry(tag: 0x83BB, type: iptcType, data: iptc)) }
            if let resources { entries.append(Entry(tag: 0x8649, type: 1, data: resources)) }
            if hasEXIF { entries.append(file.longs(0x8769, [exif(&file)])) }
            if isDNG {
                entries.append(file.text(0x010F, "Camera"))
                entries.append(file.longs(0x014A, [raw(&file)]))
                entries.append(Entry(tag: 0xC612, type: 1, data: [1, 4, 0, 0]))
                entries.append(file.text(0xC614, "Camera"))
                entries.append(Entry(tag: 0xC634, type: 1, data: Array("private data".utf8)))
            }
        }
        return file.add(entries, next)
    }

    private func exif(_ file: inout File) -> UInt32 {
        let entries = [
            Entry(tag: 0x9000, type: 7, data: Array("0230".utf8)), file.text(0x9003, "2001:02:03 04:05:06"),
            Entry(tag: 0x927C, type: 7, data: Array(Self.notes.utf8)),
        ]
        return file.add(entries, 0)
    }

    private func raw(_ file: inout File) -> UInt32 {
        let strip = file.add(Array("raw strip".utf8))
        return file.add([file.longs(0x0100, [3]), file.longs(0x0111, [strip]), file.longs(0x0117, [9])], 0)
    }

    private struct Entry {
        let tag: UInt16
        let type: UInt16
        let data: [UInt8]
    }

    private struct File {
        let isBigEndian: Bool
        var bytes: [UInt8]

        init(isBigEndian: Bool) {
            self.isBigEndian = isBigEndian
            bytes = (isBigEndian ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]) + [0, 0, 0, 0]
        }

        func number(_ value: UInt32, _ length: Int) -> [UInt8] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            return isBigEndian ? bytes.reversed() : bytes
        }

        func longs(_ tag: UInt16, _ values: [UInt32], type: UInt16 = 4) -> Entry {
            Entry(tag: tag, type: type, data: values.flatMap { number($0, 4) })
        }

        func shorts(_ tag: UInt16, _ values: [UInt32]) -> Entry {
            Entry(tag: tag, type: 3, data: values.flatMap { number($0, 2) })
        }

        func text(_ tag: UInt16, _ text: String) -> Entry {
            Entry(tag: tag, type: 2, data: Array(text.utf8) + [0])
        }

        /// Where it lies now.
        mutating func add(_ data: [UInt8]) -> UInt32 {
            if bytes.count % 2 != 0 { bytes.append(0) }
            defer { bytes += data }
            return UInt32(bytes.count)
        }

        mutating func add(_ entries: [Entry], _ next: UInt32) -> UInt32 {
            let sizes: [UInt16: Int] = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
            var table = number(UInt32(entries.count), 2)
            for entry in entries.sorted(by: { $0.tag < $1.tag }) {
                let count = entry.data.count / (sizes[entry.type] ?? 1)
                table +=
                    number(UInt32(entry.tag), 2) + number(UInt32(entry.type), 2) + number(UInt32(count), 4)
                table +=
                    entry.data.count > 4
                    ? number(add(entry.data), 4)
                    : entry.data + [UInt8](repeating: 0, count: 4 - entry.data.count)
            }
            return add(table + number(next, 4))
        }
    }
}
