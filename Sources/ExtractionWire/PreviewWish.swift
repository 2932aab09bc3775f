/// What goes along with an image of which a preview is to be made.
public struct PreviewWish: Hashable, Sendable {
    /// What it is written in. The numbers are those of the wire.
    public enum Encoding: UInt8, Sendable, CaseIterable {
        case jpeg = 1
        case png = 2
    }

    /// The image, and how large its picture may be.
    public let picture: ThumbnailWish
    public let encoding: Encoding

    static let length = ThumbnailWish.length + 1

    public init(format: UInt8, edge: UInt16, encoding: Encoding) {
        picture = ThumbnailWish(format: format, edge: edge)
        self.encoding = encoding
    }

    public init(decoding payload: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(payload)
        let format: UInt8 = try reader.number()
        let edge: UInt16 = try reader.number()
        guard let encoding = Encoding(rawValue: try reader.number()) else { throw .length }
        try reader.end()
        guard edge > 0 else { throw .length }
        self.init(format: format, edge: edge, encoding: encoding)
    }

    public func encode(into payload: inout WireBytes) {
        picture.encode(into: &payload)
        payload.append(encoding.rawValue)
    }
}
