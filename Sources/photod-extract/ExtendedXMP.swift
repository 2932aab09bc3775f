/// The part of a JPEG's XMP that no longer fits into one segment (Adobe's XMP specification part 3, §1.1.3.1): the packet
/// names a digest, and each segment with that digest holds a piece and says where it belongs. Pieces may stand in any order,
/// and before the packet.
struct ExtendedXMP {
    private struct Piece {
        let identifier: [UInt8]
        let start: Int
        let bytes: [UInt8]
    }

    private var identifier: [UInt8] = []
    private var pieces: [Piece] = []
    private var length = 0

    static let identifierLength = 32
    /// The digest, the length of the whole, and where in it the piece lies.
    static let headerLength = identifierLength + 8

    /// Phones put depth maps there, pictures of megabytes. Those are not read.
    static let lengthLimit: UInt32 = 1 << 20

    /// - Parameter identifier: `xmpNote:HasExtendedXMP` of the packet.
    mutating func expect(_ identifier: [UInt8]) {
        if identifier.count == Self.identifierLength { self.identifier = identifier }
    }

    /// Takes in a segment's payload, behind its name.
    mutating func append(_ payload: UnsafeRawBufferPointer) {
        guard payload.count >= Self.headerLength, Self.length(payload) <= Self.lengthLimit else { return }
        let piece = Piece(
            identifier: Array(payload.prefix(Self.identifierLength)),
            start: Int(Self.number(payload, at: Self.identifierLength + 4)),
            bytes: Array(payload[Self.headerLength...])
        )
        guard identifier.isEmpty || piece.identifier == identifier,
            length + piece.bytes.count <= Int(Self.lengthLimit)
        else { return }
        length += piece.bytes.count
        pieces.append(piece)
    }

    /// What came together, up to the first gap; `nil` where nothing did.
    var packet: XMPPacket? {
        var whole: [UInt8] = []
        for piece in pieces.filter({ $0.identifier == identifier }).sorted(by: { $0.start < $1.start }) {
            guard piece.start <= whole.count else { break }
            whole.append(contentsOf: piece.bytes.dropFirst(whole.count - piece.start))
        }
        return whole.isEmpty ? nil : whole.withUnsafeBytes { XMPPacket($0) }
    }

    /// The length of the whole, as such a payload says it.
    static func length(_ payload: UnsafeRawBufferPointer) -> UInt32 {
        payload.count >= headerLength ? number(payload, at: identifierLength) : .max
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[start + $1]) }
    }
}
