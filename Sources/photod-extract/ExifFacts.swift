import ExtractionWire
import SidecarText

/// Adds what EXIF entries say.
enum ExifFacts {
    static func write(_ source: borrowing some ExifSource & ~Copyable, into facts: inout FactEncoder) {
        writeDates(source, into: &facts)
        writeTexts(source, into: &facts)
        writeCamera(source, into: &facts)
        writePosition(source, into: &facts)
    }

    // MARK: Dates

    private static func writeDates(
        _ source: borrowing some ExifSource & ~Copyable,
        into facts: inout FactEncoder
    ) {
        write(.original, .original, source, into: &facts)
        if facts.has(.original) {
            write(.originalSubseconds, .originalSubseconds, source, into: &facts)
            write(.originalOffset, .originalOffset, source, into: &facts)
        }
        write(.digitized, .digitized, source, into: &facts)
        if facts.has(.digitized) {
            write(.digitizedSubseconds, .digitizedSubseconds, source, into: &facts)
            write(.digitizedOffset, .digitizedOffset, source, into: &facts)
        }
        write(.modified, .modified, source, into: &facts)
        if facts.has(.modified) {
            write(.modifiedSubseconds, .modifiedSubseconds, source, into: &facts)
            write(.modifiedOffset, .modifiedOffset, source, into: &facts)
        }
    }

    private static func write(
        _ tag: ExifTag,
        _ field: FactField,
        _ source: borrowing some ExifSource & ~Copyable,
        into facts: inout FactEncoder
    ) {
        source.text(tag) { facts.append(field, text: $0) }
    }

    // MARK: Texts

    private static func writeTexts(
        _ source: borrowing some ExifSource & ~Copyable,
        into facts: inout FactEncoder
    ) {
        source.bytes(.imageDescription) { facts.append(.imageDescription, text: $0.withoutPadding) }
        source.bytes(.userComment) { bytes in
            UserComment.text(of: bytes, isBigEndian: source.isBigEndian).withUnsafeBytes {
                facts.append(.userComment, text: $0)
            }
        }
        source.bytes(.xpTitle) { facts.append(.xpTitle, text: $0.utf16Text) }
        source.bytes(.xpComment) { facts.append(.xpComment, text: $0.utf16Text) }
        source.bytes(.makerNote) { bytes in
            AppleMakerNote.contentIdentifier(in: bytes).withUnsafeBytes {
                facts.append(.contentIdentifier, text: $0)
            }
        }
    }

    // MARK: Camera

    private static func writeCamera(
        _ source: borrowing some ExifSource & ~Copyable,
        into facts: inout FactEncoder
    ) {
        write(.make, .make, source, into: &facts)
        write(.model, .model, source, into: &facts)
        write(.lens, .lens, source, into: &facts)
        if let orientation = source.number(.orientation) {
            facts.append(.orientation, byte: Int(orientation))
        }
        if let time = source.fraction(.exposureTime) { facts.append(.exposureTime, number: time) }
        if let number = source.fraction(.fNumber) { facts.append(.fNumber, number: number) }
        if let length = source.fraction(.focalLength) { facts.append(.focalLength, number: length) }
        // The field is a short; 65,535 stands for whatever is more.
        if let sensitivity = source.number(.sensitivity), (1..<65_535).contains(sensitivity) {
            facts.append(.sensitivity, number: Double(sensitivity))
        }
    }

    /// Windows' stars: XMP's are asked first.
    static func writeRating(_ source: borrowing some ExifSource & ~Copyable, into facts: inout FactEncoder) {
        if !facts.has(.rating), let rating = source.number(.rating) {
            facts.append(.rating, byte: Int(rating))
        }
    }

    /// What the camera says about the image. It is no more than a claim: editors forget to change it.
    static func pixelSize(_ source: borrowing some ExifSource & ~Copyable) -> (UInt32, UInt32)? {
        guard let width = source.number(.pixelWidth), let height = source.number(.pixelHeight), width > 0,
            height > 0
        else { return nil }
        return (width, height)
    }

    // MARK: Position

    private static func writePosition(
        _ source: borrowing some ExifSource & ~Copyable,
        into facts: inout FactEncoder
    ) {
        // Half a position is none: with the other half of another source it would be a place where nobody was.
        if let latitude = coordinate(source, .latitude, .latitudeReference, ("N", "S"), limit: 90),
            let longitude = coordinate(source, .longitude, .longitudeReference, ("E", "W"), limit: 180)
        {
            facts.append(.latitude, number: latitude)
            facts.append(.longitude, number: longitude)
        }
        if let metres = source.fraction(.altitude) {
            // 1 is below the sea; some programs write the digit, and some a sign as well.
            let reference = source.letter(.altitudeReference)
            facts.append(
                .altitude,
                number: reference == 1 || reference == UInt8(ascii: "1") ? -abs(metres) : metres
            )
        }
    }

    private static func coordinate(
        _ source: borrowing some ExifSource & ~Copyable,
        _ value: GPSTag,
        _ reference: GPSTag,
        _ letters: (positive: Unicode.Scalar, negative: Unicode.Scalar),
        limit: Double
    ) -> Double? {
        guard let letter = source.letter(reference) else { return nil }
        let parts = source.fractions(value)
        guard !parts.isEmpty else { return nil }
        return GPSCoordinate.degrees(
            parts,
            reference: letter,
            positive: UInt8(ascii: letters.positive),
            negative: UInt8(ascii: letters.negative),
            limit: limit
        )
    }
}

extension UnsafeRawBufferPointer {
    /// Without the padding at its end.
    func trimmed(_ isPadding: (UInt8) -> Bool) -> UnsafeRawBufferPointer {
        var count = self.count
        while count > 0, isPadding(self[count - 1]) { count -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[..<count])
    }

    /// A description without the NULs at its end, which are half of a letter where it is UTF-16.
    var withoutPadding: UnsafeRawBufferPointer {
        starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) ? utf16Text : trimmed { $0 == 0 }
    }

    /// Whole units of UTF-16, without the NULs at the end.
    var utf16Text: UnsafeRawBufferPointer {
        var count = self.count & ~1
        while count > 1, self[count - 1] == 0, self[count - 2] == 0 { count -= 2 }
        return UnsafeRawBufferPointer(rebasing: self[..<count])
    }
}
