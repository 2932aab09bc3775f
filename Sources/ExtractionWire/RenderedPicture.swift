/// What a worker says of the picture that it has written into the target.
public struct RenderedPicture: Hashable, Sendable {
    /// Pixels of the original as it is shown, its orientation applied.
    public let originalWidth: UInt32
    public let originalHeight: UInt32

    /// Of its payload: two numbers.
    static let length = 8

    public init(originalWidth: UInt32, originalHeight: UInt32) {
        self.originalWidth = originalWidth
        self.originalHeight = originalHeight
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        originalWidth = try reader.number()
        originalHeight = try reader.number()
        try reader.end()
        guard originalWidth > 0, originalHeight > 0 else { throw .length }
    }

    public func encode(into payload: inout WireBytes) {
        payload.append(originalWidth)
        payload.append(originalHeight)
    }
}
