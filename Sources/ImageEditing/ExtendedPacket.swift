import SidecarText

/// XMP of a JPEG that does not fit into one segment (Adobe's XMP specification part 3, §1.1.3.1): the packet names a digest, and
/// each further segment with that digest has a piece, how long the whole is, and where in it the piece lies.
///
/// It is never written on: mostly it is a depth map or a second picture.
enum ExtendedPacket {
    static let header: StaticString = "http://ns.adobe.com/xmp/extension/\0"

    private struct Piece {
        let length: Int
        let offset: Int
        let bytes: ArraySlice<UInt8>

        /// - Parameter segment: what stands behind its header.
        init(_ segment: ArraySlice<UInt8>) throws(ImageEditingError) {
            guard segment.count >= digestLength + 8 else { throw .unreadableMetadata }
            let numbers = segment.dropFirst(digestLength)
            func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }
            length = number(numbers)
            offset = number(numbers.dropFirst(4))
            bytes = numbers.dropFirst(8)
        }
    }

    private static let digestLength = 32

    /// - Parameter segments: what stands behind their headers.
    /// - Throws: where a part that the packet names says what is written: it would go on saying what is not so any more. One that is
    ///   damaged or not whole may say anything.
    static func check(
        _ segments: [ArraySlice<UInt8>],
        of packet: ArraySlice<UInt8>,
        against values: SidecarValues
    ) throws(ImageEditingError) {
        // What the packet does not name nobody reads.
        let named = digests(in: packet)
        let parts = Dictionary(grouping: segments) { $0.prefix(digestLength) }.filter {
            named.contains($0.key)
        }
        for segments in parts.values {
            let bytes = try whole(segments.map { segment throws(ImageEditingError) in try Piece(segment) })
            // Nothing is left to be removed where nothing is said.
            guard (try? SidecarText.edited(bytes, by: values.removed)) == bytes else {
                throw .unreadableMetadata
            }
        }
    }

    /// The values of `xmpNote:HasExtendedXMP`, as an attribute and as an element.
    private static func digests(in packet: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
        let name = Array("HasExtendedXMP".utf8)
        var digests: Set<ArraySlice<UInt8>> = []
        for start in packet.indices where packet[start...].starts(with: name) {
            let value = packet[start...].dropFirst(name.count).drop {
                $0 <= 0x20 || #"="'>"#.utf8.contains($0)
            }
            digests.insert(value.prefix(digestLength))
        }
        return digests
    }

    /// The pieces put together.
    private static func whole(_ pieces: [Piece]) throws(ImageEditingError) -> [UInt8] {
        let pieces = pieces.sorted { $0.offset < $1.offset }
        guard let length = pieces.first?.length, length <= SidecarText.sizeLimit else {
            throw .unreadableMetadata
        }
        var bytes: [UInt8] = []
        for piece in pieces {
            guard piece.length == length, piece.offset == bytes.count,
                piece.bytes.count <= length - bytes.count
            else {
                throw .unreadableMetadata
            }
            bytes += piece.bytes
        }
        guard bytes.count == length else { throw .unreadableMetadata }
        return bytes
    }
}

extension SidecarValues {
    /// Values that remove all that is spoken of.
    fileprivate var removed: SidecarValues {
        SidecarValues(
            date: date.map { _ in .removed },
            place: place.map { _ in .removed },
            description: description.map { _ in .removed },
            title: title.map { _ in .removed },
            rating: rating.map { _ in .removed },
            keywords: keywords.map { _ in .removed }
        )
    }
}
