import CZlib

/// What gzip stands for, as far as it goes: the beginning of an answer whose end has not come is read, too.
public enum Gunzip {
    /// No gzip, by zlib's return code.
    public struct Failure: Error {
        public let code: Int32
    }

    public static func bytes(_ coded: [UInt8]) throws -> [UInt8] {
        var (coded, bytes) = (coded, [UInt8]())
        var stream = z_stream()
        let version = ZLIB_VERSION
        let begun = inflateInit2_(&stream, 15 + 16, version, Int32(MemoryLayout<z_stream>.size))
        guard begun == Z_OK else { throw Failure(code: begun) }
        defer { inflateEnd(&stream) }
        try coded.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            var result = Z_OK
            repeat {
                let count = piece.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    result = inflate(&stream, Z_SYNC_FLUSH)
                    return output.count - Int(stream.avail_out)
                }
                bytes += piece[..<count]
                // Z_BUF_ERROR: there is no more of it.
                guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(result) else { throw Failure(code: result) }
            } while result == Z_OK
        }
        return bytes
    }
}
