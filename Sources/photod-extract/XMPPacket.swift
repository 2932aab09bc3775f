/// What an XMP packet (ISO 16684-1: RDF in XML) says of a photo.
///
/// Read by our own hands because XML's rule, that a file with one error holds nothing, is the wrong one for photos: with
/// one stray `&` in a caption the date would be gone. A tag that closes what is not open is passed over, one that closes
/// an outer element closes all in it, and a prefix that nobody declared stands for what it mostly does.
struct XMPPacket {
    private var values = [[UInt8]](repeating: [], count: XMPProperty.allCases.count)
    /// Whether there was anything in it that XMP begins with.
    private(set) var isXMP = false

    /// An empty one.
    init() {}

    init(_ bytes: UnsafeRawBufferPointer) {
        if let text = Self.narrowed(bytes) {
            text.withUnsafeBytes { read($0) }
        } else {
            read(bytes)
        }
    }

    /// The property's text; `nil` where it has none. Of several languages the default one, else the first; keywords have a NUL
    /// between.
    subscript(property: XMPProperty) -> [UInt8]? {
        let value = values[property.rawValue]
        return value.isEmpty ? nil : value
    }

    /// Takes over what this packet does not say.
    mutating func add(_ other: XMPPacket) {
        for index in values.indices where values[index].isEmpty { values[index] = other.values[index] }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var reader = XMPReader(bytes)
        reader.read { property, value in
            if values[property.rawValue].isEmpty { values[property.rawValue] = value }
        }
        isXMP = reader.isXMP
    }

    /// UTF-16 as UTF-8; `nil` for what is none.
    private static func narrowed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard bytes.count >= 4 else { return nil }
        let lowFirst: Bool
        switch (bytes[0], bytes[1]) {
        case (0xFF, 0xFE), (0x3C, 0x00): lowFirst = true
        case (0xFE, 0xFF), (0x00, 0x3C): lowFirst = false
        default: return nil
        }
        let units = stride(from: 0, to: bytes.count - 1, by: 2).lazy.map { index in
            let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return lowFirst ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
        }
        return Array(String(decoding: Array(units), as: UTF16.self).utf8)
    }
}
