import PhotoModel

/// Reads the fields of one result.
struct FactDecoder {
    private var facts = EmbeddedFacts()
    private var dates = (DateParts(), DateParts(), DateParts())

    static func facts(_ fields: UnsafeRawBufferPointer) throws(WireError) -> EmbeddedFacts {
        var decoder = FactDecoder()
        var seen: UInt64 = 0
        var reader = ByteReader(fields)
        while reader.remaining > 0 {
            let code: UInt8 = try reader.number()
            guard let field = FactField(rawValue: code) else { throw .field(code) }
            let length: UInt16 = try reader.number()
            let bit = UInt64(1) << UInt64(code)
            guard field.lengths.contains(Int(length)), seen & bit == 0 else { throw .value(field) }
            seen |= bit
            try decoder.set(field, try reader.take(Int(length)))
        }
        decoder.facts.original = decoder.dates.0.field
        decoder.facts.digitized = decoder.dates.1.field
        decoder.facts.modified = decoder.dates.2.field
        return decoder.facts
    }

    private mutating func set(_ field: FactField, _ value: UnsafeRawBufferPointer) throws(WireError) {
        switch field {
        case .original: dates.0.text = Self.text(value)
        case .originalSubseconds: dates.0.subseconds = Self.text(value)
        case .originalOffset: dates.0.offset = Self.text(value)
        case .digitized: dates.1.text = Self.text(value)
        case .digitizedSubseconds: dates.1.subseconds = Self.text(value)
        case .digitizedOffset: dates.1.offset = Self.text(value)
        case .modified: dates.2.text = Self.text(value)
        case .modifiedSubseconds: dates.2.subseconds = Self.text(value)
        case .modifiedOffset: dates.2.offset = Self.text(value)
        case .imageDescription: facts.imageDescription = Array(value)
        case .iptcCaption: facts.iptcCaption = Array(value)
        case .userComment: facts.userComment = Array(value)
        case .xpTitle: facts.xpTitle = Array(value)
        case .xpComment: facts.xpComment = Array(value)
        case .orientation, .rating, .pickLabel, .favoriteMark, .iptcDigest: try setByte(field, value)
        case .pixelSize, .latitude, .longitude, .altitude, .exposureTime, .fNumber, .sensitivity,
            .focalLength,
            .duration:
            try setNumber(field, value)
        default: setText(field, Self.text(value))
        }
    }

    private mutating func setText(_ field: FactField, _ text: String) {
        switch field {
        case .make: facts.make = text
        case .model: facts.model = text
        case .lens: facts.lens = text
        case .contentIdentifier: facts.contentIdentifier = text
        case .xmpOriginal: facts.xmpOriginal = text
        case .xmpCreated: facts.xmpCreated = text
        case .xmpDigitized: facts.xmpDigitized = text
        case .xmpModified: facts.xmpModified = text
        case .iptcDate: facts.iptcDate = text
        case .iptcTime: facts.iptcTime = text
        case .pngCreation: facts.pngCreation = text
        case .pngModified: facts.pngModified = text
        case .quickTimeCreation: facts.quickTimeCreation = text
        case .recorded: facts.recorded = text
        case .movieHeader: facts.movieHeader = text
        case .xmpDescription: facts.xmpDescription = text
        case .pngDescription: facts.pngDescription = text
        case .quickTimeDescription: facts.quickTimeDescription = text
        case .quickTimeComment: facts.quickTimeComment = text
        case .videoCodec: facts.videoCodec = text
        case .audioCodec: facts.audioCodec = text
        default: break
        }
    }

    private mutating func setByte(_ field: FactField, _ value: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(value)
        let byte: Int8 = try reader.number()
        guard field.range.contains(Double(byte)) else { throw .value(field) }
        switch field {
        case .orientation: facts.orientation = UInt8(bitPattern: byte)
        case .rating: facts.rating = byte
        case .pickLabel: facts.pickLabel = UInt8(bitPattern: byte)
        case .favoriteMark: facts.favoriteMark = byte == 1
        default: facts.isIPTCDigestCurrent = byte == 1
        }
    }

    private mutating func setNumber(_ field: FactField, _ value: UnsafeRawBufferPointer) throws(WireError) {
        var reader = ByteReader(value)
        guard field != .pixelSize else {
            facts.pixelWidth = try reader.number(UInt32.self)
            facts.pixelHeight = try reader.number(UInt32.self)
            return
        }
        let number = Double(bitPattern: try reader.number())
        guard field.range.contains(number) else { throw .value(field) }
        switch field {
        case .latitude: facts.latitude = number
        case .longitude: facts.longitude = number
        case .altitude: facts.altitude = number
        case .exposureTime: facts.exposureTime = number
        case .fNumber: facts.fNumber = number
        case .sensitivity: facts.sensitivity = number
        case .focalLength: facts.focalLength = number
        default: facts.duration = number
        }
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
