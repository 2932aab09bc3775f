/// Movies made by hand, box by box (ISO 14496-12 §4.2).
enum Boxes {
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        box(Array(type.utf8), content)
    }

    static func box(_ type: [UInt8], _ content: [UInt8]) -> [UInt8] {
        number(UInt32(8 + content.count)) + type + content
    }

    /// The type of QuickTime's texts: © in one byte and three letters.
    static func quickTime(_ letters: String) -> [UInt8] {
        [0xA9] + Array(letters.utf8)
    }

    /// A movie without tracks: what is given lies behind the header in its `moov`.
    static func movie(_ content: [UInt8] = []) -> [UInt8] {
        // Made 2016-09-12T10:34:56Z, in seconds since 1904.
        let made = number(1_473_676_496 + 2_082_844_800)
        let header = number(0) + made + made + number(1000) + number(2500) + [UInt8](repeating: 0, count: 80)
        return box("ftyp", Array("isom\0\0\0\0isom".utf8)) + box("moov", box("mvhd", header) + content)
    }

    static func number(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
