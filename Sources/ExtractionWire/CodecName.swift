/// What libavcodec calls a codec: a few letters, digits, `_`, `-` and `.`, and nothing else whatever a worker says.
public struct CodecName: Hashable, Sendable {
    public let text: String

    /// Longer names are cut: none is.
    static let maximumLength = 28

    public init(_ text: String) {
        self.text = String(
            decoding: text.utf8.filter(Self.isAllowed).prefix(Self.maximumLength),
            as: UTF8.self
        )
    }

    init(reading reader: inout ByteReader) throws(WireError) {
        let length: UInt8 = try reader.number()
        let bytes = try reader.take(Int(length))
        guard bytes.count <= Self.maximumLength, bytes.allSatisfy(Self.isAllowed) else { throw .text }
        text = String(decoding: bytes, as: UTF8.self)
    }

    func encode(into payload: inout WireBytes) {
        let bytes = Array(text.utf8)
        payload.append(UInt8(truncatingIfNeeded: bytes.count))
        payload.append(bytes[...])
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
