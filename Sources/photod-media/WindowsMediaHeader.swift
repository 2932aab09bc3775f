import PhotoModel
import WorkerBox

/// When a Windows Media file was made: in its header (ASF specification §3.2), where libavformat passes it
/// over.
struct WindowsMediaHeader {
    /// `2016-09-12T10:34:56.000Z`
    private(set) var creation: [UInt8]?

    /// How an object begins: what it is, and how long it is.
    private static let objectHeaderLength: Int64 = 24
    /// The header object has the number of its objects as well.
    private static let headerLength: Int64 = 30
    private static let objectLimit = 64
    /// `8CABDCA1-A947-11CF-8EE4-00C00C205365`, as it lies in the file.
    private static let fileProperties: [UInt8] = [
        0xA1, 0xDC, 0xAB, 0x8C, 0x47, 0xA9, 0xCF, 0x11, 0x8E, 0xE4, 0x00, 0xC0, 0x0C, 0x20, 0x53, 0x65,
    ]
    /// Behind the object's header lie the file's identifier and its length.
    private static let creationOffset: Int64 = objectHeaderLength + 16 + 8
    /// Seconds from 1601, when this count of time begins, to 1970.
    private static let beginning: Int64 = 11_644_473_600

    init(reading head: inout FileHead) throws(UnreadableFile) {
        var position = Self.headerLength
        for _ in 0..<Self.objectLimit {
            guard let object = try head.bytes(at: position, Int(Self.objectHeaderLength)) else { return }
            let isWanted = object[..<16].elementsEqual(Self.fileProperties)
            let length = Self.number(object[16..<24])
            if isWanted {
                guard let time = try head.bytes(at: position + Self.creationOffset, 8) else { return }
                creation = Self.text(Self.number(time[...]))
                return
            }
            guard length >= Self.objectHeaderLength, length <= head.size - position else { return }
            position += length
        }
    }

    private static func number(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Int64 {
        bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }

    /// Of tenths of microseconds since 1601; `nil` for none.
    private static func text(_ time: Int64) -> [UInt8]? {
        guard time > 0 else { return nil }
        let microseconds = time / 10 - beginning * 1_000_000
        return Array((LocalTime(microseconds: microseconds).text(fractionDigits: 3) + "Z").utf8)
    }
}
