/// A PNG of nothing but what the tests ask of one.
struct PNGSample {
    /// Chunks before the image data.
    var before: [UInt8] = []
    /// And behind them.
    var behind: [UInt8] = []

    var bytes: [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + Self.chunk("IHDR", [0, 0, 0, 4, 0, 0, 0, 3, 8, 2, 0, 0, 0])
            + before + Self.chunk("IDAT", [1, 2, 3]) + behind + Self.chunk("IEND", [])
    }

    /// Its checksum is none.
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + Array(type.utf8) + data + [9, 9, 9, 9]
    }

    static func text(_ type: String, _ text: String) -> [UInt8] { chunk(type, Array(text.utf8)) }
}
