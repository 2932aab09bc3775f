/// Bytes being written: a payload, or a message, which begins with a header whose count and length are filled in last.
public struct WireBytes: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    public var count: Int { bytes.count }

    /// Begins anew in the same memory.
    public mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Adds a number, little-endian.
    public mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    public mutating func append(_ value: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: value)
    }

    public mutating func append(_ value: ArraySlice<UInt8>) {
        bytes.append(contentsOf: value)
    }

    /// Takes back what was appended behind `length` bytes.
    public mutating func cut(to length: Int) {
        bytes.removeLast(max(0, bytes.count - length))
    }

    // MARK: Messages

    mutating func begin(_ kind: MessageKind) {
        clear()
        bytes.append(WireFormat.version)
        bytes.append(kind.rawValue)
        append(UInt16(0))
        append(UInt32(0))
    }

    mutating func finish(count: Int) {
        let count = UInt16(clamping: count).littleEndian
        let length = UInt32(clamping: bytes.count).littleEndian
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: count, toByteOffset: 2, as: UInt16.self)
            $0.storeBytes(of: length, toByteOffset: 4, as: UInt32.self)
        }
    }
}
