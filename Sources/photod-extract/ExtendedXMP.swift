/// The part of a JPEG's XMP that no longer fits into one segment (Adobe's XMP specification part 3, §1.1.3.1): the packet
/// names a digest, and each segment with that digest holds a piece and says where it belongs.
struct ExtendedXMP {
    private var identifier: [UInt8] = []
    private var bytes: [UInt8] = []

    static let identifierLength = 32
    /// The digest, the length of the whole, and where in it the piece lies.
    static let headerLength = identifierLength + 8

    /// Phones put depth maps there, pictures of megabytes. Those are not read.
    static let lengthLimit: UInt32 = 1 << 20

    /// - Parameter identifier: `xmpNote:HasExtendedXMP` of the packet.
    mutating func expect(_ identifier: [UInt8]) {
        if identifier.count == Self.identifierLength { self.identifier = identifier }
    }

    /// Takes in a segment's payload, behind its name. Pieces stand in their order; one that does not is left out.
    mutating func append(_ payload: UnsafeRawBufferPointer) {
        guard !identifier.isEmpty, payload.count >= Self.headerLength,
            payload.prefix(Self.identifierLength).elementsEqual(identifier),
            Self.length(payload) <= Self.lengthLimit,
            Int(Self.number(payload, at: Self.identifierLength + 4)) == bytes.count
        else { return }
        let piece = payload[Self.headerLength...]
        guard bytes.count + piece.count <= Int(Self.lengthLimit) else { return }
        bytes.append(contentsOf: piece)
    }

    /// What came together; `nil` where nothing did.
    var packet: XMPPacket? {
        bytes.isEmpty ? nil : bytes.withUnsafeBytes { XMPPacket($0) }
    }

    /// The length of the whole, as such a payload says it.
    static func length(_ payload: UnsafeRawBufferPointer) -> UInt32 {
        payload.count >= headerLength ? number(payload, at: identifierLength) : .max
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
    }
}
