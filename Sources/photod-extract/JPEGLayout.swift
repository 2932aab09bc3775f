import PhotoModel
import WorkerBox

/// What the headers of a JPEG file say: ITU-T T.81 annex B, and the EXIF block as CIPA DC-008 §4.7 places it, XMP as
/// Adobe's XMP specification part 3 §1.1.3 does.
struct JPEGLayout: Equatable {
    /// Stored pixels, from the frame header.
    var width: UInt32?
    var height: UInt32?

    private enum Marker {
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let application1: UInt8 = 0xE1
        static let application13: UInt8 = 0xED

        /// Markers without a segment: TEM, restarts and a stray start of image.
        static func standsAlone(_ marker: UInt8) -> Bool {
            marker == 0x01 || (0xD0...0xD8).contains(marker)
        }

        /// A frame header. C4, C8 and CC look like one and are others.
        static func beginsFrame(_ marker: UInt8) -> Bool {
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }

    /// A segment that is asked for, told by how it begins.
    enum Segment: CaseIterable {
        case exif
        case xmp
        case extendedXMP
        case photoshop

        var header: StaticString {
            switch self {
            case .exif: "Exif\0\0"
            case .xmp: "http://ns.adobe.com/xap/1.0/\0"
            case .extendedXMP: "http://ns.adobe.com/xmp/extension/\0"
            case .photoshop: "Photoshop 3.0\0"
            }
        }
    }

    /// Walks the headers up to the image data. `found` is given EXIF blocks with their header, and without theirs XMP
    /// packets, both until it says of one that it is of use, the pieces of extended XMP, which stand where they like, and
    /// all of Photoshop's segments; it may change them.
    ///
    /// - Throws: `notThisFormat` for what does not begin like a JPEG, `truncated` where the file ends before its image
    ///   data begins and before anything was found, `damaged` where its headers make no sense and nothing was found.
    init(
        reading head: inout FileHead,
        found: (Segment, UnsafeMutableRawBufferPointer) -> Bool
    ) throws(UnreadableFile) {
        guard let first = try head.bytes(at: 0, 2) else {
            throw UnreadableFile(reason: head.size < 2 ? .notThisFormat : .truncated)
        }
        guard first[0] == 0xFF, first[1] == Marker.startOfImage else {
            throw UnreadableFile(reason: .notThisFormat)
        }
        var position: Int64 = 2
        var hasExif = false
        var hasXMP = false
        while let (marker, end) = try Self.nextMarker(&head, from: position) {
            position = end
            if Marker.standsAlone(marker) { continue }
            if marker == Marker.endOfImage {
                // An image without an image: tables only, or headers that somebody cut off.
                guard hasExif || width != nil else { throw UnreadableFile(reason: .damaged) }
                return
            }
            guard let field = try head.bytes(at: position, 2) else { break }
            let length = Int(field[0]) << 8 | Int(field[1])
            guard length >= 2 else {
                guard hasExif || width != nil else { throw UnreadableFile(reason: .damaged) }
                return
            }
            guard Int64(length) <= head.size - position else { break }
            if Marker.beginsFrame(marker) {
                try readFrame(&head, at: position, length)
            } else if marker == Marker.application1 {
                if !hasExif, try Self.read(.exif, &head, at: position, length, found) {
                    hasExif = true
                } else if !hasXMP, try Self.read(.xmp, &head, at: position, length, found) {
                    hasXMP = true
                } else {
                    _ = try Self.read(.extendedXMP, &head, at: position, length, found)
                }
            } else if marker == Marker.application13 {
                _ = try Self.read(.photoshop, &head, at: position, length, found)
            } else if marker == Marker.startOfScan {
                return
            }
            position += Int64(length)
        }
        // Headers without end, or cut off: what was found is what there is.
        guard head.isExhausted || hasExif || width != nil else { throw UnreadableFile(reason: .truncated) }
    }

    /// The next marker and the position behind it. Bytes before it that are none are passed over, as decoders do.
    /// `nil` at the end of the file.
    private static func nextMarker(
        _ head: inout FileHead,
        from start: Int64
    ) throws(UnreadableFile) -> (marker: UInt8, end: Int64)? {
        var position = start
        var isAfterFill = false
        while position < head.size {
            // Two bytes are a marker almost always; junk is looked through in larger steps.
            let step = position - start < 2 ? 2 : 512
            let length = Int(min(Int64(step), head.size - position))
            guard let bytes = try head.bytes(at: position, length) else { return nil }
            for index in 0..<length {
                let byte = bytes[index]
                if byte == 0xFF {
                    isAfterFill = true
                } else if isAfterFill && byte != 0 {
                    return (byte, position + Int64(index) + 1)
                } else {
                    isAfterFill = false
                }
            }
            position += Int64(length)
        }
        return nil
    }

    /// Length (2), precision (1), height (2), width (2).
    private mutating func readFrame(_ head: inout FileHead, at position: Int64, _ length: Int)
        throws(UnreadableFile)
    {
        guard width == nil, length >= 7, let bytes = try head.bytes(at: position, 7) else { return }
        let pixels = (UInt32(bytes[5]) << 8 | UInt32(bytes[6]), UInt32(bytes[3]) << 8 | UInt32(bytes[4]))
        // A height of 0 is told after the first scan only.
        guard pixels.0 > 0, pixels.1 > 0 else { return }
        width = pixels.0
        height = pixels.1
    }

    /// Returns whether the segment is what it is asked for, and of use.
    private static func read(
        _ segment: Segment,
        _ head: inout FileHead,
        at position: Int64,
        _ length: Int,
        _ found: (Segment, UnsafeMutableRawBufferPointer) -> Bool
    ) throws(UnreadableFile) -> Bool {
        let header = segment.header
        guard length >= 2 + header.utf8CodeUnitCount,
            let begin = try head.bytes(at: position + 2, header.utf8CodeUnitCount)
        else { return false }
        guard header.withUTF8Buffer({ begin.elementsEqual($0) }) else { return false }
        let start = position + 2 + Int64(header.utf8CodeUnitCount)
        if segment == .extendedXMP {
            // Not worth a read where it is a picture.
            let count = min(ExtendedXMP.headerLength, length - 2 - header.utf8CodeUnitCount)
            guard let begin = try head.bytes(at: start, count),
                ExtendedXMP.length(UnsafeRawBufferPointer(begin)) <= ExtendedXMP.lengthLimit
            else { return true }
        }
        guard let payload = try head.bytes(at: position + 2, length - 2) else { return false }
        let skipped = segment == .exif ? 0 : header.utf8CodeUnitCount
        return found(segment, UnsafeMutableRawBufferPointer(rebasing: payload[skipped...]))
    }
}
