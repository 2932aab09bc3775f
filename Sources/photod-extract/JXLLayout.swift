import CBrotli

/// The boxes of a JPEG XL file (ISO/IEC 18181-2 §9): EXIF and XMP, as they are or compressed, as its encoder leaves
/// them by default.
struct JXLLayout {
    /// A TIFF structure; empty where there is none.
    private(set) var exif: [UInt8] = []
    private(set) var packet: [UInt8] = []
    private(set) var image: JXLImageHeader?

    /// More than EXIF or XMP of any photo has.
    private static let lengthLimit = 4 << 20

    /// `nil` for what does not begin like one: with the signature of its boxes, or with an image that has none.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let file = BigEndianBytes(bytes)
        image = JXLImageHeader(bytes)
        if image != nil { return }
        guard file.has("JXL ", at: 4) else { return nil }
        file.forEachBox { type, content in
            image = image ?? Self.image(type, content)
            if type.has("brob", at: 0) {
                guard isWanted(content) else { return true }
                let stored = UnsafeRawBufferPointer(rebasing: content.bytes.dropFirst(4))
                Self.decompressed(stored).withUnsafeBytes { take(content, BigEndianBytes($0)) }
            } else if isWanted(type) {
                take(type, content)
            }
            return true
        }
    }

    /// The image may come in pieces, each behind a number.
    private static func image(_ type: BigEndianBytes, _ content: BigEndianBytes) -> JXLImageHeader? {
        if type.has("jxlc", at: 0) { return JXLImageHeader(content.bytes) }
        guard type.has("jxlp", at: 0), let piece = content.part(from: 4) else { return nil }
        return JXLImageHeader(piece.bytes)
    }

    /// Of two boxes the first counts.
    private func isWanted(_ type: BigEndianBytes) -> Bool {
        type.has("Exif", at: 0) && exif.isEmpty || type.has("xml ", at: 0) && packet.isEmpty
    }

    private mutating func take(_ type: BigEndianBytes, _ content: BigEndianBytes) {
        let used = content.bytes.prefix(Self.lengthLimit)
        guard type.has("Exif", at: 0) else {
            packet = Array(used)
            return
        }
        // Four bytes say how far behind them the structure begins.
        guard let distance = content.number(at: 0, length: 4), distance < used.count - 4 else { return }
        exif = Array(used.dropFirst(4 + distance))
    }

    private static func decompressed(_ stored: UnsafeRawBufferPointer) -> [UInt8] {
        var length = min(lengthLimit, max(1 << 16, stored.count * 64))
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            let result = stored.withMemoryRebound(to: UInt8.self) {
                BrotliDecoderDecompress($0.count, $0.baseAddress, &length, buffer.baseAddress)
            }
            count = result == BROTLI_DECODER_RESULT_SUCCESS ? length : 0
        }
    }
}
