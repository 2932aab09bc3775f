import CZlib

/// The value of a text chunk of a PNG file (W3C, Portable Network Graphics, third edition, §11.3.3).
struct PNGText {
    /// `tEXt`, `zTXt` and `iTXt`.
    enum Form {
        case plain, compressed, international
    }

    /// UTF-8, wherever the writer kept to it.
    let value: [UInt8]

    /// - Parameters:
    ///   - chunk: its data, which begins with the keyword and a NUL.
    ///   - limit: how long the text may be once it is no longer compressed.
    /// - Returns: `nil` where the chunk ends too early, or is compressed by what no program knows, or is longer than that.
    init?(_ chunk: UnsafeRawBufferPointer, keywordLength: Int, _ form: Form, limit: Int) {
        var position = keywordLength + 1
        guard position <= chunk.count else { return nil }
        var isCompressed = form == .compressed
        switch form {
        case .plain: break
        case .compressed:
            guard position < chunk.count, chunk[position] == 0 else { return nil }
            position += 1
        case .international:
            // Compression flag and method, language and translated keyword with a NUL each.
            guard position + 2 <= chunk.count else { return nil }
            isCompressed = chunk[position] != 0
            guard !isCompressed || chunk[position + 1] == 0 else { return nil }
            position += 2
            for _ in 0..<2 {
                guard let end = chunk[position...].firstIndex(of: 0) else { return nil }
                position = end + 1
            }
        }
        let stored = UnsafeRawBufferPointer(rebasing: chunk[position...])
        guard let bytes = isCompressed ? Self.inflated(stored, limit) : Array(stored) else { return nil }
        // `tEXt` and `zTXt` are Latin-1 by the specification, and UTF-8 from many programs.
        let isLatin = form != .international && String(validating: bytes, as: UTF8.self) == nil
        value =
            isLatin ? Array(String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).utf8) : bytes
    }

    private static func inflated(_ stored: UnsafeRawBufferPointer, _ limit: Int) -> [UInt8]? {
        var count = uLongf(limit)
        var bytes = [UInt8](repeating: 0, count: limit)
        let result = stored.withMemoryRebound(to: UInt8.self) {
            uncompress(&bytes, &count, $0.baseAddress, uLong($0.count))
        }
        guard result == Z_OK else { return nil }
        bytes.removeSubrange(Int(count)...)
        return bytes
    }
}
