import Glibc

/// Memory that files pass through.
enum CopyBuffer {
    private static let pieceLength = 256 << 10

    /// Calls `body` with each piece of a file, in order. The descriptor's position is neither used
    /// nor moved.
    static func withPieces(
        of descriptor: Int32,
        _ body: (UnsafeRawBufferPointer) throws(CallFailure) -> Void
    ) throws(CallFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 4096)
        defer { buffer.deallocate() }
        var position: Int64 = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw CallFailure(code: errno)
            }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            position += Int64(count)
        }
    }
}
