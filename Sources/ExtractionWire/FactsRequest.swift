/// What goes along with a file whose facts are to be read.
public struct FactsRequest: Hashable, Sendable {
    /// Bytes, as the daemon saw it.
    public let size: Int64
    /// `FileFormat`'s raw value, from the file's name. A number only: a worker may know fewer formats.
    public let format: UInt8

    /// Of its payload: size (8), format (1).
    static let length = 9

    public init(size: Int64, format: UInt8) {
        self.size = size
        self.format = format
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        size = try reader.number()
        format = try reader.number()
        try reader.end()
        guard size >= 0 else { throw .length }
    }

    public func encode(into payload: inout WireBytes) {
        payload.append(size)
        payload.append(format)
    }
}
