import PhotoModel

/// Reads replies. The bytes come from a process that has parsed hostile input, and are treated as such.
public enum ReplyDecoder {
    /// Replaces `results` by those of a message. After an error `results` is empty: a message is good as a whole or
    /// not at all.
    public static func decode(
        _ message: UnsafeRawBufferPointer,
        into results: inout [JobResult]
    ) throws(WireError) {
        results.removeAll(keepingCapacity: true)
        do throws(WireError) {
            var reader = ByteReader(message)
            let count = try reader.header(.reply, maximumCount: WireFormat.maximumJobs)
            for _ in 0..<count {
                results.append(try result(&reader))
            }
            try reader.end()
        } catch {
            results.removeAll(keepingCapacity: true)
            throw error
        }
    }

    private static func result(_ reader: inout ByteReader) throws(WireError) -> JobResult {
        let number: UInt32 = try reader.number()
        let outcome: UInt8 = try reader.number()
        let length: UInt16 = try reader.number()
        let fields = try reader.take(Int(length))
        guard outcome != factsOutcome else {
            return JobResult(number: number, outcome: .facts(try facts(fields)))
        }
        guard let reason = UnreadableReason(rawValue: outcome) else { throw .outcome(outcome) }
        guard fields.isEmpty else { throw .length }
        return JobResult(number: number, outcome: .unreadable(reason))
    }

    private static func facts(_ fields: UnsafeRawBufferPointer) throws(WireError) -> EmbeddedFacts {
        var facts = EmbeddedFacts()
        var dates = (DateParts(), DateParts(), DateParts())
        var seen: UInt32 = 0
        var reader = ByteReader(fields)
        while reader.remaining > 0 {
            let code: UInt8 = try reader.number()
            guard let field = FactField(rawValue: code) else { throw .field(code) }
            let length: UInt16 = try reader.number()
            let bit = UInt32(1) << UInt32(code)
            guard field.lengths.contains(Int(length)), seen & bit == 0 else { throw .value(field) }
            seen |= bit
            let value = try reader.take(Int(length))
            switch field {
            case .original: dates.0.text = text(value)
            case .originalSubseconds: dates.0.subseconds = text(value)
            case .originalOffset: dates.0.offset = text(value)
            case .digitized: dates.1.text = text(value)
            case .digitizedSubseconds: dates.1.subseconds = text(value)
            case .digitizedOffset: dates.1.offset = text(value)
            case .modified: dates.2.text = text(value)
            case .modifiedSubseconds: dates.2.subseconds = text(value)
            case .modifiedOffset: dates.2.offset = text(value)
            case .imageDescription: facts.imageDescription = Array(value)
            case .make: facts.make = text(value)
            case .model: facts.model = text(value)
            case .orientation, .pixelSize, .latitude, .longitude:
                try setNumber(field, value, of: &facts)
            }
        }
        facts.original = dates.0.field
        facts.digitized = dates.1.field
        facts.modified = dates.2.field
        return facts
    }

    private static func setNumber(
        _ field: FactField,
        _ value: UnsafeRawBufferPointer,
        of facts: inout EmbeddedFacts
    ) throws(WireError) {
        var reader = ByteReader(value)
        switch field {
        case .orientation:
            let orientation: UInt8 = try reader.number()
            guard (1...8).contains(orientation) else { throw .value(field) }
            facts.orientation = orientation
        case .pixelSize:
            facts.pixelWidth = try reader.number(UInt32.self)
            facts.pixelHeight = try reader.number(UInt32.self)
        case .latitude:
            facts.latitude = try degrees(&reader, field, limit: 90)
        default:
            facts.longitude = try degrees(&reader, field, limit: 180)
        }
    }

    /// Within ±`limit`, which no infinity and no NaN is.
    private static func degrees(
        _ reader: inout ByteReader,
        _ field: FactField,
        limit: Double
    ) throws(WireError) -> Double {
        let degrees = Double(bitPattern: try reader.number())
        guard degrees.magnitude <= limit else { throw .value(field) }
        return degrees
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
