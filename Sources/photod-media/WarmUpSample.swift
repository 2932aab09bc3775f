import CShims

/// The smallest files that take the ways of large ones, so that what libraries load at first use is loaded.
struct WarmUpSample {
    let bytes: [UInt8]

    static let all = [movie, transportStream]

    /// A descriptor to read the sample from; `nil` where the system has no memory for it.
    func open() -> Int32? {
        let descriptor = photod_memory_file(bytes, bytes.count)
        return descriptor >= 0 ? descriptor : nil
    }

    /// A movie with a header and no tracks.
    private static let movie: WarmUpSample = {
        let type = box("ftyp", Array("isom\0\0\0\0isom".utf8))
        var header = [UInt8](repeating: 0, count: 100)
        header[3] = 0
        // Units a second, and as many of them.
        header[14] = 1
        header[18] = 1
        return WarmUpSample(bytes: type + box("moov", box("mvhd", header)))
    }()

    /// Packets of a stream that holds nothing.
    private static let transportStream = WarmUpSample(
        bytes: (0..<16).flatMap { _ in [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184) }
    )

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let length = UInt32(truncatingIfNeeded: 8 + content.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + Array(type.utf8) + content
    }
}
