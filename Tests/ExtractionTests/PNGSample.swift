/// Builds PNG files for tests: chunks with checksums that nobody looks at.
struct PNGSample {
    var size: (width: UInt32, height: UInt32) = (640, 480)
    /// Before the image data, and behind it.
    var chunks: [[UInt8]] = []
    var trailing: [[UInt8]] = []
    /// Pieces of image data, each in a chunk of its own.
    var imageChunks = 3

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        bytes(UInt32(data.count)) + Array(type.utf8) + data + [0, 0, 0, 0]
    }

    static func text(_ keyword: String, _ text: String) -> [UInt8] {
        chunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
    }

    static func international(_ keyword: String, _ text: String, isCompressed: Bool = false) -> [UInt8] {
        chunk(
            "iTXt",
            Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0] + Array("en\0\0".utf8)
                + (isCompressed ? deflated(Array(text.utf8)) : Array(text.utf8))
        )
    }

    /// A `zTXt` chunk.
    static func compressed(_ keyword: String, _ text: String) -> [UInt8] {
        chunk("zTXt", Array(keyword.utf8) + [0, 0] + deflated(Array(text.utf8)))
    }

    /// A zlib stream (RFC 1950) of one block that is stored as it is (RFC 1951, §3.2.4); up to 65,535 bytes.
    static func deflated(_ data: [UInt8]) -> [UInt8] {
        let count = UInt16(data.count)
        func little(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01, 1] + little(count) + little(~count) + data + bytes(high << 16 | low)
    }

    var bytes: [UInt8] {
        let header = Self.bytes(size.width) + Self.bytes(size.height) + [8, 2, 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += Self.chunk("IHDR", header) + chunks.joined()
        for _ in 0..<imageChunks { bytes += Self.chunk("IDAT", [UInt8](repeating: 0x55, count: 8192)) }
        return bytes + trailing.joined() + Self.chunk("IEND", [])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
