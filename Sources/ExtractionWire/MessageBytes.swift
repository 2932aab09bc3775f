/// A message being written: bytes that begin with a header, whose count and length are filled in at the end.
struct MessageBytes {
    private(set) var bytes: [UInt8] = []
    private let kind: MessageKind

    init(_ kind: MessageKind, capacity: Int) {
        self.kind = kind
        bytes.reserveCapacity(capacity)
        clear()
    }

    /// Begins anew in the same memory.
    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(WireFormat.version)
        bytes.append(kind.rawValue)
        append(UInt16(0))
        append(UInt32(0))
    }

    mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ value: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: value)
    }

    /// Takes back what was appended behind `length` bytes.
    mutating func cut(to length: Int) {
        bytes.removeLast(max(0, bytes.count - length))
    }

    mutating func store(_ number: UInt16, at offset: Int) {
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt16.self)
        }
    }

    mutating func finish(count: Int) {
        store(UInt16(clamping: count), at: 2)
        let length = UInt32(clamping: bytes.count).littleEndian
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: length, toByteOffset: 4, as: UInt32.self) }
    }
}
