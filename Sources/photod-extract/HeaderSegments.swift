/// A JPEG file of nothing but a photo's XMP and Photoshop segments: what exiv2 is given instead of the photo, so that it
/// reads no more of a file than was read already and never sees maker notes.
struct HeaderSegments {
    private var bytes: [UInt8] = []
    private(set) var resources = PhotoshopResources()

    private static let photoshopHeader: StaticString = "Photoshop 3.0\0"

    /// More than any photo has of them.
    private static let lengthLimit = 4 << 20

    var isEmpty: Bool { bytes.isEmpty }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        resources = PhotoshopResources()
    }

    /// Adds a segment's payload, its header included.
    mutating func append(_ segment: JPEGLayout.Segment, _ payload: UnsafeRawBufferPointer) {
        let length = payload.count + 2
        guard length <= 0xFFFF, bytes.count + length <= Self.lengthLimit else { return }
        if bytes.isEmpty { bytes += [0xFF, 0xD8] }
        bytes += [0xFF, segment == .photoshop ? 0xED : 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]
        bytes.append(contentsOf: payload)
        if segment == .photoshop {
            let blocks = payload.dropFirst(Self.photoshopHeader.utf8CodeUnitCount)
            resources.read(UnsafeRawBufferPointer(rebasing: blocks))
        }
    }

    /// Adds an XMP packet that stood elsewhere. Returns `false` for one that no segment can hold.
    mutating func append(packet: UnsafeRawBufferPointer) -> Bool {
        let header = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
        guard packet.count + header.count + 2 <= 0xFFFF else { return false }
        (header + Array(packet)).withUnsafeBytes { append(.xmp, $0) }
        return true
    }

    /// Calls `body` with the whole.
    mutating func withFile(_ body: (UnsafeRawBufferPointer) -> Void) {
        bytes += [0xFF, 0xD9]
        bytes.withUnsafeBytes(body)
        bytes.removeLast(2)
    }
}
