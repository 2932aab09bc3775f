import Glibc

/// Splits received bytes into lines, each byte looked at once however it arrives.
///
/// A line ends with a line feed alone; a carriage return stays in it, and `RequestParser` says what is wrong with
/// that. The framer holds what was received and not yet taken: a server bounds it by not reading further while
/// `bufferedBytes` is large.
public struct LineFramer: Sendable {
    public enum Violation: Error, Hashable, Sendable {
        /// A line over the limit. Answer `too-large` and close.
        case tooLarge
        /// The first byte is neither a lower-case letter nor a line end: a stray HTTP request, TLS, a port scanner.
        /// Close without an answer.
        case foreignProtocol
    }

    private let limit: Int
    private var checksFirstByte: Bool
    private var bytes: [UInt8] = []
    /// Where the first line not yet taken begins.
    private var start = 0
    /// Everything before it holds no line end.
    private var scanned = 0

    /// - Parameters:
    ///   - limit: the longest line in bytes, line end included.
    ///   - checksFirstByte: whether a connection that begins like another protocol is refused.
    public init(limit: Int = ProtocolVersion.requestLimit, checksFirstByte: Bool = true) {
        self.limit = limit
        self.checksFirstByte = checksFirstByte
    }

    /// How many bytes are held.
    public var bufferedBytes: Int { bytes.count - start }

    public mutating func append(_ received: UnsafeRawBufferPointer) {
        discardTaken()
        bytes.append(contentsOf: received)
    }

    public mutating func append(_ received: some Collection<UInt8>) {
        discardTaken()
        bytes.append(contentsOf: received)
    }

    /// The next whole line without its line end; `nil` where more bytes are needed. Drop the slice before the next
    /// `append`, which else copies the buffer.
    public mutating func nextLine() throws(Violation) -> ArraySlice<UInt8>? {
        if checksFirstByte, let first = bytes.first {
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) || first == UInt8(ascii: "\n")
            else { throw .foreignProtocol }
            checksFirstByte = false
        }
        guard let end = findLineEnd() else {
            scanned = bytes.count
            // A line of `limit` bytes has its line end among them, so `limit` bytes without one are too many.
            guard bufferedBytes < limit else { throw .tooLarge }
            return nil
        }
        guard end - start < limit else { throw .tooLarge }
        let line = bytes[start..<end]
        start = end + 1
        scanned = start
        return line
    }

    private func findLineEnd() -> Int? {
        guard scanned < bytes.count else { return nil }
        return bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress,
                let found = memchr(base + scanned, Int32(UInt8(ascii: "\n")), buffer.count - scanned)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Taken lines are moved over only when they are at least half of the buffer, so that a byte is moved a bounded
    /// number of times on average.
    private mutating func discardTaken() {
        guard start > 0, start >= bytes.count - start else { return }
        if start == bytes.count {
            // A connection that once sent a large list should not hold its memory for ever.
            bytes.removeAll(keepingCapacity: bytes.capacity <= 4 * ProtocolVersion.requestLimit)
        } else {
            bytes.removeSubrange(..<start)
        }
        scanned -= start
        start = 0
    }
}
