/// A WebP file by its chunks, of which some are replaced (WebP Container Specification).
struct WebPFile {
    struct Chunk {
        let type: [UInt8]
        /// With type, length and what makes it even.
        let range: Range<Int>
        let data: Range<Int>
    }

    /// In the first byte of `VP8X`.
    private enum Flag {
        static let xmp: UInt8 = 0x04
        static let exif: UInt8 = 0x08
        static let alpha: UInt8 = 0x10
    }

    let bytes: [UInt8]
    private(set) var chunks: [Chunk] = []
    /// Stored pixels.
    let size: (width: UInt32, height: UInt32)?
    private let end: Int
    private let hasAlpha: Bool
    private var replacements = Replacements()
    private var announced: UInt8 = 0

    init(_ bytes: [UInt8]) throws(ImageEditingError) {
        guard bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8)
        else {
            throw .notThisFormat
        }
        let length = Self.number(bytes, 4, 4)
        guard length >= 4, length <= bytes.count - 8 else { throw .damaged }
        self.bytes = bytes
        end = 8 + length
        var position = 12
        while position < end {
            guard position <= end - 8 else { throw .damaged }
            let length = Self.number(bytes, position + 4, 4)
            guard length <= end - position - 8 else { throw .damaged }
            let data = (position + 8)..<(position + 8 + length)
            let next = min(data.upperBound + length % 2, end)
            chunks.append(
                Chunk(type: Array(bytes[position..<(position + 4)]), range: position..<next, data: data)
            )
            position = next
        }
        (size, hasAlpha) = Self.canvas(bytes, chunks.first)
    }

    /// As the first chunk tells it: `VP8X`, or that of an image (RFC 6386 §9.1; WebP Lossless Bitstream Specification §3).
    private static func canvas(
        _ bytes: [UInt8],
        _ chunk: Chunk?
    ) -> (size: (width: UInt32, height: UInt32)?, hasAlpha: Bool) {
        guard let chunk, chunk.data.count >= (chunk.type == Array("VP8L".utf8) ? 5 : 10) else {
            return (nil, false)
        }
        let start = chunk.data.lowerBound
        switch chunk.type {
        case Array("VP8X".utf8):
            let (width, height) = (number(bytes, start + 4, 3) + 1, number(bytes, start + 7, 3) + 1)
            return ((UInt32(width), UInt32(height)), bytes[start] & Flag.alpha != 0)
        case Array("VP8 ".utf8):
            guard bytes[(start + 3)..<(start + 6)] == [0x9D, 0x01, 0x2A] else { return (nil, false) }
            let (width, height) = (number(bytes, start + 6, 2) & 0x3FFF, number(bytes, start + 8, 2) & 0x3FFF)
            return ((UInt32(width), UInt32(height)), false)
        case Array("VP8L".utf8):
            guard bytes[start] == 0x2F else { return (nil, false) }
            let bits = number(bytes, start + 1, 4)
            let (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            return ((UInt32(width), UInt32(height)), bits >> 28 & 1 != 0)
        default: return (nil, false)
        }
    }

    /// The lowest byte first.
    private static func number(_ bytes: [UInt8], _ position: Int, _ length: Int) -> Int {
        bytes[position..<(position + length)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    func chunks(_ type: StaticString) -> [Chunk] { chunks.filter { $0.type == type.bytes } }

    // MARK: Replacing

    /// Replaces the chunk of EXIF, or adds one at the end.
    mutating func replaceExif(_ chunk: Chunk?, with data: [UInt8]) throws(ImageEditingError) {
        announced |= Flag.exif
        try replace(chunk, "EXIF", with: data)
    }

    mutating func replacePacket(_ chunk: Chunk?, with data: [UInt8]) throws(ImageEditingError) {
        announced |= Flag.xmp
        try replace(chunk, "XMP ", with: data)
    }

    private mutating func replace(_ chunk: Chunk?, _ type: StaticString, with data: [UInt8])
        throws(ImageEditingError)
    {
        replacements.replace(chunk?.range ?? end..<end, with: try Self.encoded(type, data))
    }

    private static func encoded(_ type: StaticString, _ data: [UInt8]) throws(ImageEditingError) -> [UInt8] {
        guard let length = UInt32(exactly: data.count) else { throw .noRoom }
        return type.bytes + TIFFValue.number(length, 4, false) + data + (data.count % 2 == 0 ? [] : [0])
    }

    /// The file as its new chunks and what announces them make it; `nil` where nothing was replaced.
    func replaced() throws(ImageEditingError) -> [UInt8]? {
        guard !replacements.isEmpty else { return nil }
        var replacements = replacements
        if let header = chunks.first, header.type == Array("VP8X".utf8), !header.data.isEmpty {
            let start = header.data.lowerBound
            replacements.replace(start..<(start + 1), with: [bytes[start] | announced])
        } else {
            guard let size, size.width > 0, size.height > 0 else { throw .damaged }
            let flags = announced | (hasAlpha ? Flag.alpha : 0)
            let header =
                [flags, 0, 0, 0] + TIFFValue.number(size.width - 1, 3, false)
                + TIFFValue.number(size.height - 1, 3, false)
            replacements.replace(12..<12, with: try Self.encoded("VP8X", header))
        }
        var result = replacements.applied(to: bytes)
        // What stands behind the image is not of it.
        guard let length = UInt32(exactly: result.count - (bytes.count - end) - 8) else { throw .noRoom }
        result.replaceSubrange(4..<8, with: TIFFValue.number(length, 4, false))
        return result
    }
}
