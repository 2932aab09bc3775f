import CShims

/// Finds EXIF blocks and XMP packets in files that are too damaged for a library to find its way in them. A photo whose
/// container broke still has its date.
struct Salvage {
    private let bytes: UnsafeRawBufferPointer

    /// Metadata lies at the beginning or the end of a file; this is more than most photos have.
    private static let searchLimit = 64 << 20
    /// What libexif takes, and what a JPEG segment has room for.
    private static let blockLimit = 65_000

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.searchLimit))
    }

    /// A TIFF structure: behind EXIF's header, the file itself, or wherever one begins.
    var exif: UnsafeRawBufferPointer? {
        for header in [Array("II*\0".utf8), Array("MM\0*".utf8)] {
            if bytes.starts(with: header) { return block(at: 0) }
            if let start = position(of: Array("Exif\0\0".utf8) + header) { return block(at: start + 6) }
        }
        for header in [[0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]] as [[UInt8]] {
            if let start = position(of: header) { return block(at: start) }
        }
        return nil
    }

    /// An XMP packet, from the first of its elements to the last.
    var packet: UnsafeRawBufferPointer? {
        guard let start = position(of: Array("<x:xmpmeta".utf8)) else { return nil }
        let ending = Array("</x:xmpmeta>".utf8)
        let rest = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(Self.blockLimit))
        guard let end = Self.position(of: ending, in: rest) else { return nil }
        return UnsafeRawBufferPointer(rebasing: rest[..<(end + ending.count)])
    }

    private func block(at start: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(Self.blockLimit))
    }

    private func position(of pattern: [UInt8]) -> Int? { Self.position(of: pattern, in: bytes) }

    private static func position(of pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress,
            let found = photod_find(start, bytes.count, pattern, pattern.count)
        else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
