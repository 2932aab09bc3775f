/// Reads values from untrusted bytes, front to back. Nothing it is given makes it read elsewhere.
public struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Parameter bytes: must outlive the reader and what it hands out.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    public var remaining: Int { bytes.count - position }

    /// A little-endian number.
    public mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type = Number.self
    ) throws(WireError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { throw .truncated }
        defer { position += size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Number.self))
    }

    public mutating func take(_ count: Int) throws(WireError) -> UnsafeRawBufferPointer {
        guard count >= 0, remaining >= count else { throw .truncated }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    /// What comes at the end: nothing.
    public func end() throws(WireError) {
        guard remaining == 0 else { throw .length }
    }

    /// Reads the header all messages begin with and returns its count.
    mutating func header(_ kind: MessageKind, maximumCount: Int) throws(WireError) -> Int {
        let version: UInt8 = try number()
        guard version == WireFormat.version else { throw .version(version) }
        let found: UInt8 = try number()
        guard found == kind.rawValue else { throw .kind(found) }
        let count: UInt16 = try number()
        let length: UInt32 = try number()
        guard Int(length) == bytes.count else { throw .length }
        guard Int(count) <= maximumCount else { throw .count }
        return Int(count)
    }
}
