/// A JPEG file by its segments, of which some are replaced (ITU-T T.81 annex B; EXIF as CIPA DC-008 §4.7 places it, XMP as
/// Adobe's XMP specification part 3 §1.1.3 does).
struct JPEGFile {
    struct Segment {
        let marker: UInt8
        /// With its marker.
        let range: Range<Int>
        let body: Range<Int>
    }

    private enum Marker {
        static let startOfScan: UInt8 = 0xDA
        static let application0: UInt8 = 0xE0
    }

    static let (application1, application13): (UInt8, UInt8) = (0xE1, 0xED)
    /// What the length of a segment can say, but for itself.
    private static let bodyLimit = 0xFFFF - 2

    let bytes: [UInt8]
    /// Segments before the image data.
    private(set) var segments: [Segment] = []
    /// Stored pixels.
    private(set) var size: (width: UInt32, height: UInt32)?
    private var replacements = Replacements()

    init(_ bytes: [UInt8]) throws(ImageEditingError) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { throw .notThisFormat }
        self.bytes = bytes
        var position = 2
        while true {
            let start = position
            // Any number of these may stand before a marker.
            while position < bytes.count, bytes[position] == 0xFF { position += 1 }
            guard position > start, position + 2 < bytes.count else { throw .damaged }
            let marker = bytes[position]
            if marker == Marker.startOfScan { return }
            let length = Int(bytes[position + 1]) << 8 | Int(bytes[position + 2])
            guard marker != 0x01, !(0xD0...0xD9).contains(marker), length >= 2,
                length <= bytes.count - position - 1
            else { throw .damaged }
            let body = (position + 3)..<(position + 1 + length)
            position = body.upperBound
            segments.append(Segment(marker: marker, range: start..<position, body: body))
            if Self.beginsFrame(marker), body.count >= 5 { readSize(body.lowerBound) }
        }
    }

    private static func beginsFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Precision (1), height (2), width (2).
    private mutating func readSize(_ start: Int) {
        func number(_ at: Int) -> UInt32 { UInt32(bytes[start + at]) << 8 | UInt32(bytes[start + at + 1]) }
        size = (number(3), number(1))
    }

    /// The segments of a kind, by what they begin with.
    func segments(_ marker: UInt8, _ header: StaticString) -> [Segment] {
        segments.filter { $0.marker == marker && bytes[$0.body].starts(with: header.bytes) }
    }

    /// What stands behind a segment's header.
    func content(of segment: Segment, behind header: StaticString) -> ArraySlice<UInt8> {
        bytes[segment.body].dropFirst(header.utf8CodeUnitCount)
    }

    // MARK: Replacing

    /// Replaces a segment; where there is none it comes behind those that a JPEG begins with.
    mutating func replace(
        _ segment: Segment?,
        _ marker: UInt8,
        _ header: StaticString,
        with content: some Collection<UInt8>
    ) throws(ImageEditingError) {
        let body = header.bytes + content
        guard body.count <= Self.bodyLimit else { throw .noRoom }
        let length = body.count + 2
        let new = [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
        replacements.replace(segment?.range ?? beginning..<beginning, with: new)
    }

    /// Behind JFIF's segments, which come first, and an EXIF block.
    private var beginning: Int {
        var end = 2
        for segment in segments {
            let isFirst =
                segment.marker == Marker.application0
                || segment.marker == Self.application1 && bytes[segment.body].starts(with: "Exif\0".utf8)
            guard isFirst else { break }
            end = segment.range.upperBound
        }
        return end
    }

    /// `nil` where nothing was replaced.
    var replaced: [UInt8]? { replacements.isEmpty ? nil : replacements.applied(to: bytes) }
}

extension StaticString {
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}
