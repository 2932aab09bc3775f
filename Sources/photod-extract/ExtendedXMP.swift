/// The part of a JPEG's XMP that no longer fits into one segment (Adobe's XMP specification part 3, §1.1.3.1): the packet
/// names a digest, and each segment with that digest holds a piece and says where it belongs. Pieces may stand in any order,
/// and before the packet.
struct ExtendedXMP {
    /// What belongs to one digest.
    private struct Whole {
        var length = 0
        /// By where they lie in it.
        var pieces: [Int: [UInt8]] = [:]
    }

    private var identifier: [UInt8] = []
    private var wholes: [[UInt8]: Whole] = [:]

    static let identifierLength = 32
    /// The digest, the length of the whole, and where in it the piece lies.
    static let headerLength = identifierLength + 8

    /// Phones put depth maps there, pictures of megabytes. Those are not read.
    static let lengthLimit: UInt32 = 1 << 20
    /// Before the packet nobody knows which of them it names.
    private static let digestLimit = 4

    /// - Parameter identifier: `xmpNote:HasExtendedXMP` of the packet.
    mutating func expect(_ identifier: [UInt8]) {
        guard identifier.count == Self.identifierLength else { return }
        self.identifier = identifier
        wholes = wholes.filter { $0.key == identifier }
    }

    /// Takes in a segment's payload, behind its name. Of pieces for one place the first counts.
    mutating func append(_ payload: UnsafeRawBufferPointer) {
        guard payload.count > Self.headerLength, Self.length(payload) <= Self.lengthLimit else { return }
        let digest = Array(payload.prefix(Self.identifierLength))
        let piece = payload[Self.headerLength...]
        let start = Int(Self.number(payload, at: Self.identifierLength + 4))
        guard
            identifier.isEmpty
                ? wholes.count < Self.digestLimit || wholes[digest] != nil : digest == identifier
        else { return }
        var whole = wholes.removeValue(forKey: digest) ?? Whole()
        if whole.pieces[start] == nil, whole.length + piece.count <= Int(Self.lengthLimit) {
            whole.length += piece.count
            whole.pieces[start] = Array(piece)
        }
        wholes[digest] = whole
    }

    /// What came together, up to the first gap; `nil` where nothing did.
    var packet: XMPPacket? {
        var whole: [UInt8] = []
        for (start, piece) in (wholes[identifier]?.pieces ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard start <= whole.count else { break }
            whole.append(contentsOf: piece.dropFirst(whole.count - start))
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
