import ExtractionWire
import SidecarText

/// Adds what an XMP packet says, wherever the packet was found.
enum XMPFacts {
    static func write(_ packet: XMPPacket, into facts: inout FactEncoder) {
        text(.originalDate, .xmpOriginal, packet, into: &facts)
        text(.createdDay, .xmpCreated, packet, into: &facts)
        // The guidelines (MWG 2.0 §5.3) pair EXIF's DateTimeDigitized with the first, older programs wrote the second.
        text(.creation, .xmpDigitized, packet, into: &facts)
        text(.digitizedDate, .xmpDigitized, packet, into: &facts)
        text(.modification, .xmpModified, packet, into: &facts)
        text(.imageModification, .xmpModified, packet, into: &facts)
        text(.description, .xmpDescription, packet, into: &facts)
        // Before Dublin Core had it, and the same to Adobe's own programs.
        text(.imageDescription, .xmpDescription, packet, into: &facts)
        text(.title, .title, packet, into: &facts)
        packet[.keywords]?.withUnsafeBytes { facts.append(.keywords, list: $0) }
        text(.make, .make, packet, into: &facts)
        text(.model, .model, packet, into: &facts)
        text(.lens, .lens, packet, into: &facts)
        writeMarks(packet, into: &facts)
        writePosition(packet, into: &facts)
    }

    private static func text(
        _ property: XMPProperty,
        _ field: FactField,
        _ packet: XMPPacket,
        into facts: inout FactEncoder
    ) {
        packet[property]?.withUnsafeBytes { facts.append(field, text: $0) }
    }

    private static func number<Number>(
        _ property: XMPProperty,
        _ packet: XMPPacket,
        _ read: (inout NumberScanner) -> Number?
    ) -> Number? {
        packet[property]?.withUnsafeBytes { text in
            var scanner = NumberScanner(text)
            return read(&scanner)
        }
    }

    // MARK: Marks

    private static func writeMarks(_ packet: XMPPacket, into facts: inout FactEncoder) {
        let rating = number(.rating, packet) { scanner -> Int? in
            let isNegative = scanner.skip("-")
            guard let rating = scanner.decimal(), rating <= 5 else { return nil }
            return Int(rating.rounded()) * (isNegative ? -1 : 1)
        }
        if let rating { facts.append(.rating, byte: rating) }
        if let label = number(.pickLabel, packet, { $0.whole() }), label <= 3 {
            facts.append(.pickLabel, byte: Int(label))
        }
        switch packet[.favorite]?.first {
        case UInt8(ascii: "1"), UInt8(ascii: "T"), UInt8(ascii: "t"): facts.append(.favoriteMark, byte: 1)
        case UInt8(ascii: "0"), UInt8(ascii: "F"), UInt8(ascii: "f"): facts.append(.favoriteMark, byte: 0)
        default: break
        }
    }

    // MARK: Position

    /// Only as a whole: half of EXIF's and half of this make a place where nobody was.
    private static func writePosition(_ packet: XMPPacket, into facts: inout FactEncoder) {
        guard !facts.has(.latitude),
            let latitude = degrees(.latitude, packet, "N", "S", limit: 90),
            let longitude = degrees(.longitude, packet, "E", "W", limit: 180)
        else { return }
        facts.append(.latitude, number: latitude)
        facts.append(.longitude, number: longitude)
        guard let altitude = number(.altitude, packet, { $0.fraction() }), altitude.denominator != 0 else {
            return
        }
        let metres = Double(altitude.numerator) / Double(altitude.denominator)
        let isBelow = packet[.altitudeReference]?.first == UInt8(ascii: "1")
        facts.append(.altitude, number: isBelow ? -metres : metres)
    }

    private static func degrees(
        _ property: XMPProperty,
        _ packet: XMPPacket,
        _ positive: Unicode.Scalar,
        _ negative: Unicode.Scalar,
        limit: Double
    ) -> Double? {
        packet[property]?.withUnsafeBytes {
            GPSCoordinate.degrees(xmp: $0, positive: positive, negative: negative, limit: limit)
        }
    }
}
