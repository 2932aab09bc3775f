import PhotoModel
import WorkerBox

/// What a GIF file says of itself: its size, and the XMP packet of an application extension (GIF89a §26, Adobe's XMP
/// specification part 3 §1.1.2).
struct GIFLayout {
    let width: UInt32
    let height: UInt32
    /// Where a packet begins that is longer than a window onto the file.
    private(set) var longPacket: Int?

    private enum Block {
        static let extensionIntroducer: UInt8 = 0x21
        static let image: UInt8 = 0x2C
        static let application: UInt8 = 0xFF
    }

    /// The packet is no sub-blocks but plain bytes, behind which 258 others make every reader come out right.
    private static let trailerLength = 258
    private static let windowLength = 65_000
    private static let longestPacket = 4 << 20
    private static let headerLength: Int64 = 13

    /// - Throws: `notThisFormat` for what does not begin like a GIF, `truncated` for one that ends before its size.
    init(reading head: inout FileHead, found: (UnsafeRawBufferPointer) -> Void) throws(UnreadableFile) {
        guard let start = try head.bytes(at: 0, min(6, Int(clamping: head.size))),
            start.elementsEqual("GIF87a".utf8) || start.elementsEqual("GIF89a".utf8)
        else { throw UnreadableFile(reason: .notThisFormat) }
        guard let header = try head.bytes(at: 0, Int(Self.headerLength)) else {
            throw UnreadableFile(reason: .truncated)
        }
        width = UInt32(header[6]) | UInt32(header[7]) << 8
        height = UInt32(header[8]) | UInt32(header[9]) << 8
        var position = Self.headerLength + Self.paletteLength(header[10])
        while let introducer = try head.bytes(at: position, 2)?.first {
            switch introducer {
            case Block.extensionIntroducer:
                guard let label = try head.bytes(at: position, 2)?[1] else { return }
                if label == Block.application, try readXMP(&head, at: position + 2, found) { return }
                position += 2
            case Block.image:
                guard let image = try head.bytes(at: position, 11) else { return }
                // The descriptor, its palette, and the least code size.
                position += 10 + Self.paletteLength(image[9]) + 1
            default: return
            }
            guard try Self.skipBlocks(&head, from: &position) else { return }
        }
    }

    private static func paletteLength(_ flags: UInt8) -> Int64 {
        flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 0x07) + 1)
    }

    /// Passes over sub-blocks up to the empty one. `false` at the end of the file.
    private static func skipBlocks(_ head: inout FileHead, from position: inout Int64) throws(UnreadableFile)
        -> Bool
    {
        while let length = try head.bytes(at: position, 1)?.first {
            position += 1 + Int64(length)
            if length == 0 { return true }
        }
        return false
    }

    private mutating func readXMP(
        _ head: inout FileHead,
        at position: Int64,
        _ found: (UnsafeRawBufferPointer) -> Void
    ) throws(UnreadableFile) -> Bool {
        guard let name = try head.bytes(at: position, 12), name[0] == 11,
            name[1...].elementsEqual("XMP DataXMP".utf8)
        else { return false }
        let start = position + 12
        let length = Int(min(Int64(Self.windowLength), head.size - start))
        guard let bytes = try head.bytes(at: start, length) else { return false }
        if let packet = Self.packet(in: UnsafeRawBufferPointer(bytes)) {
            found(packet)
        } else if length == Self.windowLength {
            longPacket = Int(exactly: start)
        } else {
            return false
        }
        return true
    }

    /// The packet that `bytes` begin with. Text has no NUL; the trailer begins with 1 and ends with one.
    private static func packet(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let end = bytes.firstIndex(of: 0), end >= trailerLength - 1 else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[..<(end - (trailerLength - 2))])
    }

    /// The packet that was too long, out of the whole file.
    static func packet(
        in file: UnsafeRawBufferPointer,
        at start: Int
    ) -> UnsafeRawBufferPointer? {
        packet(in: UnsafeRawBufferPointer(rebasing: file.dropFirst(start).prefix(longestPacket)))
    }
}
