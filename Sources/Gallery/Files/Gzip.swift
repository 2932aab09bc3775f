import CZlib
import NIOCore

/// Bytes as gzip (RFC 1952), piece by piece.
final class Gzip {
    /// The largest window, and 16 for the head and the tail of the format.
    private static let window: Int32 = 15 + 16
    /// As zlib has it where nobody says.
    private static let memory: Int32 = 8

    // zlib's own state points back to it, so that it may not move.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 1 (the quickest) to 9 (the smallest).
    /// - Returns: `nil` where there is no memory for it.
    init?(level: Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = deflateInit2_(
            stream,
            level,
            Z_DEFLATED,
            Self.window,
            Self.memory,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard result == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The next piece. All of it can be read from what was given until then.
    ///
    /// - Parameter isEnd: whether it is the last one; nothing may follow that.
    func code(_ piece: ByteBuffer, isEnd: Bool) -> ByteBuffer {
        piece.withUnsafeReadableBytes { bytes in
            var coded = ByteBuffer()
            stream.pointee.next_in = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(clamping: bytes.count)
            let room = Int(deflateBound(stream, UInt(bytes.count))) + 16
            // As long as it fills what it is given it has more to say. It fails where it is called in a wrong order alone.
            repeat {
                coded.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { output in
                    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.pointee.avail_out = UInt32(clamping: output.count)
                    deflate(stream, isEnd ? Z_FINISH : Z_SYNC_FLUSH)
                    return Int(UInt32(clamping: output.count) - stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
            return coded
        }
    }
}
