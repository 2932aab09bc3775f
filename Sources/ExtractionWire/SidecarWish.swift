import SidecarText

/// What a sidecar shall say, as it goes to the worker that writes it: in a file of its own, because descriptions and
/// keywords may be longer than a message.
///
/// A property is a tag (1) and whether it has a value (1); a value is a length (4) and as many bytes of text, a number (8),
/// or what its property says below. What comes twice, or is no value, makes the whole of it no wish.
public enum SidecarWish {
    /// Raw values are those of the wire.
    private enum Tag: UInt8 {
        case date = 1
        case place = 2
        case description = 3
        case title = 4
        case rating = 5
        case keywords = 6
    }

    /// Keywords at most: no program writes as many.
    static let maximumKeywords = 65_536

    public static func encode(_ values: SidecarValues) -> WireBytes {
        var bytes = WireBytes()
        encode(values.date, .date, into: &bytes) { append($0, to: &$1) }
        encode(values.place, .place, into: &bytes) { place, bytes in
            bytes.append(place.latitude.bitPattern)
            bytes.append(place.longitude.bitPattern)
            bytes.append(UInt8(place.altitude == nil ? 0 : 1))
            if let altitude = place.altitude { bytes.append(altitude.bitPattern) }
        }
        encode(values.description, .description, into: &bytes) { append($0, to: &$1) }
        encode(values.title, .title, into: &bytes) { append($0, to: &$1) }
        encode(values.rating, .rating, into: &bytes) { $1.append(Int64($0)) }
        encode(values.keywords, .keywords, into: &bytes) { keywords, bytes in
            bytes.append(UInt32(clamping: keywords.count))
            for keyword in keywords { append(keyword, to: &bytes) }
        }
        return bytes
    }

    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> SidecarValues {
        var reader = ByteReader(bytes)
        var values = SidecarValues()
        var known: Set<UInt8> = []
        while reader.remaining > 0 {
            let number: UInt8 = try reader.number()
            guard let tag = Tag(rawValue: number), known.insert(number).inserted else { throw .field(number) }
            switch tag {
            case .date: values.date = try setting(&reader, text)
            case .place: values.place = try setting(&reader, place)
            case .description: values.description = try setting(&reader, text)
            case .title: values.title = try setting(&reader, text)
            case .rating:
                values.rating = try setting(&reader) { reader throws(WireError) in
                    Int(try reader.number(Int64.self))
                }
            case .keywords: values.keywords = try setting(&reader, keywords)
            }
        }
        return values
    }

    // MARK: Writing

    private static func encode<Value>(
        _ setting: Setting<Value>?,
        _ tag: Tag,
        into bytes: inout WireBytes,
        _ append: (Value, inout WireBytes) -> Void
    ) {
        guard let setting else { return }
        bytes.append(tag.rawValue)
        switch setting {
        case .removed: bytes.append(UInt8(0))
        case .set(let value):
            bytes.append(UInt8(1))
            append(value, &bytes)
        }
    }

    private static func append(_ text: String, to bytes: inout WireBytes) {
        let text = Array(text.utf8)
        bytes.append(UInt32(clamping: text.count))
        bytes.append(text[...])
    }

    // MARK: Reading

    private static func setting<Value>(
        _ reader: inout ByteReader,
        _ read: (inout ByteReader) throws(WireError) -> Value
    ) throws(WireError) -> Setting<Value> {
        let state: UInt8 = try reader.number()
        switch state {
        case 0: return .removed
        case 1: return .set(try read(&reader))
        default: throw .outcome(state)
        }
    }

    private static func text(_ reader: inout ByteReader) throws(WireError) -> String {
        let length: UInt32 = try reader.number()
        guard let text = String(validating: try reader.take(Int(length)), as: UTF8.self) else { throw .text }
        return text
    }

    private static func place(_ reader: inout ByteReader) throws(WireError) -> SidecarValues.Place {
        func number() throws(WireError) -> Double { Double(bitPattern: try reader.number()) }
        var place = SidecarValues.Place(latitude: try number(), longitude: try number())
        let hasAltitude: UInt8 = try reader.number()
        if hasAltitude != 0 { place.altitude = try number() }
        return place
    }

    private static func keywords(_ reader: inout ByteReader) throws(WireError) -> [String] {
        let count: UInt32 = try reader.number()
        guard count <= maximumKeywords else { throw .count }
        var keywords: [String] = []
        for _ in 0..<count { keywords.append(try text(&reader)) }
        return keywords
    }
}
