/// What goes along with an image of which a thumbnail is to be made.
public struct ThumbnailWish: Hashable, Sendable {
    /// `FileFormat`'s raw value, from the file's name. A number only: a worker may know fewer formats.
    public let format: UInt8
    /// Pixels that neither width nor height may exceed.
    public let edge: UInt16

    /// Of its payload: format (1), edge (2).
    static let length = 3

    public init(format: UInt8, edge: UInt16) {
        self.format = format
        self.edge = edge
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        format = try reader.number()
        edge = try reader.number()
        try reader.end()
        guard edge > 0 else { throw .length }
    }

    public func encode(into payload: inout WireBytes) {
        payload.append(format)
        payload.append(edge)
    }
}
