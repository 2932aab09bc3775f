import PhotoModel

/// Pictures of one grey, written without a compressor.
enum GreyPicture {
    /// Two colours of which one is used, one bit a pixel, in stored blocks (RFC 1950, RFC 1951).
    static func png(edge: Int) -> [UInt8] {
        let row = [UInt8](repeating: 0, count: 1 + (edge + 7) / 8)
        let rows = (0..<edge).flatMap { _ in row }
        var stream: [UInt8] = [0x78, 0x01]
        var rest = rows[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for number in [length, ~length] {
                withUnsafeBytes(of: number.littleEndian) { stream.append(contentsOf: $0) }
            }
            stream.append(contentsOf: block)
        } while !rest.isEmpty
        withUnsafeBytes(of: adler(rows).bigEndian) { stream.append(contentsOf: $0) }
        var header: [UInt8] = []
        for _ in 0..<2 { withUnsafeBytes(of: UInt32(edge).bigEndian) { header.append(contentsOf: $0) } }
        header += [1, 3, 0, 0, 0]
        let chunks =
            PNGPicture.chunk("IHDR".utf8, header) + PNGPicture.chunk("PLTE".utf8, [0x80, 0x80, 0x80])
            + PNGPicture.chunk("IDAT".utf8, stream)
        return PNGPicture.signature + chunks + PNGPicture.end
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
