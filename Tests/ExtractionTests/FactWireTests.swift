import PhotoModel
import Testing

@testable import ExtractionWire

@Suite("Facts between worker and daemon")
struct FactWireTests {
    static let rich: EmbeddedFacts = {
        var facts = EmbeddedFacts()
        facts.original = .init(text: "2016:11:03 12:34:56", subseconds: "78", offset: "+02:00")
        facts.digitized = .init(text: "2016:11:04 12:34:57", subseconds: nil, offset: "-01:30")
        facts.modified = .init(text: "2016:11:05 10:00:00")
        facts.imageDescription = [0x4B, 0xF6, 0x6C, 0x6E, 0x00, 0x21]
        facts.orientation = 6
        facts.containerOrientation = 8
        facts.pixelWidth = 4032
        facts.pixelHeight = 3024
        facts.latitude = -33.86
        facts.longitude = 151.2
        facts.make = "Maker"
        facts.model = "Model 5"
        return facts
    }()

    /// The same facts as a worker writes them.
    static func payload(_ facts: EmbeddedFacts) -> WireBytes {
        var encoder = FactEncoder()
        func text(_ field: FactField, _ bytes: [UInt8]?) {
            bytes?.withUnsafeBytes { encoder.append(field, text: $0) }
        }
        func date(_ date: EmbeddedFacts.DateField?, _ fields: [FactField]) {
            text(fields[0], date.map { Array($0.text.utf8) })
            text(fields[1], date?.subseconds.map { Array($0.utf8) })
            text(fields[2], date?.offset.map { Array($0.utf8) })
        }
        date(facts.original, [.original, .originalSubseconds, .originalOffset])
        date(facts.digitized, [.digitized, .digitizedSubseconds, .digitizedOffset])
        date(facts.modified, [.modified, .modifiedSubseconds, .modifiedOffset])
        text(.imageDescription, facts.imageDescription)
        text(.make, facts.make.map { Array($0.utf8) })
        text(.model, facts.model.map { Array($0.utf8) })
        if let orientation = facts.orientation { encoder.append(.orientation, byte: Int(orientation)) }
        if let orientation = facts.containerOrientation {
            encoder.append(.containerOrientation, byte: Int(orientation))
        }
        if let width = facts.pixelWidth, let height = facts.pixelHeight {
            encoder.append(pixelWidth: width, pixelHeight: height)
        }
        if let latitude = facts.latitude { encoder.append(.latitude, number: latitude) }
        if let longitude = facts.longitude { encoder.append(.longitude, number: longitude) }
        return encoder.payload
    }

    static func facts(_ payload: [UInt8]) throws -> EmbeddedFacts {
        try payload.withUnsafeBytes { try FactDecoder.facts($0) }
    }

    /// The facts out of what `fill` writes.
    static func facts(_ fill: (inout FactEncoder) -> Void) throws -> EmbeddedFacts {
        var encoder = FactEncoder()
        fill(&encoder)
        return try facts(encoder.payload.bytes)
    }

    @Test("facts arrive as they were sent, and one encoder writes many")
    func factsRoundTrip() throws {
        #expect(try Self.facts(Self.payload(Self.rich).bytes) == Self.rich)
        #expect(try Self.facts([]) == EmbeddedFacts())
        let again = try Self.facts { facts in
            facts.append(.rating, byte: 3)
            #expect(facts.has(.rating) && !facts.isEmpty)
            facts.begin()
            #expect(!facts.has(.rating) && facts.isEmpty)
            facts.append(.rating, byte: 5)
            facts.append(.rating, byte: 4)
            facts.append(.duration, number: 1)
        }
        #expect(again.rating == 5 && again.duration == 1)
    }

    @Test("an altitude that nobody may say of a photo is no fact")
    func altitudes() throws {
        for (altitude, isFact) in [
            (-12_000.0, true), (100_000, true), (-12_000.1, false), (100_000.1, false), (9_999_999, false),
            (429_496_317.3, false), (.nan, false),
        ] {
            let facts = try Self.facts { $0.append(.altitude, number: altitude) }
            #expect(facts.altitude == (isFact ? altitude : nil), "\(altitude)")
        }
    }

    @Test("every field is told from every other, wherever its number lies")
    func fieldSet() {
        var set = FactSet()
        #expect(set.isEmpty)
        for field in FactField.allCases {
            #expect(!set.contains(field))
            let isNew = set.insert(field)
            let isNewAgain = set.insert(field)
            #expect(isNew && !isNewAgain && set.contains(field))
        }
    }

    @Test("a text that is too long is cut between two characters, however it is coded")
    func cuts() throws {
        func cut(_ field: FactField, _ text: [UInt8]) throws -> [UInt8] {
            let facts = try Self.facts { facts in text.withUnsafeBytes { facts.append(field, text: $0) } }
            return facts.imageDescription ?? facts.xpTitle ?? facts.userComment
                ?? facts.xmpDescription.map { Array($0.utf8) } ?? []
        }
        for character in ["é", "東", "🏔"] {
            for lead in 0..<4 {
                let text = String(repeating: "a", count: lead) + String(repeating: character, count: 9_000)
                let fields: [FactField] = [.imageDescription, .xmpDescription, .userComment]
                for field in fields {
                    let found = String(validating: try cut(field, Array(text.utf8)), as: UTF8.self)
                    #expect(found.map { text.hasPrefix($0) && $0.utf8.count > 4_090 } == true, "\(field)")
                }
                let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
                #expect(try cut(.xpTitle, units).count == 4_096)
                #expect(try cut(.userComment, [0xFF, 0xFE] + units).count == 4_096)
            }
        }
        // Of what is neither nothing more is lost than three bytes.
        let latin = [UInt8](repeating: 0xBF, count: 9_000)
        #expect(try cut(.imageDescription, latin).count >= 8_189)
    }

    @Test("sub-seconds and offset without their date are nothing")
    func orphanedDateParts() throws {
        let facts = try Self.facts { facts in
            Array("78".utf8).withUnsafeBytes { facts.append(.originalSubseconds, text: $0) }
        }
        #expect(facts == EmbeddedFacts())
    }

    @Test("a field that there is not, one that comes twice or one that ends too early is an error")
    func refusals() {
        let facts = Self.payload(Self.rich).bytes
        #expect(throws: WireError.field(99)) { try Self.facts([99] + facts.dropFirst()) }
        #expect(throws: WireError.value(.original)) { try Self.facts(facts + facts) }
        #expect(throws: WireError.truncated) { try Self.facts(Array(facts.dropLast())) }
    }

    @Test("numbers no photo has are refused", arguments: [0, 9, 255] as [UInt8])
    func orientations(value: UInt8) {
        let payload = [FactField.orientation.rawValue, 1, 0, value]
        #expect(throws: WireError.value(.orientation)) { try Self.facts(payload) }
    }

    @Test(
        "positions off the globe are refused",
        arguments: [90.000_1, -91, .infinity, -.infinity, .nan, .greatestFiniteMagnitude]
    )
    func positions(value: Double) throws {
        let number = withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        #expect(throws: WireError.value(.latitude)) {
            try Self.facts([FactField.latitude.rawValue, 8, 0] + number)
        }
        #expect(try Self.facts { $0.append(.latitude, number: value) } == EmbeddedFacts())
    }
}
