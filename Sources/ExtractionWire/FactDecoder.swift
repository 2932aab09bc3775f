import PhotoModel

/// Reads the facts of one file. The bytes come from a process that has parsed hostile input, and are treated as such: a
/// number that no field has, a field that comes twice or a value that cannot be makes all of it an error.
public struct FactDecoder {
    private var facts = EmbeddedFacts()
    private var dates = (original: DateParts(), digitized: DateParts(), modified: DateParts())

    public static func facts(_ payload: UnsafeRawBufferPointer) throws(WireError) -> EmbeddedFacts {
        var decoder = FactDecoder()
        var seen = FactSet()
        var reader = ByteReader(payload)
        while reader.remaining > 0 {
            let code: UInt8 = try reader.number()
            guard let field = FactField(rawValue: code) else { throw .field(code) }
            let length: UInt16 = try reader.number()
            guard field.lengths.contains(Int(length)), seen.insert(field) else { throw .value(field) }
            try decoder.set(field, try reader.take(Int(length)))
        }
        decoder.facts.original = decoder.dates.original.field
        decoder.facts.digitized = decoder.dates.digitized.field
        decoder.facts.modified = decoder.dates.modified.field
        return decoder.facts
    }

    /// - Parameter value: as long as the field's values are.
    private mutating func set(_ field: FactField, _ value: UnsafeRawBufferPointer) throws(WireError) {
        switch field {
        case .original: dates.original.text = Self.text(value)
        case .originalSubseconds: dates.original.subseconds = Self.text(value)
        case .originalOffset: dates.original.offset = Self.text(value)
        case .digitized: dates.digitized.text = Self.text(value)
        case .digitizedSubseconds: dates.digitized.subseconds = Self.text(value)
        case .digitizedOffset: dates.digitized.offset = Self.text(value)
        case .modified: dates.modified.text = Self.text(value)
        case .modifiedSubseconds: dates.modified.subseconds = Self.text(value)
        case .modifiedOffset: dates.modified.offset = Self.text(value)
        case .xmpOriginal: facts.xmpOriginal = Self.text(value)
        case .xmpCreated: facts.xmpCreated = Self.text(value)
        case .xmpDigitized: facts.xmpDigitized = Self.text(value)
        case .xmpModified: facts.xmpModified = Self.text(value)
        case .iptcDate: facts.iptcDate = Self.text(value)
        case .iptcTime: facts.iptcTime = Self.text(value)
        case .pngCreation: facts.pngCreation = Self.text(value)
        case .pngModified: facts.pngModified = Self.text(value)
        case .quickTimeCreation: facts.quickTimeCreation = Self.text(value)
        case .recorded: facts.recorded = Self.text(value)
        case .movieHeader: facts.movieHeader = Self.text(value)
        case .imageDescription: facts.imageDescription = Array(value)
        case .iptcCaption: facts.iptcCaption = Array(value)
        case .userComment: facts.userComment = Array(value)
        case .xpTitle: facts.xpTitle = Array(value)
        case .xpComment: facts.xpComment = Array(value)
        case .xmpDescription: facts.xmpDescription = Self.text(value)
        case .pngDescription: facts.pngDescription = Self.text(value)
        case .quickTimeDescription: facts.quickTimeDescription = Self.text(value)
        case .quickTimeComment: facts.quickTimeComment = Self.text(value)
        case .title: facts.title = Array(value)
        case .keywords: facts.keywords = value.split(separator: 0).map { Array($0) }
        case .iptcDigest: facts.isIPTCDigestCurrent = try Self.byte(value, of: field) == 1
        case .orientation: facts.orientation = UInt8(bitPattern: try Self.byte(value, of: field))
        case .containerOrientation:
            facts.containerOrientation = UInt8(bitPattern: try Self.byte(value, of: field))
        case .rating: facts.rating = try Self.byte(value, of: field)
        case .pickLabel: facts.pickLabel = UInt8(bitPattern: try Self.byte(value, of: field))
        case .favoriteMark: facts.favoriteMark = try Self.byte(value, of: field) == 1
        case .pixelSize: try setSize(value)
        case .latitude: facts.latitude = try Self.number(value, of: field)
        case .longitude: facts.longitude = try Self.number(value, of: field)
        case .altitude: facts.altitude = try Self.number(value, of: field)
        case .make: facts.make = Self.text(value)
        case .model: facts.model = Self.text(value)
        case .lens: facts.lens = Self.text(value)
        case .exposureTime: facts.exposureTime = try Self.number(value, of: field)
        case .fNumber: facts.fNumber = try Self.number(value, of: field)
        case .sensitivity: facts.sensitivity = try Self.number(value, of: field)
        case .focalLength: facts.focalLength = try Self.number(value, of: field)
        case .contentIdentifier: facts.contentIdentifier = Self.text(value)
        case .duration: facts.duration = try Self.number(value, of: field)
        case .videoCodec: facts.videoCodec = Self.text(value)
        case .audioCodec: facts.audioCodec = Self.text(value)
        }
    }

    private mutating func setSize(_ value: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(value)
        facts.pixelWidth = try reader.number(UInt32.self)
        facts.pixelHeight = try reader.number(UInt32.self)
    }

    private static func byte(_ value: UnsafeRawBufferPointer, of field: FactField) throws(WireError) -> Int8 {
        var reader = ByteReader(value)
        let byte: Int8 = try reader.number()
        guard case .byte(let range) = field.form, range.contains(Int(byte)) else { throw .value(field) }
        return byte
    }

    private static func number(
        _ value: UnsafeRawBufferPointer,
        of field: FactField
    ) throws(WireError) -> Double {
        var reader = ByteReader(value)
        let number = Double(bitPattern: try reader.number())
        guard case .number(let range) = field.form, range.contains(number) else { throw .value(field) }
        return number
    }

    /// What is not UTF-8 becomes U+FFFD: in these fields it is no information anyway.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Sub-seconds and offset mean nothing without the date they belong to.
    private struct DateParts {
        var text: String?
        var subseconds: String?
        var offset: String?

        var field: EmbeddedFacts.DateField? {
            text.map { EmbeddedFacts.DateField(text: $0, subseconds: subseconds, offset: offset) }
        }
    }
}
