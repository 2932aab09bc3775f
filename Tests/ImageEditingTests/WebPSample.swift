/// A WebP of nothing but what the tests ask of one.
struct WebPSample {
    var chunks: [UInt8]
    /// Behind the file's end, as it tells it.
    var trailer: [UInt8] = []

    /// 4 × 3.
    static let lossy = chunk("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 4, 0, 3, 0, 7])
    /// 4 × 3, transparent.
    static let lossless = chunk("VP8L", [0x2F, 3, 0x80, 0, 0x10, 0x77])

    var bytes: [UInt8] {
        Array("RIFF".utf8) + [UInt8(chunks.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunks + trailer
    }

    static func header(_ flags: UInt8) -> [UInt8] { chunk("VP8X", [flags, 0, 0, 0, 3, 0, 0, 2, 0, 0]) }

    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        Array(type.utf8) + [UInt8(data.count), 0, 0, 0] + data + (data.count % 2 == 0 ? [] : [0])
    }
}
