/// Files that hold a JPEG to be shown in their place, and nothing else that could be.
enum EmbeddedPictures {
    /// A Photoshop document with the preview that the program puts into one.
    static func photoshop(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8] {
        let row = (width * 24 + 31) / 32 * 4
        let numbers = [1, width, height, row, row * height, jpeg.count].flatMap { big($0, 4) }
        let resource = numbers + big(24, 2) + big(1, 2) + jpeg
        let padding = [UInt8](repeating: 0, count: resource.count % 2)
        let block =
            Array("8BIM".utf8) + big(0x040C, 2) + [0, 0] + big(resource.count, 4) + resource + padding
        let header =
            Array("8BPS".utf8) + big(1, 2) + big(0, 6) + big(3, 2) + big(height, 4) + big(width, 4)
            + big(8, 2)
            + big(3, 2)
        let pixels = big(0, 2) + [UInt8](repeating: 0, count: width * height * 3)
        return header + big(0, 4) + big(block.count, 4) + block + big(0, 4) + pixels
    }

    /// A digital negative with a preview and an orientation.
    static func negative(_ jpeg: [UInt8], width: Int, height: Int, orientation: Int) -> [UInt8] {
        let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
            (0x00FE, 4, 1, 1), (0x0100, 4, 1, width), (0x0101, 4, 1, height), (0x0103, 3, 1, 7),
            (0x0112, 3, 1, orientation), (0x0201, 4, 1, 0), (0x0202, 4, 1, jpeg.count),
            (0xC612, 1, 4, 0x0401),
        ]
        let start = 8 + 2 + 12 * entries.count + 4
        var bytes = Array("II*\0".utf8) + little(8, 4) + little(entries.count, 2)
        for entry in entries {
            bytes += little(entry.tag, 2) + little(entry.type, 2) + little(entry.count, 4)
            bytes += little(entry.tag == 0x0201 ? start : entry.value, 4)
        }
        return bytes + little(0, 4) + jpeg
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] { little(value, count).reversed() }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
